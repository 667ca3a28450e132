"""Who may do what. Pure: time and secrets come as arguments, nothing is read or drawn here."""

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

SESSION_S = 30 * 60.0
"""How long an operator stays one after giving the PIN."""

SEAT_SESSION_S = 24 * 3600.0


class Kind(StrEnum):
    VIEWER = "viewer"
    SEAT = "seat"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Role:
    """Who somebody is; *seat* is set for a seat only."""

    kind: Kind = Kind.VIEWER
    seat: str = ""


VIEWER = Role()
OPERATOR = Role(Kind.OPERATOR)

_AT_THE_TABLE = frozenset({Kind.SEAT, Kind.OPERATOR})
_OPERATOR_ALONE = frozenset({Kind.OPERATOR})

MAY: Mapping[str, frozenset[Kind]] = {
    "answer": _AT_THE_TABLE,
    "done": _AT_THE_TABLE,
    "roll": _AT_THE_TABLE,
    "ring": _AT_THE_TABLE,
    "discard": _AT_THE_TABLE,
    "fallen": _AT_THE_TABLE,
    "collapse": _AT_THE_TABLE,
    "take_back": _AT_THE_TABLE,
    "start": _AT_THE_TABLE,
    "stop": _AT_THE_TABLE,
    "new_game": _OPERATOR_ALONE,
    "pause": _OPERATOR_ALONE,
    "resume": _OPERATOR_ALONE,
    "correct": _OPERATOR_ALONE,
    "hints": _OPERATOR_ALONE,
    "share_camera": _OPERATOR_ALONE,
    "voice": _OPERATOR_ALONE,
    "change_pin": _OPERATOR_ALONE,
}
"""Every command there is, and whose it is. What is not here does not exist."""


def may(role: Role, verb: str) -> bool:
    return role.kind in MAY.get(verb, frozenset())


_COST = {"n": 2**14, "r": 8, "p": 1}


def hashed(pin: str, salt: bytes) -> str:
    """The PIN as it is kept: salt and scrypt digest, never the PIN itself."""
    if len(pin) < 6 or not (pin.isascii() and pin.isdigit()):
        raise ValueError("A PIN has at least 6 digits and nothing but digits.")
    return f"{salt.hex()}${_digest(pin, salt).hex()}"


def fits(kept: str, pin: str) -> bool:
    salt, _, digest = kept.partition("$")
    return hmac.compare_digest(_digest(pin, bytes.fromhex(salt)).hex(), digest)


def _digest(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_COST["n"], r=_COST["r"], p=_COST["p"])


@dataclass(slots=True)
class Backoff:
    """*free* tries per client, then a wait that doubles with every further one."""

    free: int = 5
    first_wait_s: float = 30.0
    longest_wait_s: float = 900.0
    remembered: int = 1000
    _misses: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict, repr=False)

    def wait_s(self, client: str, now: float) -> float:
        """How long *client* has to wait before the next try; 0 when it may try."""
        _, until = self._misses.get(client, (0, 0.0))
        return max(0.0, until - now)

    def missed(self, client: str, now: float) -> None:
        count = self._misses.pop(client, (0, 0.0))[0] + 1
        doublings = min(count - self.free, 16)
        wait = min(self.first_wait_s * 2.0**doublings, self.longest_wait_s)
        self._misses[client] = (count, now + wait if count >= self.free else 0.0)
        if len(self._misses) > self.remembered:
            self._misses.popitem(last=False)

    def hit(self, client: str) -> None:
        self._misses.pop(client, None)


@dataclass(slots=True)
class Sessions:
    """Tokens that were handed out, with the role and the moment at which each ends."""

    remembered: int = 200
    _open: OrderedDict[str, tuple[Role, float]] = field(default_factory=OrderedDict, repr=False)

    def enter(self, token: str, role: Role, now: float) -> None:
        lasts = SESSION_S if role.kind is Kind.OPERATOR else SEAT_SESSION_S
        self._open[token] = (role, now + lasts)
        if len(self._open) > self.remembered:
            self._open.popitem(last=False)

    def role(self, token: str | None, now: float) -> Role:
        found, until = self._open.get(token or "", (VIEWER, 0.0))
        return found if now < until else VIEWER

    def leave(self, token: str | None) -> None:
        self._open.pop(token or "", None)

    def end(self, kind: Kind) -> None:
        """Ends every session of one kind: a new PIN ends operators, a new game ends seats."""
        for token in [token for token, (role, _) in self._open.items() if role.kind is kind]:
            del self._open[token]


@dataclass(slots=True)
class Pace:
    """At most *burst* at once and *per_s* in the long run, per client."""

    per_s: float = 5.0
    burst: float = 5.0
    remembered: int = 1000
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict, repr=False)

    def admits(self, client: str, now: float) -> bool:
        left, since = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.per_s)
        admitted = left >= 1.0
        self._left[client] = (left - admitted, now)
        if len(self._left) > self.remembered:
            self._left.popitem(last=False)
        return admitted


def own_host(host: str, names: frozenset[str]) -> bool:
    """True when the request was meant for us and not for a name that was pointed at us."""
    name = host[: host.index("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name.lower() in names


def own_origin(origin: str, host: str) -> bool:
    """True when our own page asks. A missing Origin is none of ours."""
    return origin.lower() in {f"http://{host.lower()}", f"https://{host.lower()}"}
