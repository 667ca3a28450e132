// Generated from messages.toml by generate.py; do not edit.
#pragma once
#include <stdint.h>

#define WIRE_MAJOR 1UL
#define WIRE_MINOR 0UL
#define WIRE_BAUD 250000UL
#define WIRE_TICK_HZ 250000UL
#define WIRE_TICKS_PER_MS 250UL
#define WIRE_HEADER 3UL
#define WIRE_PAYLOAD_MAX 40UL
#define WIRE_WIRE_MAX 50UL

enum kind {
    KIND_BOOT = 1,
    KIND_PRESS = 2,
    KIND_RELEASE = 3,
    KIND_ROLL = 4,
    KIND_TIMER_START = 5,
    KIND_TIMER_STOP = 6,
    KIND_TIMER_EXPIRE = 7,
    KIND_KNOB = 8,
    KIND_LOST = 9,
};

enum key {
    KEY_START = 0,
    KEY_STOP = 1,
    KEY_DONE = 2,
    KEY_DICE_A = 3,
    KEY_DICE_B = 4,
    KEY_DICE_C = 5,
    KEY_DICE_D = 6,
};

enum timer {
    TIMER_IDLE = 0,
    TIMER_ARMED = 1,
    TIMER_RUNNING = 2,
    TIMER_STOPPED = 3,
    TIMER_EXPIRED = 4,
};

enum status {
    STATUS_DONE = 0,
    STATUS_REFUSED = 1,
    STATUS_UNKNOWN = 2,
};

enum cause {
    CAUSE_POWER = 1,
    CAUSE_RESET_PIN = 2,
    CAUSE_BROWN_OUT = 4,
    CAUSE_WATCHDOG = 8,
};

enum message {
    MSG_HELLO = 0x01,
    MSG_PING = 0x02,
    MSG_ACK = 0x03,
    MSG_TIMER_SET = 0x10,
    MSG_LAMPS = 0x11,
    MSG_TEXT = 0x12,
    MSG_BUZZ = 0x13,
    MSG_CONFIG = 0x14,
    MSG_DIAG = 0x20,
    MSG_ROLLS = 0x21,
    MSG_HELLO_R = 0x81,
    MSG_PONG = 0x82,
    MSG_EVT = 0x83,
    MSG_STATE = 0x84,
    MSG_RSP = 0x90,
    MSG_DIAG_R = 0xa0,
    MSG_ROLLS_R = 0xa1,
};

struct wire_entry {
    uint32_t seq;
    uint32_t ms;
    uint8_t frac;
    uint8_t kind;
    uint8_t a;
    uint8_t b;
    uint8_t c;
} __attribute__((packed));

struct msg_hello {
    uint8_t major;
    uint8_t minor;
    uint32_t session;
    uint32_t stored;
} __attribute__((packed));

struct msg_ping {
    uint32_t token;
} __attribute__((packed));

struct msg_ack {
    uint32_t stored;
} __attribute__((packed));

struct msg_timer_set {
    uint8_t state;
    uint32_t ms;
} __attribute__((packed));

struct msg_lamps {
    uint8_t on;
    uint8_t blink;
} __attribute__((packed));

struct msg_text {
    uint8_t show;
    uint32_t segments;
} __attribute__((packed));

struct msg_buzz {
    uint16_t hz;
    uint16_t ms;
    uint8_t times;
} __attribute__((packed));

struct msg_config {
    uint8_t key;
    uint8_t sides;
    uint8_t dice;
} __attribute__((packed));

struct msg_rolls {
    uint8_t sides;
    uint8_t count;
} __attribute__((packed));

struct msg_hello_r {
    uint8_t major;
    uint8_t minor;
    uint32_t firmware;
    uint8_t cause;
    uint16_t boot;
    uint32_t next;
    uint8_t fill;
    uint16_t lost;
    uint32_t tick_hz;
    uint32_t session;
} __attribute__((packed));

struct msg_pong {
    uint32_t token;
    uint32_t ms;
    uint8_t frac;
    uint16_t boot;
} __attribute__((packed));

#define EVT_MAX 3
struct msg_evt {
    uint8_t older;
    struct wire_entry parts[EVT_MAX];
} __attribute__((packed));

struct msg_state {
    uint32_t ms;
    uint8_t frac;
    uint8_t timer;
    uint32_t left_ms;
    uint8_t keys;
    uint8_t knob;
    uint8_t fill;
    uint16_t lost;
    uint16_t damaged;
    uint16_t boot;
    uint32_t next;
} __attribute__((packed));

struct msg_rsp {
    uint8_t command;
    uint8_t status;
} __attribute__((packed));

struct msg_diag_r {
    uint16_t damaged;
    uint16_t unknown;
    uint16_t overruns;
    uint16_t dropped;
    uint16_t lost;
    uint16_t stack_free;
    uint16_t spilled;
    uint32_t passes;
} __attribute__((packed));

#define ROLLS_R_MAX 39
struct msg_rolls_r {
    uint8_t sides;
    uint8_t parts[ROLLS_R_MAX];
} __attribute__((packed));
