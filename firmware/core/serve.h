// The controller's side of the wire: what it answers.
#pragma once
#include "controller.h"

void say(uint8_t type, uint8_t seq, const void *payload, uint8_t count);
void say_state(struct controller *self);
void listen(struct controller *self); // takes in what has arrived, at most one message
void answer_rolls(struct controller *self); // as many of those asked for as one block gives

uint32_t controller_left_ms(const struct controller *self);
void controller_acked(struct controller *self, uint32_t stored);
void countdown_set(struct controller *self, uint8_t state, uint32_t ms, struct stamp at);
