#include "journal.h"
#include "crc.h"
#include <stddef.h>
#include <string.h>

enum { MARK_CHECK = 0x5AC3 };

// Keeps the compiler from moving a store across: a reset may come between any two.
#define STORED() __asm__ volatile("" ::: "memory")

static uint16_t crc_of(const struct slot *slot) { return crc16(slot, offsetof(struct slot, crc)); }

bool slot_valid(const struct slot *slot) {
    return slot->crc == crc_of(slot) && slot->entry.seq != 0;
}

static bool mark_valid(const struct mark *mark) { return mark->check == (~mark->acked ^ MARK_CHECK); }

static void write_mark(struct journal *journal, uint32_t acked) {
    uint8_t other = journal->mark ^ 1;
    struct mark *mark = &journal->kept->marks[other];
    mark->check = 0;
    STORED();
    mark->acked = acked;
    STORED();
    mark->check = ~acked ^ MARK_CHECK;
    STORED();
    journal->mark = other;
    journal->acked = acked;
}

static struct slot *slot_of(const struct journal *journal, uint8_t index) {
    return &journal->kept->slots[(uint8_t)(journal->tail + index) % JOURNAL_SLOTS];
}

const struct slot *journal_at(const struct journal *journal, uint8_t index) {
    return slot_of(journal, index);
}

static bool recover_mark(struct journal *journal) {
    const struct mark *marks = journal->kept->marks;
    bool first = mark_valid(&marks[0]), second = mark_valid(&marks[1]);
    if (!first && !second) {
        return false;
    }
    journal->mark = second && (!first || marks[1].acked > marks[0].acked);
    journal->acked = marks[journal->mark].acked;
    return true;
}

const struct slot *journal_newest(const struct journal *journal) {
    const struct slot *newest = NULL;
    for (uint8_t i = 0; i < JOURNAL_SLOTS; i++) {
        const struct slot *slot = &journal->kept->slots[i];
        if (slot_valid(slot) && (!newest || slot->entry.seq > newest->entry.seq)) {
            newest = slot;
        }
    }
    return newest;
}

bool journal_recover(struct journal *journal, struct kept *kept) {
    memset(journal, 0, sizeof *journal);
    journal->kept = kept;
    if (!recover_mark(journal)) {
        return false;
    }
    const struct slot *newest = journal_newest(journal);
    if (!newest) {
        return true;
    }
    uint8_t last = (uint8_t)(newest - kept->slots);
    while (journal->fill < JOURNAL_SLOTS - 1) {
        const struct slot *slot = &kept->slots[(uint8_t)(last - journal->fill) % JOURNAL_SLOTS];
        if (!slot_valid(slot) || slot->entry.seq <= journal->acked) {
            break;
        }
        journal->fill++;
    }
    journal->tail = (uint8_t)(last + 1 - journal->fill) % JOURNAL_SLOTS;
    return true;
}

void journal_clear(struct journal *journal, struct kept *kept, uint32_t acked) {
    memset(journal, 0, sizeof *journal);
    memset(kept, 0, sizeof *kept);
    journal->kept = kept;
    write_mark(journal, acked);
}

void journal_append(struct journal *journal, struct slot *slot) {
    struct slot *to = slot_of(journal, journal->fill);
    uint16_t crc = crc_of(slot);
    to->crc = (uint16_t)~crc;
    STORED();
    to->entry = slot->entry;
    to->down = slot->down;
    STORED();
    to->crc = crc;
    STORED();
    journal->fill++;
}

static void put(struct journal *journal, struct stamp at, const uint8_t what[4], uint8_t down) {
    struct slot slot = {
        .entry = {journal->next, at.ms, at.frac, what[0], what[1], what[2], what[3]}, .down = down};
    journal->next++;
    journal_append(journal, &slot);
}

void journal_tell_lost(struct journal *journal, struct stamp at, uint8_t down) {
    if (journal->lost && journal->fill <= JOURNAL_FULL) {
        uint8_t lost[4] = {KIND_LOST, (uint8_t)journal->lost, (uint8_t)(journal->lost >> 8), 0};
        put(journal, at, lost, down);
        journal->lost = 0;
    }
}

void journal_push(struct journal *journal, struct stamp at, const uint8_t what[4], uint8_t down) {
    journal_tell_lost(journal, at, down);
    if (journal->fill >= JOURNAL_FULL) {
        journal->lost += journal->lost < UINT16_MAX;
        journal_tell_lost(journal, at, down); // at once: a power cut must not hide it
        return;
    }
    put(journal, at, what, down);
}

void journal_ack(struct journal *journal, uint32_t stored) {
    uint8_t gone = 0;
    while (gone < journal->fill && slot_of(journal, gone)->entry.seq <= stored) {
        gone++;
    }
    if (!gone || stored >= journal->next) {
        return;
    }
    write_mark(journal, slot_of(journal, gone - 1)->entry.seq);
    journal->tail = (uint8_t)(journal->tail + gone) % JOURNAL_SLOTS;
    journal->fill -= gone;
}
