#include "frame.h"
#include "crc.h"
#include <string.h>

static void keep(struct deframer *in, uint8_t byte) {
    if (in->count >= sizeof in->body) {
        in->bad = true;
        return;
    }
    in->body[in->count++] = byte;
}

static bool crc_good(const struct deframer *in) {
    uint32_t crc = CRC32_START;
    for (uint8_t i = 0; i < in->count - 4; i++) {
        crc = crc32_add(crc, in->body[i]);
    }
    crc = ~crc;
    for (uint8_t i = 0; i < 4; i++, crc >>= 8) {
        if (in->body[in->count - 4 + i] != (uint8_t)crc) {
            return false;
        }
    }
    return true;
}

static bool ended(struct deframer *in) {
    bool any = in->begun;
    bool good = any && !in->bad && in->run == 0 && in->count >= WIRE_HEADER + 4 && crc_good(in);
    in->damaged += any && !good && in->damaged < UINT16_MAX;
    in->begun = in->bad = in->zero_next = false;
    in->run = 0;
    return good;
}

bool deframe(struct deframer *in, uint8_t byte) {
    if (byte == 0) {
        bool good = ended(in);
        in->count -= good ? 4 : in->count;
        return good;
    }
    if (!in->begun) {
        in->begun = true;
        in->count = 0;
        in->run = byte - 1;
        in->zero_next = byte != 0xFF;
    } else if (in->run == 0) {
        if (in->zero_next) {
            keep(in, 0);
        }
        in->run = byte - 1;
        in->zero_next = byte != 0xFF;
    } else {
        in->run--;
        keep(in, byte);
    }
    return false;
}

uint8_t enframe(uint8_t *wire, uint8_t type, uint8_t seq, const void *payload, uint8_t count) {
    uint8_t body[FRAME_BODY_MAX + 4] = {WIRE_MAJOR << 4, type, seq};
    memcpy(body + WIRE_HEADER, payload, count);
    count += WIRE_HEADER;
    uint32_t crc = CRC32_START;
    for (uint8_t i = 0; i < count; i++) {
        crc = crc32_add(crc, body[i]);
    }
    crc = ~crc;
    for (uint8_t i = 0; i < 4; i++, crc >>= 8) {
        body[count++] = (uint8_t)crc;
    }
    uint8_t *run = wire + 1, *to = wire + 2;
    wire[0] = 0;
    for (uint8_t i = 0; i < count; i++) {
        if (body[i]) {
            *to++ = body[i];
        } else {
            *run = (uint8_t)(to - run);
            run = to++;
        }
    }
    *run = (uint8_t)(to - run);
    *to++ = 0;
    return (uint8_t)(to - wire);
}
