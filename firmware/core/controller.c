#include "controller.h"
#include "serve.h"
#include <string.h>

enum {
    FIRST_RETRY_MS = 60,
    LAST_RETRY_MS = 1000,
    AGAIN_MS = 15, // an acknowledgement that brings nothing new asks for all again
    HEARTBEAT_MS = 500,
    HEARTBEAT_LATE_MS = 600,
    DICE_KEYS = 0x78,
    KNOB_STEADY = 20,
    LAST_COUNT = 0xFF00, // of one boot; some are left for this pass
    BLINK_BIT = 8, // 256 ms on, 256 ms off
    BOOTS_FULL = 16, // waiting entries beside which a power-up is not worth one: keys are
};

static void note(struct controller *self, struct stamp at, uint8_t kind, uint32_t value) {
    uint8_t what[4] = {kind, (uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16)};
    journal_push(&self->journal, at, what, self->down);
}

static void renew_seed(struct controller *self) {
    uint8_t seed[DICE_SEED];
    for (uint8_t i = 0; i < DICE_SEED; i++) {
        seed[i] = board_eeprom_read(EEPROM_SEED + i);
    }
    dice_seed(&self->dice, seed);
    dice_mix(&self->dice, (uint8_t)self->boot);
    dice_mix(&self->dice, (uint8_t)(self->boot >> 8));
    for (uint8_t i = 0; i < DICE_SEED; i++) {
        self->seed[i] = dice_byte(&self->dice);
    }
    self->seed_left = DICE_SEED;
}

// Behind the events: a boot without a new seed still differs by its boot number.
static void write_seed(struct controller *self) {
    if (self->seed_left && !self->spill.step && board_eeprom_ready()) {
        self->seed_left--;
        board_eeprom_write(EEPROM_SEED + self->seed_left, self->seed[self->seed_left]);
    }
}

static void number_from(struct controller *self) {
    self->boot = boots_next();
    self->journal.next = (uint32_t)self->boot << 16 | 1;
}

static uint8_t recover(struct controller *self, struct kept *kept, uint8_t keys_now) {
    uint32_t acked = spill_find(&self->spill);
    bool warm = !(self->cause & CAUSE_POWER) && journal_recover(&self->journal, kept);
    if (!warm) {
        journal_clear(&self->journal, kept, acked);
        self->spill.unmarked = spill_restore(&self->journal);
    }
    const struct slot *newest = journal_newest(&self->journal);
    return warm && newest ? newest->down : keys_now;
}

void controller_start(struct controller *self, struct kept *kept, uint8_t cause, uint8_t keys_now) {
    static const struct rule RULES[4] = {{6, 2}, {6, 1}, {10, 1}, {3, 1}};
    memset(self, 0, sizeof *self);
    memcpy(self->rules, RULES, sizeof RULES);
    self->cause = cause;
    self->down = self->keys.down = recover(self, kept, keys_now);
    number_from(self);
    renew_seed(self);
    const struct slot *newest = journal_newest(&self->journal);
    uint32_t before = newest && newest->entry.seq >> 16 == self->boot - 1u ? newest->entry.seq : 0;
    self->retry_ms = FIRST_RETRY_MS;
    if (!(cause & CAUSE_POWER) || self->journal.fill < BOOTS_FULL) {
        note(self, board_now(), KIND_BOOT, (before & 0xFFFF) << 8 | cause);
    }
}

static uint32_t left_at(const struct controller *self, struct stamp at) {
    const struct countdown *clock = &self->countdown;
    if (clock->state != TIMER_RUNNING) {
        return clock->left_ms;
    }
    uint32_t left = clock->end.ms - at.ms;
    left -= at.frac > clock->end.frac;
    return left > clock->left_ms ? 0 : left;
}

uint32_t controller_left_ms(const struct controller *self) { return left_at(self, board_now()); }

void countdown_set(struct controller *self, uint8_t state, uint32_t ms, struct stamp at) {
    struct countdown *clock = &self->countdown;
    bool ran = clock->state == TIMER_RUNNING;
    if (ran) {
        board_clear_deadline();
    }
    clock->state = state;
    clock->left_ms = ms;
    if (state == TIMER_RUNNING) {
        clock->end = (struct stamp){at.ms + ms, at.frac};
        board_set_deadline(clock->end);
        note(self, at, KIND_TIMER_START, ms);
    } else if (ran) {
        note(self, at, KIND_TIMER_STOP, ms);
    }
}

static void expire(struct controller *self) {
    struct countdown *clock = &self->countdown;
    if (board_rang() && clock->state == TIMER_RUNNING) {
        clock->state = TIMER_EXPIRED;
        clock->left_ms = 0;
        self->buzzer = (struct buzzer){2000, 800, (uint16_t)board_now().ms, 1};
        note(self, clock->end, KIND_TIMER_EXPIRE, 0);
    }
}

static void roll(struct controller *self, uint8_t key, struct stamp at) {
    const struct rule *rule = &self->rules[key - KEY_DICE_A];
    uint32_t first = dice_roll(&self->dice, rule->sides);
    uint32_t second = rule->dice > 1 ? dice_roll(&self->dice, rule->sides) : 0;
    note(self, at, KIND_ROLL, second << 16 | first << 8 | rule->sides);
}

