// The core on the host: `fuzz BYTES SEED`, `corrupt FRAMES SEED`, `rolls SIDES COUNT SEED`.
#include "controller.h"
#include "serve.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;
static uint32_t ticks;
static uint8_t eeprom[1024], incoming;
static bool has_incoming, bell;
static struct stamp deadline;
static bool deadline_set;

static uint32_t random32(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(state >> 16);
}

struct stamp board_now(void) { return (struct stamp){ticks / 250, (uint8_t)(ticks % 250)}; }
void board_lock(void) {}
void board_unlock(void) {}
uint8_t board_send_room(void) { return 127; }
void board_send(const uint8_t *bytes, uint8_t count) {
    if (!count || bytes[0] || bytes[count - 1]) {
        abort();
    }
}
bool board_receive(uint8_t *byte) {
    bool had = has_incoming;
    *byte = incoming;
    has_incoming = false;
    return had;
}
bool board_ping_stamp(struct stamp *at) { return *at = board_now(), true; }
void board_set_deadline(struct stamp at) { deadline = at, deadline_set = true; }
void board_clear_deadline(void) { deadline_set = false; }
bool board_rang(void) {
    bell = deadline_set && board_now().ms >= deadline.ms;
    deadline_set = deadline_set && !bell;
    return bell;
}
bool board_eeprom_ready(void) { return true; }
uint8_t board_eeprom_read(uint16_t at) {
    if (at >= sizeof eeprom) {
        abort();
    }
    return eeprom[at];
}
void board_eeprom_write(uint16_t at, uint8_t byte) {
    if (at >= sizeof eeprom) {
        abort();
    }
    eeprom[at] = byte;
}
void board_alive(void) {}
uint8_t board_knob(void) { return (uint8_t)(ticks >> 16); }
void board_lamps(uint8_t lit) { (void)lit; }
void board_tone(uint16_t hz) { (void)hz; }
void board_digit_pins(bool clock, bool data) { (void)clock, (void)data; }
uint16_t board_stack_free(void) { return 0; }
uint16_t board_overruns(void) { return 0; }
uint16_t board_dropped(void) { return 0; }

static struct controller controller;
static struct kept kept;
static uint8_t wire[64];
static uint8_t wire_left, wire_at;

static void next_frame(void) {
    static const uint8_t TYPES[] = {1, 2, 3, 0x10, 0x11, 0x12, 0x13, 0x14, 0x20, 0x21, 0x77};
    uint8_t payload[40];
    for (uint8_t i = 0; i < sizeof payload; i++) {
        payload[i] = (uint8_t)(random32() & (random32() & 1 ? 0xFF : 3));
    }
    uint8_t count = (uint8_t)(random32() % 41);
    wire_left = enframe(wire, TYPES[random32() % sizeof TYPES], (uint8_t)random32(), payload, count);
    wire_at = 0;
    if (random32() % 4 == 0) {
        wire[random32() % wire_left] ^= (uint8_t)random32();
    }
}

static void fuzz(uint64_t bytes) {
    controller_start(&controller, &kept, CAUSE_POWER, 0);
    for (uint64_t i = 0; i < bytes; i++) {
        if (!wire_left) {
            next_frame();
        }
        incoming = random32() % 50 ? wire[wire_at] : (uint8_t)random32();
        wire_at++, wire_left--;
        has_incoming = true;
        ticks += random32() % 64;
        if (random32() % 16 == 0) {
            keys_edge(&controller.keys, random32() & 0x7F, board_now());
        }
        keys_tick(&controller.keys, (uint8_t)(ticks >> 12) & 0x7F);
        dice_mix(&controller.dice, (uint8_t)random32());
        controller_pass(&controller);
        if (random32() % 500000 == 0) {
            controller_start(&controller, &kept, random32() & 1 ? CAUSE_POWER : CAUSE_WATCHDOG, 0);
        }
    }
    printf("%u\n", controller.in.damaged);
}

static void spoil(uint8_t *frame, uint8_t count) {
    uint8_t at = (uint8_t)(1 + random32() % (count - 2u)), other = (uint8_t)(1 + random32() % (count - 2u));
    switch (random32() % 6) {
    case 0: frame[at] ^= (uint8_t)(1 << random32() % 8); break;
    case 1: frame[at] = (uint8_t)random32(); break;
    case 2: frame[at] ^= (uint8_t)random32(), frame[other] ^= (uint8_t)random32(); break;
    case 3: memmove(frame + at, frame + at + 1, count - at - 1u), frame[count - 1] = 0; break;
    case 4: for (uint8_t i = at; i < count - 1 && i < at + 6; i++) frame[i] = (uint8_t)random32(); break;
    default: { uint8_t held = frame[at]; frame[at] = frame[other], frame[other] = held; }
    }
}

static void corrupt(uint64_t frames) {
    static struct deframer in;
    uint64_t accepted = 0;
    for (uint64_t i = 0; i < frames; i++) {
        uint8_t payload[40], good[64], bad[64];
        for (uint8_t j = 0; j < 12; j++) {
            payload[j] = (uint8_t)(random32() & (random32() & 1 ? 0xFF : 1));
        }
        uint8_t count = enframe(good, (uint8_t)random32(), 0, payload, (uint8_t)(random32() % 13));
        do {
            memcpy(bad, good, count);
            spoil(bad, count);
        } while (!memcmp(bad, good, count));
        for (uint8_t j = 0; j < count; j++) {
            accepted += deframe(&in, bad[j]);
        }
        accepted += deframe(&in, 0);
    }
    printf("%llu\n", (unsigned long long)accepted);
}

static void rolls(uint8_t sides, uint64_t count) {
    static struct dice dice;
    uint8_t seed[DICE_SEED];
    for (uint8_t i = 0; i < DICE_SEED; i++) {
        seed[i] = (uint8_t)random32();
    }
    dice_seed(&dice, seed);
    while (count--) {
        putchar(dice_roll(&dice, sides));
    }
}

int main(int argc, char **argv) {
    uint64_t count = strtoull(argv[argc - 2], NULL, 10);
    state = strtoull(argv[argc - 1], NULL, 10) * 0x9E3779B97F4A7C15u + 1;
    memset(eeprom, 0xFF, sizeof eeprom);
    switch (argv[1][0]) {
    case 'f': fuzz(count); break;
    case 'c': corrupt(count); break;
    default: rolls((uint8_t)atoi(argv[2]), count);
    }
    return 0;
}
