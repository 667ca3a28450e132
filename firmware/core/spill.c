#include "spill.h"
#include "crc.h"
#include <stddef.h>
#include <string.h>

enum { BYTES = sizeof(struct slot), CRC_AT = offsetof(struct slot, crc) };

static bool read_record(uint8_t place, struct slot *record) {
    uint8_t *bytes = (uint8_t *)record;
    for (uint8_t i = 0; i < BYTES; i++) {
        bytes[i] = board_eeprom_read((uint16_t)(place * BYTES + i));
    }
    return slot_valid(record);
}

uint32_t spill_find(struct spill *spill) {
    memset(spill, 0, sizeof *spill);
    uint32_t acked = 0;
    for (uint8_t place = 0; place < SPILL_RECORDS; place++) {
        struct slot record;
        if (!read_record(place, &record)) {
            continue;
        }
        bool mark = record.entry.kind == SPILL_ACKED;
        if (mark && record.entry.seq > acked) {
            acked = record.entry.seq;
        }
        if (record.entry.seq > spill->spilled || (mark && record.entry.seq == spill->spilled)) {
            spill->spilled = record.entry.seq;
            spill->place = (uint8_t)(place + 1) % SPILL_RECORDS;
        }
    }
    return acked;
}

static bool next_record(uint32_t after, struct slot *found) {
    bool any = false;
    for (uint8_t place = 0; place < SPILL_RECORDS; place++) {
        struct slot record;
        if (!read_record(place, &record) || record.entry.kind == SPILL_ACKED) {
            continue;
        }
        if (record.entry.seq > after && (!any || record.entry.seq < found->entry.seq)) {
            *found = record;
            any = true;
        }
    }
    return any;
}

bool spill_restore(struct journal *journal) {
    struct slot record;
    uint32_t after = journal->acked;
    while (journal->fill <= JOURNAL_FULL && next_record(after, &record)) {
        journal_append(journal, &record);
        after = record.entry.seq;
        board_alive();
    }
    return journal->fill;
}

static const struct slot *due(const struct spill *spill, const struct journal *journal,
                              uint32_t now_ms) {
    for (uint8_t i = 0; i < journal->fill; i++) {
        const struct slot *slot = journal_at(journal, i);
        if (slot->entry.seq > spill->spilled) {
            return now_ms - slot->entry.ms > SPILL_AFTER_MS ? slot : NULL;
        }
    }
    return NULL;
}

static void begin(struct spill *spill, const struct journal *journal, uint32_t now_ms) {
    const struct slot *slot = due(spill, journal, now_ms);
    if (slot) {
        spill->record = *slot;
        spill->spilled = slot->entry.seq;
        spill->count++;
        spill->unmarked = true;
        spill->step = 1;
    }
}

static void begin_mark(struct spill *spill, const struct journal *journal) {
    if (spill->step || !spill->unmarked || journal->acked < spill->spilled) {
        return;
    }
    spill->unmarked = false;
    memset(&spill->record, 0, sizeof spill->record);
    spill->record.entry.seq = spill->spilled;
    spill->record.entry.kind = SPILL_ACKED;
    spill->record.crc = crc16(&spill->record, CRC_AT);
    spill->step = 1;
}

// Spoils the old record first, and writes the CRC last.
static void write_step(struct spill *spill) {
    const uint8_t *bytes = (const uint8_t *)&spill->record;
    uint16_t base = (uint16_t)(spill->place * BYTES);
    if (spill->step == 1) {
        board_eeprom_write(base + CRC_AT, (uint8_t)~bytes[CRC_AT]);
    } else {
        uint8_t i = (uint8_t)(spill->step - 2);
        uint8_t at = i == CRC_AT ? CRC_AT + 1 : i == CRC_AT + 1 ? CRC_AT : i;
        board_eeprom_write(base + at, bytes[at]);
    }
    if (++spill->step == BYTES + 2) {
        spill->step = 0;
        spill->place = (uint8_t)(spill->place + 1) % SPILL_RECORDS;
    }
}

void spill_pass(struct spill *spill, const struct journal *journal, uint32_t now_ms) {
    if (!board_eeprom_ready()) {
        return;
    }
    if (!spill->step) {
        begin(spill, journal, now_ms);
        begin_mark(spill, journal);
    }
    if (spill->step) {
        write_step(spill);
    }
}

static uint16_t word_at(uint16_t at) {
    return (uint16_t)(board_eeprom_read(at) | board_eeprom_read(at + 1) << 8);
}

static void write_now(uint16_t at, uint8_t byte) {
    while (!board_eeprom_ready()) {
        board_alive();
    }
    if (board_eeprom_read(at) != byte) {
        board_eeprom_write(at, byte);
    }
}

uint16_t boots_next(void) {
    uint16_t boots[2];
    for (uint8_t i = 0; i < 2; i++) {
        uint16_t value = word_at(EEPROM_BOOTS + 4 * i), check = word_at(EEPROM_BOOTS + 4 * i + 2);
        boots[i] = (value ^ check) == UINT16_MAX ? value : 0;
    }
    uint8_t older = boots[0] > boots[1];
    uint16_t next = (uint16_t)((boots[0] > boots[1] ? boots[0] : boots[1]) + 1);
    uint16_t at = EEPROM_BOOTS + 4 * older, check = (uint16_t)~next;
    write_now(at, (uint8_t)next);
    write_now(at + 1, (uint8_t)(next >> 8));
    write_now(at + 2, (uint8_t)check);
    write_now(at + 3, (uint8_t)(check >> 8));
    while (!board_eeprom_ready()) {
        board_alive();
    }
    return next;
}
