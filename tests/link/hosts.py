"""Hosts to be killed: forks one for every line on standard input and says its process number.

`python hosts.py PORT DATA`. A host stores what the controller tells in the rig's own journal.
"""

import os
import sys
import time
from pathlib import Path

from turmwart.app.journal import Journal
from turmwart.link import Link, serial_port
from turmwart.model.events import Acted, Entry
from turmwart.model.signals import KeyPressed

GAME = "keys"


def host(port: str, data: Path) -> None:
    """Stores presses until it is killed."""
    journal = Journal(data)
    number = len(journal.entries(GAME))
    link = Link(serial_port(port), journal.heard, session=time.monotonic_ns())
    while True:
        link.wait(0.002)
        for heard in link.poll(time.monotonic() * 1000):
            entries = []
            if isinstance(heard.signal, KeyPressed):
                number += 1
                entries = [Entry(number, round(heard.at_ms), Acted({"do": str(heard.signal.key)}))]
            if heard.seq:
                journal.append(GAME, entries, heard.seq)
                link.stored(heard.seq)


def main(port: str, data: Path) -> None:
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            host(port, data)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
