// The bench: the flashed image in simavr, with a wire, keys, a dial and an EEPROM that behave as
// on silicon. All times are cycles of 16 MHz since the bench was made; power cuts do not stop them.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(default)

struct bench;

struct bench *bench_new(const char *elf, uint32_t seed);
void bench_free(struct bench *bench);

uint64_t bench_now(const struct bench *bench);
bool bench_run(struct bench *bench, uint64_t until); // false once the processor has stopped

// Puts bytes on the wire to the controller, back to back, not before `from`.
void bench_send(struct bench *bench, const uint8_t *bytes, uint32_t count, uint64_t from);
uint32_t bench_sending(const struct bench *bench); // bytes still on their way
// Takes what the controller has sent; `ends` are the times of the last bits.
uint32_t bench_take(struct bench *bench, uint8_t *bytes, uint64_t *ends, uint32_t most);

void bench_key(struct bench *bench, uint8_t key, bool down, uint64_t at);
void bench_dial(struct bench *bench, uint32_t millivolts);

void bench_reset(struct bench *bench);           // the reset pin
void bench_cut(struct bench *bench);             // power off and on: memory is noise
void bench_cut_in_write(struct bench *bench, uint32_t writes); // in the middle of a coming write
void bench_hang(struct bench *bench);            // the processor runs in a circle
bool bench_wait_boot(struct bench *bench, uint64_t until);

uint8_t *bench_eeprom(struct bench *bench);
uint8_t *bench_memory(struct bench *bench);
const uint8_t *bench_flash(struct bench *bench);

struct figures {
    uint32_t worst[26];  // cycles of an interrupt, by vector
    uint32_t overruns;   // bytes that the receiver had no room for
    uint32_t received;   // bytes that arrived
    uint32_t writes;     // of the EEPROM
    uint32_t cuts;
    uint32_t boots;
    uint32_t bells;
    uint64_t bell_at;    // of the last tone that began
    uint64_t boot_at;
    uint64_t write_at;
    uint64_t clock_at;   // when the controller's own clock began to count
};
struct figures *bench_figures(struct bench *bench);

// Every change of the two wires of the digits: clock in bit 1, data in bit 0.
uint32_t bench_digits(struct bench *bench, uint8_t *levels, uint64_t *at, uint32_t most);

#pragma GCC visibility pop
