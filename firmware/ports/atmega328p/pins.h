// Generated from hardware/pinout.toml by hardware/make.py; do not edit.
#pragma once
#include <avr/io.h>

// PD2 key start
// PD3 key stop
// PD4 key done
// PD5 key dice_a
// PD6 key dice_b
// PD7 key dice_c
// PB0 key dice_d
// PB1 lamp green
// PB2 lamp amber
// PB4 lamp red
// PB5 lamp white
// PB3 tone buzzer
// PC0 knob dial
// PC2 digits clock
// PC3 digits data
// PD0 wire receive
// PD1 wire send

// One bit for each key of messages.toml, 1 = up; then the pins of each port.
#define KEYS_UP ((uint8_t)((PIND & 0xfc) >> 2 | (PINB & 0x01) << 6))
#define KEYS_ALL 0x7f
#define KEYS_B 0x01
#define KEYS_D 0xfc

#define LAMPS_PORT PORTB
#define LAMPS_DDR DDRB
#define LAMPS_MASK 0x36
#define LAMPS_PINS(lit) ((uint8_t)(((lit) & 0x03) << 1 | ((lit) & 0x0c) << 2))

#define TONE_DDR DDRB
#define TONE_MASK 0x08
#define KNOB_CHANNEL 0
#define DIGITS_DDR DDRC
#define DIGITS_CLOCK 0x04
#define DIGITS_DATA 0x08
