"""The wire to the controller: frames, messages, dialogue, port.

How the rig uses it:

    link = Link(serial_port("/dev/turmwart"), last_seq=journal.last_seq, session=random_u32)
    while playing:
        link.wait(0.005)
        for heard in link.poll(now_ms):          # Heard(seq, at_ms, signal, error_ms)
            commit(heard)                        # signal and seq in one durable transaction
            link.stored(heard.seq)               # only now is it acknowledged
        link.cue(Lamps(green=Light.ON))          # absolute values, see turmwart.model.cues

A `signal` of None tells the game nothing (a key released, a boot), but its seq is to be stored
all the same; a `seq` of 0 (LinkLost, LinkFound) is not. Keep the *latest* stored seq rather than
the highest: after an exchange of the controller numbers begin anew. `link.health` says how
the controller fares, `CURES[link.health.fault]` what to do about it. The protocol itself is
described in firmware/PROTOCOL.md and generated from firmware/messages.toml.
"""

from turmwart.link.dialogue import Heard
from turmwart.link.line import CURES, Fault, Health, Link
from turmwart.link.port import Port, PortError, serial_port

__all__ = ["CURES", "Fault", "Health", "Heard", "Link", "Port", "PortError", "serial_port"]
