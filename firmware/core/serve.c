#include "serve.h"
#include <string.h>

#ifndef FIRMWARE_ID
#define FIRMWARE_ID 0
#endif

enum { LISTEN_BYTES = 24, SPARE_BYTES = 4, COMMANDS = 0x10, COUNTDOWN_MIN_MS = 20, COUNTDOWN_MAX_MS = 0xFFFFFF };

void say(uint8_t type, uint8_t seq, const void *payload, uint8_t count) {
    uint8_t wire[FRAME_WIRE_MAX + 2];
    if (board_send_room() >= FRAME_WIRE_MAX) {
        board_send(wire, enframe(wire, type, seq, payload, count));
    }
}

void say_state(struct controller *self) {
    struct stamp now = board_now();
    struct msg_state state = {
        .ms = now.ms, .frac = now.frac, .timer = self->countdown.state,
        .left_ms = controller_left_ms(self), .keys = self->down, .knob = self->knob,
        .fill = self->journal.fill, .lost = self->journal.lost, .damaged = self->in.damaged,
        .boot = self->boot, .next = self->journal.next,
    };
    say(MSG_STATE, 0, &state, sizeof state);
}

static void hello(struct controller *self, const struct msg_hello *host) {
    if (host->session != self->session) {
        self->answered = 0;
    }
    self->session = host->session;
    if (host->major == WIRE_MAJOR) {
        controller_acked(self, host->stored);
        self->sent = 0;
    }
    struct msg_hello_r reply = {
        .major = WIRE_MAJOR, .minor = WIRE_MINOR, .firmware = FIRMWARE_ID, .cause = self->cause,
        .boot = self->boot, .next = self->journal.next, .fill = self->journal.fill,
        .lost = self->journal.lost, .tick_hz = WIRE_TICK_HZ, .session = self->session,
    };
    say(MSG_HELLO_R, 0, &reply, sizeof reply);
}

static void ping(struct controller *self, const struct msg_ping *host) {
    struct stamp at;
    if (board_ping_stamp(&at)) {
        struct msg_pong pong = {host->token, at.ms, at.frac, self->boot};
        say(MSG_PONG, 0, &pong, sizeof pong);
    }
}

static void diagnose(struct controller *self) {
    struct msg_diag_r reply = {
        .damaged = self->in.damaged, .unknown = self->unknown, .overruns = board_overruns(),
        .dropped = board_dropped(), .lost = self->journal.lost,
        .stack_free = board_stack_free(), .spilled = self->spill.count, .passes = self->passes,
    };
    say(MSG_DIAG_R, 0, &reply, sizeof reply);
}

static bool fair(uint8_t sides) { return sides >= 2 && sides <= 100; }

// They are rolled when a block is ready: making one takes several passes.
static void rolls(struct controller *self, const struct msg_rolls *host) {
    self->asked = (struct rule){host->sides, host->count < ROLLS_R_MAX ? host->count : ROLLS_R_MAX};
    if (!fair(host->sides)) {
        self->asked.dice = 0;
    }
    self->roll_asked = true;
    if (self->asked.dice && !self->dice.step) {
        dice_stir(&self->dice);
    }
}

void answer_rolls(struct controller *self) {
    if (!self->roll_asked || self->dice.step) {
        return;
    }
    struct msg_rolls_r reply = {.sides = self->asked.sides};
    uint8_t count = 0;
    while (count < self->asked.dice && self->dice.left > SPARE_BYTES) {
        reply.parts[count++] = dice_roll(&self->dice, self->asked.sides);
    }
    self->roll_asked = false;
    say(MSG_ROLLS_R, 0, &reply, 1 + count);
}

static uint8_t set_timer(struct controller *self, const struct msg_timer_set *host) {
    bool to_run = host->state == TIMER_ARMED || host->state == TIMER_RUNNING;
    bool too_short = to_run && host->ms < COUNTDOWN_MIN_MS; // a key takes that long to settle
    if (host->state > TIMER_STOPPED || host->ms > COUNTDOWN_MAX_MS || too_short) {
        return STATUS_REFUSED;
    }
    if (host->state == TIMER_RUNNING && self->countdown.state == TIMER_RUNNING) {
        return STATUS_DONE; // a host that comes back does not know better than this clock
    }
    countdown_set(self, host->state, host->ms, board_now());
    return STATUS_DONE;
}

