// The ATmega328P at 16 MHz: registers, and nothing but registers.
//
// Timer0 runs free at 62.5 ns for the dice; Timer1 counts 4 us ticks, compare A is the
// millisecond, compare B the end of the countdown; Timer2 makes the tone.
// Which pin is what comes from hardware/pinout.toml.
#include "controller.h"
#include "pins.h"
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

enum { RX_SIZE = 128, TX_SIZE = 128, PAINT = 0xC5 };

#ifndef BAUD
#define BAUD WIRE_BAUD
#endif
#define UBRR ((F_CPU + 4UL * BAUD) / (8UL * BAUD) - 1)

static struct controller controller;
static struct kept kept __attribute__((section(".noinit")));
static uint8_t reset_cause __attribute__((section(".noinit")));

static volatile uint32_t clock_ms;
static volatile uint16_t clock_base; // Timer1 at the last whole millisecond
static volatile bool deadline_set, rang;
static struct stamp deadline;

static volatile uint8_t rx[RX_SIZE], rx_head, rx_tail, rx_end;
static volatile uint8_t tx[TX_SIZE], tx_head, tx_tail;
static volatile uint16_t overruns, dropped;
static volatile uint16_t rx_end_ticks; // Timer1 when the last frame ended
static uint8_t keys_seen;
static volatile uint8_t knob;

extern uint8_t _end;

void paint_stack(void) __attribute__((naked, used, section(".init3")));
void paint_stack(void) {
    uint8_t by_loader;
    __asm__ volatile("mov %0, r2" : "=r"(by_loader)); // Optiboot clears MCUSR and leaves it here
    reset_cause = MCUSR ? MCUSR : by_loader;
    MCUSR = 0;
    wdt_enable(WDTO_250MS);
    for (uint8_t *at = &_end; at < (uint8_t *)RAMEND - 8; at++) {
        *at = PAINT;
    }
}

// With interrupts off only.
static inline __attribute__((always_inline)) struct stamp stamp_now(void) {
    uint16_t ticks = TCNT1 - clock_base;
    uint32_t ms = clock_ms;
    if (ticks >= WIRE_TICKS_PER_MS) {
        ticks -= WIRE_TICKS_PER_MS;
        ms++;
    }
    return (struct stamp){ms, (uint8_t)ticks};
}

struct stamp board_now(void) {
    uint8_t status = SREG;
    cli();
    struct stamp now = stamp_now();
    SREG = status;
    return now;
}

void board_lock(void) { cli(); }
void board_unlock(void) { sei(); }

static inline __attribute__((always_inline)) uint8_t read_keys(void) { return (uint8_t)~KEYS_UP & KEYS_ALL; }

ISR(PCINT2_vect) {
    struct stamp now = stamp_now();
    // the way here takes a tick
    if (now.frac) {
        now.frac--;
    } else {
        now.frac = WIRE_TICKS_PER_MS - 1;
        now.ms--;
    }
    dice_mix(&controller.dice, TCNT0);
    uint8_t reading = read_keys();
    uint8_t edges = reading ^ keys_seen;
    keys_seen = reading;
    keys_edge(&controller.keys, edges, now);
}

ISR_ALIAS(PCINT0_vect, PCINT2_vect);

ISR(TIMER1_COMPA_vect) {
    clock_base = OCR1A;
    OCR1A += WIRE_TICKS_PER_MS;
    uint32_t ms = ++clock_ms;
    if (deadline_set && ms + 1 == deadline.ms) {
        OCR1B = clock_base + WIRE_TICKS_PER_MS + deadline.frac;
        TIFR1 = _BV(OCF1B);
        TIMSK1 |= _BV(OCIE1B);
    }
    keys_tick(&controller.keys, read_keys());
}

ISR(TIMER1_COMPB_vect) {
    TCCR2A = _BV(COM2A0) | _BV(WGM21);
    TIMSK1 &= (uint8_t)~_BV(OCIE1B);
    deadline_set = false;
    rang = true;
}

ISR(USART_RX_vect) {
    if (UCSR0A & _BV(DOR0)) {
        overruns++;
    }
    uint8_t byte = UDR0;
    uint8_t head = rx_head, next = (uint8_t)(head + 1) % RX_SIZE;
    if (next == rx_tail) {
        dropped++;
        return;
    }
    if (byte == 0 && rx[(uint8_t)(head - 1) % RX_SIZE]) {
        rx_end_ticks = TCNT1;
        rx_end = next;
    }
    rx[head] = byte;
    rx_head = next;
}

ISR(USART_UDRE_vect) {
    uint8_t tail = tx_tail;
    if (tail == tx_head) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR0 = tx[tail];
    tx_tail = (uint8_t)(tail + 1) % TX_SIZE;
}

ISR(ADC_vect) {
    uint16_t level = ADC;
    knob = (uint8_t)(level >> 2);
    dice_mix(&controller.dice, (uint8_t)level);
}

uint8_t board_send_room(void) { return (uint8_t)(tx_tail - tx_head - 1) % TX_SIZE; }

