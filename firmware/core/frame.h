// Frames: COBS between zero bytes, guarded by CRC-32; taken apart byte by byte.
#pragma once
#include "messages.h"
#include <stdbool.h>

enum { FRAME_BODY_MAX = 3 + 40, FRAME_WIRE_MAX = 50 };

struct deframer {
    uint8_t body[FRAME_BODY_MAX + 4];
    uint8_t count;
    uint8_t run;     // bytes left in the COBS run
    bool zero_next;  // a zero stands between this run and the next
    bool begun;
    bool bad;
    uint16_t damaged;
};

// True when *byte* ends a good frame: header and payload are in body, their length in count.
bool deframe(struct deframer *in, uint8_t byte);

// Puts a frame together and returns its length.
uint8_t enframe(uint8_t *wire, uint8_t type, uint8_t seq, const void *payload, uint8_t count);
