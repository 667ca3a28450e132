#include "inside.h"
#include <simavr/avr_ioport.h>

// ---- the EEPROM: 3.4 ms a byte, and a byte being written is neither old nor new

void write_eecr(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param) {
    struct bench *bench = param;
    uint16_t at = (avr->data[EEARH] << 8 | avr->data[EEARL]) % EEPROM;
    bool enabled = avr->cycle - bench->enabled_at <= 6;
    avr->data[addr] = (value & ~(EERE | EEPE)) | (bench->writing ? EEPE : 0);
    if (value & EEMPE && !(value & EEPE)) {
        bench->enabled_at = avr->cycle;
    }
    if (bench->writing) {
        return;
    }
    if (value & EERE) {
        avr->data[EEDR] = bench->eeprom[at];
        avr->cycle += 4;
    }
    if (value & EEPE && enabled) {
        bench->writing = true;
        bench->write_to = at;
        bench->write_byte = avr->data[EEDR];
        bench->write_began = bench->figures.write_at = avr->cycle;
        bench->write_ends = avr->cycle + WRITE_CYCLES;
        bench->figures.writes++;
        avr->data[addr] = (avr->data[addr] & ~EEMPE) | EEPE;
        alarm_set(bench);
    }
}

void programmed(struct bench *bench, uint64_t now) {
    if (bench->writing && bench->write_ends <= now) {
        bench->eeprom[bench->write_to] = bench->write_byte;
        bench->writing = false;
        bench->avr->data[EECR] &= ~EEPE;
    }
}

// ---- keys: PD2..PD7 and PB0, low when pressed

void drive(struct bench *bench, uint8_t key, bool down) {
    char port = key == 6 ? 'B' : 'D';
    uint8_t bit = key == 6 ? 0 : key + 2;
    uint8_t keys = bench->down;
    avr_ioport_external_t pull = {
        .name = port,
        .mask = port == 'B' ? 1 : 0xFC,
        .value = port == 'B' ? !(keys >> 6 & 1) : (uint8_t)~(keys << 2) & 0xFC,
    };
    avr_ioctl(bench->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &pull);
    avr_raise_irq(avr_io_getirq(bench->avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), !down);
}

void move_keys(struct bench *bench, uint64_t now) {
    while (bench->edge_tail != bench->edge_head && bench->edges[bench->edge_tail % EDGES].at <= now) {
        struct edge *edge = &bench->edges[bench->edge_tail++ % EDGES];
        uint8_t mask = 1 << edge->key;
        bench->down = edge->down ? bench->down | mask : bench->down & ~mask;
        drive(bench, edge->key, edge->down);
    }
}
