"""Frames against literals, and every single-byte fault."""

import subprocess
import sys
from pathlib import Path

import pytest

from turmwart.link.frames import Deframer, Packet, frame, stuff, unframe, unstuff

GENERATOR = Path(__file__).parents[2] / "firmware" / "generate.py"


@pytest.mark.parametrize(
    ("plain", "stuffed"),
    [(b"", "01"), (b"\x00", "0101"), (b"\x11\x00\x22", "02110222"), (b"\x01\x02", "030102")],
)
def test_cobs_literals(plain, stuffed):
    assert stuff(plain).hex() == stuffed
    assert unstuff(bytes.fromhex(stuffed)) == plain


def test_a_frame_is_header_payload_and_crc_between_zeros():
    body = bytes((0x10, 0x02, 0x00, 0xAA))
    crc = 0xFFFFFFFF
    for byte in body:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    tail = (crc ^ 0xFFFFFFFF).to_bytes(4, "little")
    assert 0 not in tail
    assert frame(Packet(2, 0, b"\xaa")) == b"\x00\x03\x10\x02" + b"\x06\xaa" + tail + b"\x00"


def test_every_cut_of_a_stream_gives_the_same_packets():
    packets = [Packet(3, 1, b"\x00\x00"), Packet(0x83, 2, bytes(range(40)))]
    stream = b"".join(map(frame, packets))
    for cut in range(len(stream) + 1):
        deframer = Deframer()
        assert deframer.feed(stream[:cut]) + deframer.feed(stream[cut:]) == packets
        assert deframer.damaged == 0


def test_no_single_byte_fault_is_accepted():
    whole = frame(Packet(3, 9, b"\x01\x00\x02\x03"))[1:-1]
    for place in range(len(whole)):
        for value in range(1, 256):
            if value != whole[place]:
                assert unframe(whole[:place] + bytes((value,)) + whole[place + 1 :]) is None


def test_both_sides_of_the_wire_agree_with_their_source():
    checked = subprocess.run(
        [sys.executable, GENERATOR, "--check"], capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""
    assert checked.returncode == 0
