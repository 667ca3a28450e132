"""Writes a recording: what the rig saw and heard, in the form that `replay` reads."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from turmwart.app.rig import Begin, Rig
from turmwart.app.trouble import Trouble
from turmwart.model.events import Entry, Event, RawAct
from turmwart.model.notation import plain
from turmwart.model.signals import (
    Answered,
    Declared,
    DialTurned,
    DiceRolled,
    KeyPressed,
    Signal,
    TimerExpired,
)
from turmwart.model.table import Table
from turmwart.vision.cameras import write_picture
from turmwart.vision.frame import Frame
from turmwart.vision.watch import Sight, Watcher

APART_MS = 200
"""Pictures nearer together than this are not kept: stillness needs no more."""
Raw = dict[str, object]


@dataclass(slots=True)
class Recorder:
    """An open recording; every line is flushed, so that a pulled plug loses nothing."""

    directory: Path
    index: TextIO
    epoch_ms: int = 0
    _frames: int = 0
    _last_ms: int | None = field(default=None, repr=False)

    @classmethod
    def opened(
        cls, directory: Path, table: Table, begin: Begin, past: Iterable[RawAct], epoch_ms: int
    ) -> "Recorder":
        """A fresh recording; one that is there already is not written over."""
        if (directory / "index.jsonl").exists():
            raise Trouble(f"{directory} holds a recording already; choose another directory.")
        (directory / "frames").mkdir(parents=True, exist_ok=True)
        (directory / "rig.toml").write_text(rig_text(table), "utf-8")
        (directory / "game.toml").write_text(game_text(begin, table), "utf-8")
        if "deck" in begin.setup.data:
            (directory / "deck.json").write_text(json.dumps(begin.setup.data["deck"]), "utf-8")
        acts = "".join(json.dumps({"act": act}) + "\n" for act in past)
        if acts:
            (directory / "start.jsonl").write_text(acts, "utf-8")
        return cls(directory, (directory / "index.jsonl").open("w", encoding="utf-8"), epoch_ms)

    def see(self, frame: Frame) -> None:
        if self._last_ms is not None and frame.at_ms - self._last_ms < APART_MS:
            return
        self._frames, self._last_ms = self._frames + 1, frame.at_ms
        name = f"frames/{self._frames:06d}.jpg"
        write_picture(self.directory / name, frame.picture)
        self._write({"t_ms": frame.at_ms, "frame": name})

    def hear(self, signal: Signal, at_ms: int) -> None:
        told = written(signal)
        if told is not None:
            self._write({"t_ms": at_ms - self.epoch_ms, "signal": told})

    def note(self, events: tuple[Event, ...], at_ms: int) -> None:
        """What the operator did: taken back, corrected, paused."""
        for event in events:
            self._write({"t_ms": at_ms - self.epoch_ms, "event": plain(event)})

    def close(self) -> None:
        self.index.close()

    def _write(self, line: Raw) -> None:
        self.index.write(json.dumps(line) + "\n")
        self.index.flush()


def written(signal: Signal) -> Raw | None:
    """The signal as a recording writes it; what only the link tells is left out."""
    match signal:
        case DiceRolled(dice):
            return {"kind": "dice_rolled", "dice": list(dice)}
        case KeyPressed(key):
            return {"kind": "key", "key": str(key)}
        case DialTurned(value):
            return {"kind": "dial", "value": value}
        case TimerExpired():
            return {"kind": "timer_expired"}
        case Answered(act):
            return {"kind": "answer", "act": dict(act)}
        case Declared(act):
            return {"kind": "declared", "act": dict(act)}
        case _:
            return None


class RecordedRig(Rig):
    """A rig of which everything it hears is kept."""

    recorder: Recorder | None = None

    def hear(self, signal: Signal, at_ms: int, heard: int | None = None) -> tuple[Entry, ...]:
        if self.recorder is not None:
            self.recorder.hear(signal, at_ms)
        return super().hear(signal, at_ms, heard)

    def add(self, events: tuple[Event, ...], at_ms: int) -> tuple[Entry, ...]:
        if self.recorder is not None:
            self.recorder.note(events, at_ms)
        return super().add(events, at_ms)


@dataclass(slots=True)
class RecordedEye:
    """A watcher of which every picture is kept; it stands in for the watcher."""

    watcher: Watcher[Any]
    recorder: Recorder

    def see(self, frame: Frame, state: object) -> Sight:
        self.recorder.see(frame)
        return self.watcher.see(frame, state)


def rig_text(table: Table) -> str:
    """rig.toml of a table."""
    lens, mat = table.lens, table.mat
    lines = [
        "[camera]",
        f"width = {lens.width}",
        f"height = {lens.height}",
        f"matrix = {json.dumps(lens.matrix)}",
        f"distortion = {json.dumps(lens.distortion)}",
        "[mat]",
        f'dictionary = "{mat.dictionary}"',
        f"size = {json.dumps(mat.size)}",
    ]
    for marker in mat.markers:
        lines += ["[[mat.marker]]", f"id = {marker.id}", f"centre = {json.dumps(marker.centre)}"]
        lines.append(f"size = {float(marker.size)}")
    for patch in mat.patches:
        lines += ["[[mat.patch]]", f'colour = "{patch.colour}"']
        lines += [f"centre = {json.dumps(patch.centre)}", f"size = {float(patch.size)}"]
    if mat.grid:
        lines += ["[mat.grid]", f"cell_mm = {float(mat.grid.cell_mm)}"]
        lines.append(f"origin = {json.dumps(mat.grid.origin)}")
    if mat.row:
        lines += ["[mat.row]", f"first = {json.dumps(mat.row.first)}"]
        lines.append(f"step = {json.dumps(mat.row.step)}")
    return "\n".join(lines) + "\n"


def game_text(begin: Begin, table: Table) -> str:
    """game.toml of a game; a deck lies beside it."""
    setup, wood = begin.setup, table.material
    options = dict(setup.options) | ({"deck": "deck.json"} if "deck" in setup.data else {})
    sizes: Mapping[str, object] = {
        "cell_mm": wood.cell_mm,
        "pawn_mm": wood.pawn_mm,
        "disc_mm": wood.disc_mm,
        "block_mm": wood.block_mm,
    }
    lines = [
        f'game = "{begin.rules.name}"',
        f"seats = {json.dumps(list(setup.seats))}",
        "[options]",
    ]
    lines += [f"{name} = {json.dumps(value)}" for name, value in options.items()]
    lines += ["[material]", *(f"{name} = {json.dumps(value)}" for name, value in sizes.items())]
    return "\n".join(lines) + "\n"
