// Dice: pooled entropy through ChaCha8 with key erasure, then rejection. One block is made in
// five short steps, so that the loop never stops for long.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { DICE_SEED = 32, DICE_POOL = 16 };

struct dice {
    uint32_t key[8];
    uint32_t block[16];
    uint8_t pool[DICE_POOL];
    uint8_t where; // next byte of the pool
    uint8_t step;  // 0: at rest
    uint8_t left;  // unused bytes at the end of the block
};

void dice_seed(struct dice *dice, const uint8_t seed[DICE_SEED]);
void dice_mix(struct dice *dice, uint8_t entropy); // cheap: for interrupts
void dice_stir(struct dice *dice);                 // begin a block with all entropy so far
void dice_step(struct dice *dice);                 // one part of it
uint8_t dice_byte(struct dice *dice);
uint8_t dice_roll(struct dice *dice, uint8_t sides); // 1..sides, sides 2..100
