"""A game as one text file: to be read, compared line by line, replayed, and pasted into a test.

One JSON object per line: the set-up first, then every event with its time since then. What is as
usual is left out, and so is a deck or a set of pieces that ships with the program.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any
from zlib import crc32

from turmwart.app.setup import DATA_FILES, SHIPPED
from turmwart.app.trouble import Trouble
from turmwart.model.events import Acted, Entry, GameStarted
from turmwart.model.notation import KINDS, BadEvent, plain, thawed
from turmwart.rules.ruleset import BadAct, BadSetup
from turmwart.rules.verdicts import RuleId
from turmwart.session.session import apply, begun, judge

Raw = dict[str, Any]
FORM = 1


def exported(entries: Sequence[Entry]) -> str:
    """The journal of one game as text."""
    began_ms = entries[0].at_ms
    rows = [_row(entry, began_ms) for entry in entries]
    rows[0] = {"turmwart": FORM, "began_ms": began_ms, **rows[0]}
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def imported(text: str, name: str = "export") -> list[Entry]:
    """The journal that `exported` wrote; a line that is none is named."""
    entries: list[Entry] = []
    began_ms = 0
    for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
        try:
            row = json.loads(line)
            if number == 1:
                began_ms = _begun(row)
            entries.append(Entry(number, began_ms + row.pop("t_ms"), thawed(_whole(row))))
        except (ValueError, KeyError, TypeError, AttributeError, BadEvent) as wrong:
            raise Trouble(f"{name}, line {number}: no line of an export ({wrong}).") from wrong
    if not entries or not isinstance(entries[0].event, GameStarted):
        raise Trouble(f"{name}: no exported game; it begins with the line of its set-up.")
    return entries


def differences(entries: Sequence[Entry]) -> Iterator[str]:
    """Where today's rules judge otherwise than the export says; also an act that cannot be."""
    first = entries[0].event
    assert isinstance(first, GameStarted)
    try:
        session = begun(first)
        for entry in entries[1:]:
            if isinstance(entry.event, Acted):
                rules = judge(session, (entry.event.act,)).rules
                if set(rules) != set(entry.event.violations):
                    said, now = _named(entry.event.violations), _named(rules)
                    yield f"entry {entry.number}: exported as {said}, judged as {now}"
            session = apply(session, entry.event)
    except (BadAct, BadSetup, KeyError, IndexError) as wrong:
        yield f"the game cannot be followed to its end ({wrong})"


def _named(rules: Sequence[str | RuleId]) -> str:
    return ", ".join(rules) or "allowed"


def _row(entry: Entry, began_ms: int) -> Raw:
    raw = json.loads(json.dumps(plain(entry.event)))
    usual = {f.name: f.default for f in fields(entry.event) if f.default is not MISSING}
    kept = {name: value for name, value in raw.items() if not _usual(usual, name, value)}
    if isinstance(entry.event, GameStarted):
        kept["data"] = {name: _stamped(name, value) for name, value in kept["data"].items()}
    return {"t_ms": entry.at_ms - began_ms, **kept}


def _usual(usual: Mapping[str, object], name: str, value: object) -> bool:
    if name not in usual:
        return False
    default = usual[name]
    return value == (list(default) if isinstance(default, tuple) else default)


def _begun(row: Raw) -> int:
    if row.pop("turmwart") != FORM:
        raise ValueError("it was written by another version")
    row["data"] = {name: _unstamped(name, value) for name, value in row["data"].items()}
    return int(row.pop("began_ms"))


def _whole(row: Raw) -> Raw:
    """The row, if it names its kind and every field of that kind that has no usual value."""
    needed = {f.name for f in fields(KINDS[row["kind"]]) if f.default is MISSING}
    if missing := needed - row.keys():
        raise ValueError(f"{min(missing)!r} is missing")
    return row


def _stamped(name: str, value: object) -> object:
    """A checksum instead of what ships with the program."""
    shipped, stamp = _shipped(name)
    return stamp if shipped == value else value


def _unstamped(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    shipped, stamp = _shipped(name)
    if value != stamp:
        raise ValueError(f"its {name} is another than the one that ships with this version")
    return shipped


def _shipped(name: str) -> tuple[object, str]:
    file = next((files[name] for files in DATA_FILES.values() if name in files), None)
    if file is None:
        return None, ""
    raw = (SHIPPED / file).read_bytes()
    return json.loads(raw), f"shipped {crc32(raw):08x}"
