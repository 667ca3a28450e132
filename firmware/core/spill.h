// What outlives a power cut: events un-acknowledged for long, the boot counter, the dice seed.
#pragma once
#include "journal.h"

enum {
    SPILL_RECORDS = 56,
    SPILL_AFTER_MS = 200,
    SPILL_ACKED = 0xFF, // kind of a record that says: all up to seq is acknowledged
    EEPROM_BOOTS = SPILL_RECORDS * 16,
    EEPROM_SEED = EEPROM_BOOTS + 64,
};

struct spill {
    struct slot record; // being written
    uint32_t spilled;   // the highest number in the ring
    uint8_t place;      // record to be written next
    uint8_t step;       // 0: at rest
    bool unmarked;      // the ring holds events and no word yet that they are acknowledged
    uint16_t count;
};

uint32_t spill_find(struct spill *spill); // reads the ring; returns the highest acknowledged number
bool spill_restore(struct journal *journal); // true if there were any
void spill_pass(struct spill *spill, const struct journal *journal, uint32_t now_ms);

uint16_t boots_next(void); // a number that was never used before, written before it is used
