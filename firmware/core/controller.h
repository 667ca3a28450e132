// The controller: everything it does, one short pass of the loop at a time.
#pragma once
#include "dice.h"
#include "digits.h"
#include "frame.h"
#include "journal.h"
#include "keys.h"
#include "spill.h"

struct rule {
    uint8_t sides, dice;
};

struct countdown {
    uint8_t state; // enum timer
    uint32_t left_ms;
    struct stamp end; // while running
};

struct buzzer {
    uint16_t hz, ms, since;
    uint8_t halves; // tones and pauses still to come
};

struct controller {
    struct keys keys; // shared with the interrupts
    struct dice dice;
    struct journal journal;
    struct spill spill;
    struct deframer in;
    struct digits digits;
    struct countdown countdown;
    struct buzzer buzzer;
    uint8_t seed[DICE_SEED]; // for the next boot
    uint8_t seed_left;       // bytes of it still to be written
    struct rule rules[4];
    struct rule asked; // rolls in bulk
    bool roll_asked;
    uint32_t session, passes, last_tick;
    uint16_t boot, sent_at, retry_ms, heartbeat, unknown;
    uint8_t cause, sent, down, knob, knob_new, knob_ticks;
    uint8_t lamps, blinking, text;
    uint8_t answered, answer_type, answer_status;
    uint8_t stirring; // dice keys whose first edge has begun a block
};

void controller_start(struct controller *self, struct kept *kept, uint8_t cause, uint8_t keys_now);
void controller_pass(struct controller *self);
