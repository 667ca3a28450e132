#include "inside.h"

uint64_t byte_cycles(const struct bench *bench) {
    const uint8_t *data = bench->avr->data;
    uint32_t divisor = (data[UBRRH] & 15) << 8 | data[UBRRL];
    return (uint64_t)(divisor + 1) * (data[UCSRA] & U2X ? 8 : 16) * 10;
}

// ---- the wire to the controller

static void show_received(struct bench *bench) {
    uint8_t *status = &bench->avr->data[UCSRA];
    *status = (*status & ~(RXC | DOR)) | (bench->held_count ? RXC : 0) | (bench->overrun ? DOR : 0);
    if (bench->held_count) {
        avr_raise_interrupt(bench->avr, bench->rx);
    } else {
        avr_clear_interrupt(bench->avr, bench->rx);
    }
}

static void arrive(struct bench *bench, uint8_t byte) {
    if (!(bench->avr->data[UCSRB] & RXEN)) {
        return;
    }
    bench->figures.received++;
    if (bench->held_count < 2) {
        bench->held[bench->held_count++] = byte;
    } else if (!bench->shifting_full) {
        bench->shifted = byte;
        bench->shifting_full = true;
    } else {
        bench->shifted = byte; // the older one is gone
        bench->overrun = true;
        bench->figures.overruns++;
    }
    show_received(bench);
}

uint8_t read_udr(avr_t *avr, avr_io_addr_t addr, void *param) {
    struct bench *bench = param;
    uint8_t byte = bench->held[0];
    if (bench->held_count) {
        bench->held[0] = bench->held[1];
        bench->held_count--;
    }
    if (bench->shifting_full && bench->held_count < 2) {
        bench->held[bench->held_count++] = bench->shifted;
        bench->shifting_full = false;
    }
    bench->overrun = false;
    avr_clear_interrupt(avr, bench->rx);
    show_received(bench);
    (void)addr;
    return byte;
}

void incoming(struct bench *bench, uint64_t now) {
    while (bench->in_tail != bench->in_head && bench->in_next <= now) {
        arrive(bench, bench->in[bench->in_tail++ % IN]);
        bench->in_next += byte_cycles(bench);
    }
}

// ---- the wire from the controller

static void shift_out(struct bench *bench, uint8_t byte, uint64_t from) {
    uint32_t at = bench->out_head++ % OUT;
    bench->out[at] = byte;
    bench->out_free = bench->out_ends[at] = from + byte_cycles(bench);
}

static void room_again(struct bench *bench) {
    bench->avr->data[UCSRA] |= UDRE;
    avr_raise_interrupt(bench->avr, bench->udre);
}

void outgoing(struct bench *bench, uint64_t now) {
    if (bench->waiting_full && bench->out_free <= now) {
        shift_out(bench, bench->waiting, bench->out_free);
        bench->waiting_full = false;
        room_again(bench);
    }
}

void write_udr(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param) {
    struct bench *bench = param;
    (void)addr;
    avr_clear_interrupt(avr, bench->udre);
    if (!(avr->data[UCSRB] & TXEN)) {
        return;
    }
    if (bench->out_free <= avr->cycle) {
        shift_out(bench, value, avr->cycle);
        room_again(bench);
    } else {
        bench->waiting = value;
        bench->waiting_full = true;
        avr->data[UCSRA] &= ~UDRE;
        alarm_set(bench);
    }
}

void write_ucsra(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param) {
    (void)param;
    avr->data[addr] = (avr->data[addr] & ~U2X) | (value & U2X);
}

void write_ucsrb(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param) {
    struct bench *bench = param;
    uint8_t fresh = value & ~avr->data[addr];
    avr->data[addr] = value;
    if (fresh & RXEN) {
        bench->held_count = bench->shifting_full = bench->overrun = 0;
    }
    if (fresh & UDRIE && avr->data[UCSRA] & UDRE) {
        avr_raise_interrupt(avr, bench->udre);
    }
    if (!(value & UDRIE)) {
        avr_clear_interrupt(avr, bench->udre);
    }
}
