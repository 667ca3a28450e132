// Four digits behind a TM1637: the two wires as a sequence of small steps.
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct digits {
    uint8_t wanted[4], shown[4];
    uint8_t byte;  // of the transfer, 0..6
    uint8_t phase; // of the byte
    bool busy;
};

void digits_clock(struct digits *digits, uint32_t left_ms); // minutes and seconds, rounded up
void digits_segments(struct digits *digits, uint32_t segments);
void digits_step(struct digits *digits);
