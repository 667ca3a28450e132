// The inside of the bench, for its own files only.
#pragma once
#include "bench.h"
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>

enum {
    UDR = 0xC6, UCSRA = 0xC0, UCSRB = 0xC1, UBRRL = 0xC4, UBRRH = 0xC5,
    RXC = 0x80, UDRE = 0x20, DOR = 0x08, U2X = 0x02, RXCIE = 0x80, UDRIE = 0x20, RXEN = 0x10, TXEN = 0x08,
    EECR = 0x3F, EEDR = 0x40, EEARL = 0x41, EEARH = 0x42, EERE = 1, EEPE = 2, EEMPE = 4,
    PINB = 0x23, PIND = 0x29, DDRC = 0x27, MCUSR = 0x54, TCCR1B = 0x81, TCCR2A = 0xB0, COM2A0 = 0x40,
    VECTOR_RX = 18, VECTOR_UDRE = 19, VECTORS = 26,
    POWER = 1, RESET_PIN = 2,
    WRITE_CYCLES = 54400, // 3.4 ms
    ENTRY_AND_RETURN = 4 + 4,
    MEMORY = 0x100, MEMORY_END = 0x900, EEPROM = 1024,
    EDGES = 1 << 12, IN = 1 << 20, OUT = 1 << 18, LEVELS = 1 << 16,
    KEYS = 7,
};

struct edge {
    uint64_t at;
    uint8_t key;
    bool down;
};

struct bench {
    avr_t *avr;
    elf_firmware_t elf;
    avr_int_vector_t *rx, *udre;
    struct figures figures;
    uint32_t noise;
    bool cut_wanted;

    uint8_t in[IN];
    uint32_t in_head, in_tail;
    uint64_t in_next; // when the byte at in_tail has arrived
    uint8_t held[2];  // the receiver's two bytes
    uint8_t held_count;
    bool shifting_full, overrun; // a third byte waits in the shift register
    uint8_t shifted;

    uint8_t out[OUT];
    uint64_t out_ends[OUT];
    uint32_t out_head, out_tail;
    uint64_t out_free; // when the shift register is empty
    uint8_t waiting;
    bool waiting_full;

    struct edge edges[EDGES];
    uint32_t edge_head, edge_tail;
    uint8_t down;
    uint32_t millivolts;

    uint8_t eeprom[EEPROM];
    uint64_t write_ends, write_began, enabled_at;
    uint16_t write_to;
    uint8_t write_byte;
    bool writing;
    uint32_t cut_writes;
    bool cut_armed;

    uint64_t interrupted_at;
    uint32_t vector;

    uint8_t levels[LEVELS];
    uint64_t level_at[LEVELS];
    uint32_t level_count;
};

// The wire: exact times, and a receiver that holds three bytes.
uint64_t byte_cycles(const struct bench *bench);
void incoming(struct bench *bench, uint64_t now);
void outgoing(struct bench *bench, uint64_t now);
uint8_t read_udr(avr_t *avr, avr_io_addr_t addr, void *param);
void write_udr(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param);
void write_ucsra(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param);
void write_ucsrb(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param);

// EEPROM and keys.
void write_eecr(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param);
void programmed(struct bench *bench, uint64_t now);
void drive(struct bench *bench, uint8_t key, bool down);
void move_keys(struct bench *bench, uint64_t now);

void alarm_set(struct bench *bench); // wakes simavr for whatever comes next from outside