void board_send(const uint8_t *bytes, uint8_t count) {
    uint8_t head = tx_head;
    while (count--) {
        tx[head] = *bytes++;
        head = (uint8_t)(head + 1) % TX_SIZE;
    }
    cli();
    tx_head = head;
    UCSR0B |= _BV(UDRIE0);
    sei();
}

bool board_receive(uint8_t *byte) {
    uint8_t tail = rx_tail;
    if (tail == rx_head) {
        return false;
    }
    *byte = rx[tail];
    rx_tail = (uint8_t)(tail + 1) % RX_SIZE;
    return true;
}

bool board_ping_stamp(struct stamp *at) {
    cli();
    bool same = rx_end == rx_tail;
    struct stamp now = stamp_now();
    uint16_t ago = TCNT1 - rx_end_ticks;
    sei();
    uint8_t rest = ago % WIRE_TICKS_PER_MS;
    bool before = now.frac < rest;
    at->ms = now.ms - ago / WIRE_TICKS_PER_MS - before;
    at->frac = (uint8_t)(now.frac - rest + (before ? WIRE_TICKS_PER_MS : 0));
    return same;
}

void board_set_deadline(struct stamp at) {
    cli();
    deadline = at;
    deadline_set = true;
    rang = false;
    sei();
}

void board_clear_deadline(void) {
    cli();
    deadline_set = rang = false;
    TIMSK1 &= (uint8_t)~_BV(OCIE1B);
    sei();
}

bool board_rang(void) {
    if (!rang) {
        return false;
    }
    rang = false;
    return true;
}

bool board_eeprom_ready(void) { return !(EECR & _BV(EEPE)); }
uint8_t board_eeprom_read(uint16_t at) { return eeprom_read_byte((const uint8_t *)at); }

void board_eeprom_write(uint16_t at, uint8_t byte) {
    EEAR = at;
    EEDR = byte;
    cli();
    EECR |= _BV(EEMPE);
    EECR |= _BV(EEPE);
    sei();
}

void board_alive(void) { wdt_reset(); }

uint8_t board_knob(void) {
    ADCSRA |= _BV(ADSC);
    return knob;
}

void board_lamps(uint8_t lit) {
    uint8_t pins = LAMPS_PINS(lit);
    cli();
    LAMPS_PORT = (LAMPS_PORT & (uint8_t)~LAMPS_MASK) | pins;
    sei();
}

void board_tone(uint16_t hz) {
    if (hz) {
        uint32_t count = F_CPU / 2 / 256 / hz;
        OCR2A = count > 255 ? 255 : count ? (uint8_t)(count - 1) : 0;
    }
    TCCR2A = hz ? _BV(COM2A0) | _BV(WGM21) : _BV(WGM21);
}

void board_digit_pins(bool clock, bool data) {
    // open drain: an output is low, an input is pulled high
    uint8_t low = (clock ? 0 : DIGITS_CLOCK) | (data ? 0 : DIGITS_DATA);
    DIGITS_DDR = (DIGITS_DDR & (uint8_t)~(DIGITS_CLOCK | DIGITS_DATA)) | low;
}

uint16_t board_stack_free(void) {
    const uint8_t *at = &_end;
    while (*at == PAINT && at < (uint8_t *)RAMEND) {
        at++;
    }
    return (uint16_t)(at - &_end);
}

uint16_t board_overruns(void) { return overruns; }
uint16_t board_dropped(void) { return dropped; }

static void start_pins(void) {
    PORTD = KEYS_D;
    PORTB = KEYS_B;
    LAMPS_DDR |= LAMPS_MASK;
    TONE_DDR |= TONE_MASK;
    PCMSK2 = KEYS_D;
    PCMSK0 = KEYS_B;
    PCICR = _BV(PCIE0) | _BV(PCIE2);
}

static void start_clocks(void) {
    TCCR0B = _BV(CS00);
    TCNT1 = 0;
    OCR1A = WIRE_TICKS_PER_MS;
    TIMSK1 = _BV(OCIE1A);
    TCCR1B = _BV(CS11) | _BV(CS10);
    TCCR2A = _BV(WGM21);
    OCR2A = 15; // 2 kHz: the bell is ready
    TCCR2B = _BV(CS22) | _BV(CS21);
}

static void start_wire(void) {
    UBRR0 = UBRR;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    ADMUX = _BV(REFS0) | KNOB_CHANNEL;
    ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
}

int main(void) {
    start_pins();
    keys_seen = read_keys();
    controller_start(&controller, &kept, reset_cause, keys_seen);
    start_clocks(); // only now: nothing has counted the milliseconds so far
    start_wire();
    sei();
    set_sleep_mode(SLEEP_MODE_IDLE);
    for (;;) {
        controller_pass(&controller);
        cli();
        bool busy = rx_head != rx_tail || controller.dice.step || controller.keys.moved || rang;
        if (!busy) {
            sleep_enable();
            sei();
            sleep_cpu();
            sleep_disable();
        }
        sei();
    }
}
