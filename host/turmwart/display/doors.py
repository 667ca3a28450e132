"""The ways in: the operator's PIN and the seats' codes. Time and tokens come as arguments."""

import hmac
from dataclasses import dataclass, field

from turmwart.display.hub import Reply
from turmwart.display.roles import OPERATOR, Backoff, Kind, Pace, Role, Sessions, fits
from turmwart.display.texts import said

_ALL = "*"


@dataclass(slots=True)
class Doors:
    """*pin* is the hashed PIN, empty when there is no operator; *codes* maps seats to codes."""

    pin: str = ""
    codes: dict[str, str] = field(default_factory=dict)
    sessions: Sessions = field(default_factory=Sessions)
    pace: Pace = field(default_factory=Pace)
    _each: Backoff = field(default_factory=Backoff, repr=False)
    _together: Backoff = field(default_factory=lambda: Backoff(free=50), repr=False)

    def change_pin(self, pin: str) -> None:
        """A new hashed PIN; whoever came in by the old one is out."""
        self.pin = pin
        self.sessions.end(Kind.OPERATOR)

    def change_codes(self, codes: dict[str, str]) -> None:
        """New codes of the seats; whoever came in by an old one is out."""
        self.codes = codes
        self.sessions.end(Kind.SEAT)

    def operator(self, client: str, pin: str, token: str, now: float) -> Reply:
        return self._enter(
            client, OPERATOR, bool(self.pin) and self._known(client, now, pin), token, now
        )

    def seat(self, client: str, seat: str, code: str, token: str, now: float) -> Reply:
        kept = self.codes.get(seat, "")
        right = bool(kept) and hmac.compare_digest(kept.encode(), code.encode())
        return self._enter(
            client, Role(Kind.SEAT, seat), right and not self.wait_s(client, now), token, now
        )

    def wait_s(self, client: str, now: float) -> float:
        return max(self._each.wait_s(client, now), self._together.wait_s(_ALL, now))

    def _known(self, client: str, now: float, pin: str) -> bool:
        """The costly comparison is spared for clients that have to wait."""
        return not self.wait_s(client, now) and fits(self.pin, pin)

    def _enter(self, client: str, role: Role, right: bool, token: str, now: float) -> Reply:
        if wait := self.wait_s(client, now):
            return Reply("refused", said("refused.wait", seconds=round(wait + 0.5)))
        if not right:
            self._each.missed(client, now)
            self._together.missed(_ALL, now)
            return Reply("refused", said("refused.code"))
        self._each.hit(client)
        self.sessions.enter(token, role, now)
        return Reply("ok")
