#include "digits.h"
#include "board.h"
#include <string.h>

enum { COLON = 0x80, BYTES = 7, BITS_END = 16, ACK_END = 19, PHASES = 22 };

static const uint8_t GLYPHS[10] = {0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F};

void digits_clock(struct digits *digits, uint32_t left_ms) {
    uint16_t seconds = (uint16_t)((left_ms + 999) / 1000);
    uint8_t minutes = (uint8_t)(seconds / 60), rest = (uint8_t)(seconds % 60);
    digits->wanted[0] = GLYPHS[minutes / 10 % 10];
    digits->wanted[1] = GLYPHS[minutes % 10] | COLON;
    digits->wanted[2] = GLYPHS[rest / 10];
    digits->wanted[3] = GLYPHS[rest % 10];
}

void digits_segments(struct digits *digits, uint32_t segments) {
    memcpy(digits->wanted, &segments, 4);
}

// Data command, address and four digits, brightness: three transfers in seven bytes.
static uint8_t byte_of(const struct digits *digits) {
    static const uint8_t COMMANDS[BYTES] = {0x40, 0xC0, 0, 0, 0, 0, 0x8C};
    uint8_t at = digits->byte;
    return at >= 2 && at <= 5 ? digits->shown[at - 2] : COMMANDS[at];
}

static bool starts(uint8_t byte) { return byte == 0 || byte == 1 || byte == 6; }
static bool stops(uint8_t byte) { return byte == 0 || byte == 5 || byte == 6; }

static void advance(struct digits *digits) {
    digits->phase = 0;
    if (++digits->byte == BYTES) {
        digits->byte = 0;
        digits->busy = false;
    }
}

static void tail(struct digits *digits) {
    static const uint8_t LEVELS[] = {0, 2, 0, 0, 2, 3}; // clock in bit 1, data in bit 0
    uint8_t at = (uint8_t)(digits->phase - BITS_END - 1);
    board_digit_pins(LEVELS[at] >> 1, LEVELS[at] & 1);
    uint8_t last = stops(digits->byte) ? PHASES : ACK_END;
    if (digits->phase++ == last) {
        advance(digits);
    }
}

void digits_step(struct digits *digits) {
    if (!digits->busy) {
        if (!memcmp(digits->wanted, digits->shown, 4)) {
            return;
        }
        memcpy(digits->shown, digits->wanted, 4);
        digits->busy = true;
    }
    uint8_t phase = digits->phase;
    if (phase > BITS_END) {
        tail(digits);
        return;
    }
    if (phase == 0) {
        if (starts(digits->byte)) {
            board_digit_pins(true, false);
        }
    } else {
        uint8_t bit = (uint8_t)((phase - 1) >> 1);
        board_digit_pins(phase % 2 == 0, byte_of(digits) >> bit & 1);
    }
    digits->phase++;
}
