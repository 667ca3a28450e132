#pragma once
#include <stdint.h>

#define CRC32_START 0xFFFFFFFFUL

uint32_t crc32_add(uint32_t crc, uint8_t byte); // zlib's, before the final inversion
uint16_t crc16(const void *bytes, uint8_t count);
