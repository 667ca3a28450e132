"""A hall of tables in every state, as each would tell the broker."""

import json
import time
from collections.abc import Mapping

from display.tables import GAMES, session_in
from turmwart.display.hall import HallTable, hall_table
from turmwart.display.viewing import standing_violations
from turmwart.rules.catalogue import sentence

NOW_MS = int(time.time() * 1000)
WARNED = {
    "ts": NOW_MS - 600_000,
    "rules": ["T-10"],
    "text": {"de": "Farbe und Naturholz sind hier vertauscht.", "en": "Coloured and natural are swapped here."},
}  # fmt: skip
STATES: Mapping[str, str] = {
    "turmbauer": "warning",
    "talo": "playing",
    "twentyseven": "ended",
    "make_n_break": "playing",
}


def _table(name: str, game: str, how: str, online: bool = True, **more: object) -> HallTable:
    session = session_in(game, how)
    wrong = [
        {"rule": found.rule, "text": {"de": sentence(found).de, "en": sentence(found).en}}
        for found in standing_violations(session)
    ]
    plain = session.rules.show(session.state)
    told = {**plain, "ts": NOW_MS - 30_000, "violations": wrong, **more}
    return hall_table(name, online, json.dumps(told).encode(), b'{"page": "http://10.0.0.7:8027/"}')


HALL = (
    *(
        _table(f"tisch-{n}", game, STATES[game], last_warning=WARNED)
        for n, game in enumerate(GAMES, 1)
    ),
    _table("tisch-5", "make_n_break", "playing", total_ms=40_000, deadline=NOW_MS + 25_000),
    _table("tisch-6", "talo", "paused", paused=True),
    _table("tisch-7", "turmbauer", "playing", online=False),
    hall_table("dachboden", True),
)
