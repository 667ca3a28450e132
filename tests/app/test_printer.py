"""The lines of `--json` for several entries that one DONE commits."""

import json

from turmwart.app.outlets import Printer
from turmwart.app.rig import Rig
from turmwart.model.events import Acted, Entry, GameStarted
from turmwart.rules.talo import TALO
from turmwart.session.session import Session, apply, begun

ROLL = {"do": "roll", "dice": [1]}
BRICK = {"do": "build", "bricks": [{"cells": [[3, 2, 0]]}]}
CLIMB = {"do": "move", "to": [3, 2, 1]}


class Told:
    """As much of a rig as the printer looks at."""

    def __init__(self, session: Session) -> None:
        self.session = session


def test_each_act_of_one_done_is_judged_after_the_one_before() -> None:
    setup = TALO.setup(None, {}, {})
    session = begun(GameStarted("g", "talo", setup.seats, setup.options, {}))
    session = apply(session, Acted(ROLL))
    out: list[str] = []
    entries = tuple(
        Entry(3 + n, 5000, Acted(act)) for n, act in enumerate((BRICK, CLIMB, {"do": "done"}))
    )
    after = session
    for entry in entries:
        after = apply(after, entry.event)
    rig: Rig = Told(after)  # type: ignore[assignment]
    Printer(session, 0, out.append).tell(rig, entries)
    assert [json.loads(text)["verdict"] for text in out] == ["legal"] * 3
