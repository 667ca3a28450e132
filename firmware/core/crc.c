#include "crc.h"

static const uint32_t NIBBLES[16] = {
    0x00000000UL, 0x1DB71064UL, 0x3B6E20C8UL, 0x26D930ACUL, 0x76DC4190UL, 0x6B6B51F4UL,
    0x4DB26158UL, 0x5005713CUL, 0xEDB88320UL, 0xF00F9344UL, 0xD6D6A3E8UL, 0xCB61B38CUL,
    0x9B64C2B0UL, 0x86D3D2D4UL, 0xA00AE278UL, 0xBDBDF21CUL,
};

uint32_t crc32_add(uint32_t crc, uint8_t byte) {
    crc = (crc >> 4) ^ NIBBLES[(crc ^ byte) & 0x0F];
    return (crc >> 4) ^ NIBBLES[(crc ^ (byte >> 4)) & 0x0F];
}

// CCITT, a byte at a time without a table.
uint16_t crc16(const void *bytes, uint8_t count) {
    const uint8_t *next = bytes;
    uint16_t crc = 0xFFFF;
    while (count--) {
        uint8_t x = (uint8_t)(crc >> 8) ^ *next++;
        x ^= x >> 4;
        crc = (uint16_t)((crc << 8) ^ ((uint16_t)x << 12) ^ ((uint16_t)x << 5) ^ x);
    }
    return crc;
}
