"""Bytes to packets and back: COBS between zero bytes, guarded by CRC-32.

A packet is the header (major and flags, type, seq) and a payload. No length is on the wire:
the zero bytes give it, so none can be corrupted.
"""

import zlib
from dataclasses import dataclass, field

from turmwart.link.messages import HEADER, MAJOR, PAYLOAD_MAX, WIRE_MAX

END = b"\x00"
CRC = 4


@dataclass(frozen=True, slots=True)
class Packet:
    """What one frame carries."""

    type: int
    seq: int
    payload: bytes
    major: int = MAJOR


def stuff(data: bytes) -> bytes:
    """COBS for fewer than 254 bytes: no zero is left in it."""
    return b"".join(bytes((len(run) + 1,)) + run for run in data.split(END))


def unstuff(data: bytes) -> bytes | None:
    runs = []
    while data:
        length = data[0]
        if length > len(data):
            return None
        runs.append(data[1:length])
        data = data[length:]
    return END.join(runs)


def frame(packet: Packet) -> bytes:
    body = bytes((packet.major << 4, packet.type, packet.seq)) + packet.payload
    return END + stuff(body + zlib.crc32(body).to_bytes(CRC, "little")) + END


def unframe(stuffed: bytes) -> Packet | None:
    """The packet in the bytes between two zeros, or None if they are damaged."""
    whole = unstuff(stuffed)
    if whole is None or not HEADER + CRC <= len(whole) <= HEADER + PAYLOAD_MAX + CRC:
        return None
    body, crc = whole[:-CRC], whole[-CRC:]
    if zlib.crc32(body).to_bytes(CRC, "little") != crc:
        return None
    return Packet(body[1], body[2], body[HEADER:], body[0] >> 4)


@dataclass(slots=True)
class Deframer:
    """Bytes in, packets out. It knows no port, no clock and no message."""

    damaged: int = 0
    _rest: bytes = field(default=b"", repr=False)

    def feed(self, data: bytes) -> list[Packet]:
        *stuffed, self._rest = (self._rest + data).split(END)
        found = [unframe(part) for part in stuffed if part]
        self.damaged += found.count(None)
        self._rest = self._rest[: WIRE_MAX + 1]
        return [packet for packet in found if packet is not None]
