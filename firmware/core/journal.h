// The events that the host has not stored yet. The memory survives a reset: every write leaves
// either the old or the new, whatever cycle the reset comes in.
#pragma once
#include "board.h"
#include "messages.h"

enum { JOURNAL_SLOTS = 32, JOURNAL_FULL = 30 }; // one more is kept for LOST, one is never used

struct slot {
    struct wire_entry entry;
    uint8_t down; // the settled keys after this event
    uint16_t crc;
} __attribute__((packed));

struct mark {
    uint32_t acked;
    uint32_t check;
};

// Lives in memory that no start-up code clears.
struct kept {
    struct slot slots[JOURNAL_SLOTS];
    struct mark marks[2];
};

struct journal {
    struct kept *kept;
    uint32_t next;
    uint32_t acked;
    uint16_t lost; // dropped since the last LOST entry
    uint8_t tail;  // slot of the oldest entry
    uint8_t fill;
    uint8_t mark; // which of the two was written last
};

// Takes over what a reset has left; false if there is nothing to trust.
bool journal_recover(struct journal *journal, struct kept *kept);
void journal_clear(struct journal *journal, struct kept *kept, uint32_t acked);
const struct slot *journal_newest(const struct journal *journal); // acknowledged or not; may be null

bool slot_valid(const struct slot *slot);
void journal_append(struct journal *journal, struct slot *slot); // as it is, for recovery
void journal_push(struct journal *journal, struct stamp at, const uint8_t what[4], uint8_t down);
void journal_tell_lost(struct journal *journal, struct stamp at, uint8_t down);
void journal_ack(struct journal *journal, uint32_t stored);
const struct slot *journal_at(const struct journal *journal, uint8_t index);