static void pressed(struct controller *self, uint8_t key, struct stamp at) {
    if (DICE_KEYS >> key & 1) {
        roll(self, key, at);
        return;
    }
    note(self, at, KIND_PRESS, key);
    if (key == KEY_START && self->countdown.state == TIMER_ARMED) {
        countdown_set(self, TIMER_RUNNING, self->countdown.left_ms, at);
    } else if (key == KEY_STOP && self->countdown.state == TIMER_RUNNING) {
        countdown_set(self, TIMER_STOPPED, left_at(self, at), at);
    }
}

// A block is begun at a dice key's first edge and is ready when the key has settled.
static void stir(struct controller *self) {
    uint8_t waiting = self->keys.pending & DICE_KEYS;
    if (waiting & (uint8_t)~self->stirring) {
        dice_stir(&self->dice);
    }
    self->stirring = waiting;
    dice_step(&self->dice);
}

static void look_at_keys(struct controller *self) {
    struct stamp at;
    uint8_t key = keys_take(&self->keys, &at);
    if (key > KEY_DICE_D) {
        return;
    }
    self->down ^= (uint8_t)(1 << key);
    if (self->down >> key & 1) {
        pressed(self, key, at);
    } else {
        note(self, at, KIND_RELEASE, key);
    }
}

static void look_at_knob(struct controller *self) {
    uint8_t at = board_knob();
    uint8_t third = at < 85 ? 1 : at < 170 ? 2 : 3;
    self->knob_ticks = third == self->knob_new ? self->knob_ticks : 0;
    self->knob_new = third;
    if (third == self->knob || self->knob_ticks++ < KNOB_STEADY) {
        return;
    }
    bool first = self->knob == 0;
    self->knob = third;
    if (!first) {
        note(self, board_now(), KIND_KNOB, third);
    }
}

static void send_events(struct controller *self, uint16_t now) {
    struct journal *journal = &self->journal;
    if (journal->fill && self->sent >= journal->fill) {
        if ((uint16_t)(now - self->sent_at) < self->retry_ms) {
            return;
        }
        self->sent = 0;
        uint16_t doubled = self->retry_ms * 2;
        self->retry_ms = doubled < LAST_RETRY_MS ? doubled : LAST_RETRY_MS;
    }
    if (self->sent >= journal->fill || board_send_room() < FRAME_WIRE_MAX) {
        return;
    }
    struct msg_evt evt = {.older = self->sent};
    uint8_t count = 0;
    while (count < EVT_MAX && self->sent < journal->fill) {
        evt.parts[count++] = journal_at(journal, self->sent++)->entry;
    }
    say(MSG_EVT, 0, &evt, (uint8_t)(1 + count * sizeof(struct wire_entry)));
    if (evt.older == 0) {
        self->sent_at = now; // newer events must not put the repetition off
    }
}

void controller_acked(struct controller *self, uint32_t stored) {
    uint8_t before = self->journal.fill;
    journal_ack(&self->journal, stored);
    uint8_t gone = before - self->journal.fill;
    if (gone) {
        self->sent = self->sent > gone ? self->sent - gone : 0;
        self->retry_ms = FIRST_RETRY_MS;
    } else if ((uint16_t)((uint16_t)board_now().ms - self->sent_at) >= AGAIN_MS) {
        self->sent = 0;
    }
    journal_tell_lost(&self->journal, board_now(), self->down);
}

static void sound(struct buzzer *buzzer, uint16_t now) {
    if (buzzer->halves && (uint16_t)(now - buzzer->since) >= buzzer->ms) {
        buzzer->since = now;
        buzzer->halves--;
        board_tone(buzzer->halves & 1 ? buzzer->hz : 0);
    }
}

static void every_tick(struct controller *self, uint32_t now) {
    look_at_knob(self);
    sound(&self->buzzer, (uint16_t)now);
    bool dark = now >> BLINK_BIT & 1;
    board_lamps(self->lamps & (uint8_t)~(dark ? self->blinking : 0));
    if (!self->text && self->countdown.state != TIMER_IDLE) {
        digits_clock(&self->digits, controller_left_ms(self));
    }
    for (uint8_t i = 0; i < 8; i++) {
        digits_step(&self->digits);
    }
    // a key that is settling will want the wire
    uint16_t due = self->keys.pending ? HEARTBEAT_LATE_MS : HEARTBEAT_MS;
    if (++self->heartbeat >= due && board_send_room() >= FRAME_WIRE_MAX) {
        self->heartbeat = 0;
        say_state(self);
    }
}

void controller_pass(struct controller *self) {
    uint32_t now = board_now().ms;
    self->passes++;
    if ((uint16_t)self->journal.next > LAST_COUNT) {
        number_from(self);
    }
    listen(self);
    stir(self);
    answer_rolls(self);
    look_at_keys(self);
    expire(self);
    send_events(self, (uint16_t)now);
    spill_pass(&self->spill, &self->journal, now);
    write_seed(self);
    if (now != self->last_tick) {
        self->last_tick = now;
        every_tick(self, now);
        board_alive();
    }
}
