"""The codes of the seats: random, kept with the data, the same as long as the game is."""

import json
import secrets
from collections.abc import Sequence
from pathlib import Path


def seat_codes(data: Path, game_id: str, seats: Sequence[str]) -> dict[str, str]:
    """The codes of this game; after a restart the phones at the table still fit."""
    file = data / "codes"
    kept = _kept(file)
    if kept.get("game") == game_id:
        return {seat: str(code) for seat, code in dict(kept["codes"]).items()}  # type: ignore[call-overload]
    codes = {seat: secrets.token_urlsafe(9) for seat in seats}
    file.touch(mode=0o600)
    file.write_text(json.dumps({"game": game_id, "codes": codes}), "utf-8")
    return codes


def _kept(file: Path) -> dict[str, object]:
    try:
        kept = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
