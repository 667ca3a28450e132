#include "dice.h"
#include <string.h>

enum { DOUBLE_ROUNDS = 4, OUTPUT = 32 };

static uint32_t turned(uint32_t x, uint8_t by) { return x << by | x >> (32 - by); }

static void quarter(uint32_t *x, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    x[a] += x[b], x[d] = turned(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = turned(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = turned(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = turned(x[b] ^ x[c], 7);
}

static void double_round(uint32_t *x) {
    for (uint8_t i = 0; i < 4; i++) {
        quarter(x, i, 4 + i, 8 + i, 12 + i);
    }
    for (uint8_t i = 0; i < 4; i++) {
        quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
}

static void first_block(uint32_t *x, const uint32_t *key) {
    static const uint32_t SIGMA[4] = {0x61707865UL, 0x3320646EUL, 0x79622D32UL, 0x6B206574UL};
    memcpy(x, SIGMA, sizeof SIGMA);
    memcpy(x + 4, key, 32);
    memset(x + 12, 0, 16);
}

void dice_seed(struct dice *dice, const uint8_t seed[DICE_SEED]) {
    memset(dice, 0, sizeof *dice);
    memcpy(dice->key, seed, DICE_SEED);
}

void dice_mix(struct dice *dice, uint8_t entropy) {
    uint8_t *byte = &dice->pool[dice->where];
    *byte = (uint8_t)(*byte << 3 | *byte >> 5) ^ entropy;
    dice->where = (uint8_t)(dice->where + 1) % DICE_POOL;
}

void dice_stir(struct dice *dice) {
    uint8_t *key = (uint8_t *)dice->key;
    for (uint8_t i = 0; i < DICE_POOL; i++) {
        key[i] ^= dice->pool[i];
    }
    dice->step = 1;
    dice->left = 0;
    first_block(dice->block, dice->key);
}

// The first half becomes the next key, so a block cannot be run backwards; the second is output.
static void finish(struct dice *dice) {
    uint32_t start[16];
    first_block(start, dice->key);
    for (uint8_t i = 0; i < 16; i++) {
        dice->block[i] += start[i];
    }
    memcpy(dice->key, dice->block, 32);
    memset(dice->block, 0, 32);
    dice->left = OUTPUT;
    dice->step = 0;
}

void dice_step(struct dice *dice) {
    if (!dice->step) {
        return;
    }
    if (dice->step++ <= DOUBLE_ROUNDS) {
        double_round(dice->block);
    } else {
        finish(dice);
    }
}

uint8_t dice_byte(struct dice *dice) {
    if (!dice->left && !dice->step) {
        dice_stir(dice);
    }
    while (dice->step) {
        dice_step(dice);
    }
    uint8_t *byte = (uint8_t *)dice->block + sizeof dice->block - dice->left--;
    uint8_t taken = *byte;
    *byte = 0;
    return taken;
}

uint8_t dice_roll(struct dice *dice, uint8_t sides) {
    uint8_t limit = (uint8_t)(256 / sides * sides - 1); // the last byte that is fair
    uint8_t byte;
    do {
        byte = dice_byte(dice);
    } while (byte > limit);
    return (uint8_t)(byte % sides + 1);
}
