// Eight keys: settled after four equal readings without an edge between them, stamped at the first edge.
#pragma once
#include "board.h"

struct keys {
    uint8_t down;      // the settled keys, 1 = down
    uint8_t low, high; // a two-bit tick counter per key
    uint8_t stirred;   // had an edge since the last tick
    uint8_t pending;   // has a first edge that is not told yet
    uint8_t quiet;     // ticks without any edge
    uint8_t moved;     // settled anew, not taken yet
    struct stamp first[8];
};

// From the pin-change interrupt: these keys have had an edge at that time.
void keys_edge(struct keys *keys, uint8_t edges, struct stamp at);

// From the 1 kHz interrupt, with one reading of all keys.
void keys_tick(struct keys *keys, uint8_t reading);

// The lowest key that has moved, 8 if none; *at is its first edge.
uint8_t keys_take(struct keys *keys, struct stamp *at);
