#include "keys.h"

enum { QUIET_TICKS = 8 };

static inline __attribute__((always_inline)) void set(struct stamp *to, struct stamp at) {
    to->ms = at.ms;
    to->frac = at.frac;
}

void keys_edge(struct keys *keys, uint8_t edges, struct stamp at) {
    keys->stirred |= edges;
    uint8_t fresh = edges & (uint8_t)~keys->pending;
    keys->pending |= edges;
    // no loop and no copy of a whole stamp: an interrupt waits for this
    if (fresh & 0x01) set(keys->first, at);
    if (fresh & 0x02) set(keys->first + 1, at);
    if (fresh & 0x04) set(keys->first + 2, at);
    if (fresh & 0x08) set(keys->first + 3, at);
    if (fresh & 0x10) set(keys->first + 4, at);
    if (fresh & 0x20) set(keys->first + 5, at);
    if (fresh & 0x40) set(keys->first + 6, at);
}

void keys_tick(struct keys *keys, uint8_t reading) {
    uint8_t still = (uint8_t)~keys->stirred;
    keys->quiet = keys->stirred ? 0 : (uint8_t)(keys->quiet + 1);
    keys->stirred = 0;
    keys->high &= still;
    keys->low &= still;
    uint8_t differing = reading ^ keys->down;
    keys->high = (keys->high ^ keys->low) & differing;
    keys->low = (uint8_t)~keys->low & differing;
    uint8_t moved = differing & still & (uint8_t)~(keys->high | keys->low);
    keys->down ^= moved;
    keys->moved |= moved;
    if (keys->quiet >= QUIET_TICKS) {
        keys->quiet = 0;
        keys->pending &= keys->moved; // a touch that came to nothing is forgotten
    }
}

uint8_t keys_take(struct keys *keys, struct stamp *at) {
    if (!keys->moved) {
        return 8;
    }
    uint8_t key = 0;
    while (!(keys->moved >> key & 1)) {
        key++;
    }
    uint8_t others = (uint8_t)~(1 << key);
    board_lock();
    *at = keys->first[key];
    keys->moved &= others;
    keys->pending &= others;
    board_unlock();
    return key;
}