static uint8_t set_text(struct controller *self, const struct msg_text *host) {
    self->text = host->show;
    digits_segments(&self->digits, host->segments);
    return STATUS_DONE;
}

static uint8_t buzz(struct controller *self, const struct msg_buzz *host) {
    if (host->times > 100 || (host->hz && host->hz < 100)) {
        return STATUS_REFUSED;
    }
    uint16_t now = (uint16_t)board_now().ms;
    self->buzzer = (struct buzzer){host->hz, host->ms, now, host->times * 2};
    self->buzzer.halves -= host->times > 0;
    board_tone(host->times ? host->hz : 0);
    return STATUS_DONE;
}

static uint8_t set_rule(struct controller *self, const struct msg_config *host) {
    bool dice_key = host->key >= KEY_DICE_A && host->key <= KEY_DICE_D;
    if (!dice_key || !fair(host->sides) || host->dice < 1 || host->dice > 2) {
        return STATUS_REFUSED;
    }
    self->rules[host->key - KEY_DICE_A] = (struct rule){host->sides, host->dice};
    return STATUS_DONE;
}

static uint8_t set_lamps(struct controller *self, const struct msg_lamps *host) {
    self->lamps = host->on;
    self->blinking = host->blink;
    return STATUS_DONE;
}

static uint8_t obey(struct controller *self, uint8_t type, const void *payload) {
    switch (type) {
    case MSG_TIMER_SET: return set_timer(self, payload);
    case MSG_LAMPS: return set_lamps(self, payload);
    case MSG_TEXT: return set_text(self, payload);
    case MSG_BUZZ: return buzz(self, payload);
    case MSG_CONFIG: return set_rule(self, payload);
    default: return STATUS_UNKNOWN;
    }
}

// A command that comes again gets its old answer and does nothing.
static void command(struct controller *self, uint8_t type, uint8_t seq, const void *payload) {
    if (seq == 0 || seq != self->answered || type != self->answer_type) {
        self->answer_status = obey(self, type, payload);
        self->answered = seq;
        self->answer_type = type;
    }
    struct msg_rsp reply = {type, self->answer_status};
    say(MSG_RSP, seq, &reply, sizeof reply);
}

static uint8_t least(uint8_t type) {
    static const struct { uint8_t type, size; } SIZES[] = {
        {MSG_HELLO, sizeof(struct msg_hello)}, {MSG_PING, sizeof(struct msg_ping)},
        {MSG_ACK, sizeof(struct msg_ack)}, {MSG_TIMER_SET, sizeof(struct msg_timer_set)},
        {MSG_LAMPS, sizeof(struct msg_lamps)}, {MSG_TEXT, sizeof(struct msg_text)},
        {MSG_BUZZ, sizeof(struct msg_buzz)}, {MSG_CONFIG, sizeof(struct msg_config)},
        {MSG_DIAG, 0}, {MSG_ROLLS, sizeof(struct msg_rolls)},
    };
    for (uint8_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        if (SIZES[i].type == type) {
            return SIZES[i].size;
        }
    }
    return UINT8_MAX;
}

static void serve(struct controller *self) {
    const uint8_t *body = self->in.body, *payload = body + WIRE_HEADER;
    uint8_t type = body[1];
    bool foreign = body[0] >> 4 != WIRE_MAJOR && type != MSG_HELLO;
    if (foreign || self->in.count - WIRE_HEADER < least(type)) {
        self->unknown++;
        return;
    }
    switch (type) {
    case MSG_HELLO: hello(self, (const void *)payload); break;
    case MSG_PING: ping(self, (const void *)payload); break;
    case MSG_ACK: controller_acked(self, ((const struct msg_ack *)payload)->stored); break;
    case MSG_DIAG: diagnose(self); break;
    case MSG_ROLLS: rolls(self, (const void *)payload); break;
    default: command(self, type, body[2], payload);
    }
}

void listen(struct controller *self) {
    uint8_t byte;
    for (uint8_t i = 0; i < LISTEN_BYTES && board_receive(&byte); i++) {
        if (deframe(&self->in, byte)) {
            serve(self);
            return;
        }
    }
}
