// What the core asks of the board it runs on. A port implements these, and nothing else.
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct stamp {
    uint32_t ms;
    uint8_t frac; // 4 us ticks, 0..249
};

struct stamp board_now(void);
void board_lock(void); // no interrupt between lock and unlock
void board_unlock(void);

uint8_t board_send_room(void);
void board_send(const uint8_t *bytes, uint8_t count);
bool board_receive(uint8_t *byte);
bool board_ping_stamp(struct stamp *at); // of the delimiter that was received last, if it is that one

void board_set_deadline(struct stamp at); // rings the bell there, and sets board_rang
void board_clear_deadline(void);
bool board_rang(void); // once

bool board_eeprom_ready(void);
uint8_t board_eeprom_read(uint16_t at);
void board_eeprom_write(uint16_t at, uint8_t byte); // only when ready
void board_alive(void);

uint8_t board_knob(void); // 0..255
void board_lamps(uint8_t lit);
void board_tone(uint16_t hz); // 0: silence
void board_digit_pins(bool clock, bool data);

uint16_t board_stack_free(void);
uint16_t board_overruns(void);
uint16_t board_dropped(void);
