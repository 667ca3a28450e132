"""Real sessions of all four games in every state that the page has to show."""

from collections.abc import Callable, Mapping
from random import Random

from turmwart.app.setup import asked_setup
from turmwart.display.countdown import Stopwatch
from turmwart.display.view import Lamp, View
from turmwart.display.viewing import viewed
from turmwart.interpret.reading import Certain, Hypothesis
from turmwart.model.events import Acted, Doubted, Entry, GameStarted, Paused, RawAct
from turmwart.model.scene import Scene
from turmwart.rules.sheet import Words
from turmwart.session.session import Session, apply, begun, observe

GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")
STATES = ("setup", "playing", "warning", "doubt", "paused", "ended")
SEATS: Mapping[str, list[str] | None] = {
    "turmbauer": None,
    "talo": ["red", "blue", "green"],
    "twentyseven": None,
    "make_n_break": ["ada", "bela", "cleo"],
}
OPTIONS: Mapping[str, dict[str, str]] = {"make_n_break": {"shuffle": "4"}}
BUILDS = {"turmbauer": "build", "talo": "build", "twentyseven": "move", "make_n_break": "built"}
PHASES = {"turmbauer": "build", "talo": "build", "twentyseven": "move", "make_n_break": "build"}
LENGTHS = {"turmbauer": 90, "talo": 80, "twentyseven": 14, "make_n_break": 16}
ENDINGS: Mapping[str, RawAct] = {
    "turmbauer": {"do": "fallen", "pieces": 3},
    "talo": {"do": "collapse", "rebuilt": False},
}
LAMPS = (
    Lamp("camera", True, Words("29,8 Bilder je Sekunde", "29.8 frames a second")),
    Lamp("calibration", True, Words("0,21 px daneben", "off by 0.21 px")),
    Lamp("controller", True, Words("bereit", "ready")),
    Lamp("broker", False, Words("Kein MQTT-Broker.", "No MQTT broker."), Words("Er wird neu gestartet.", "It is being restarted.")),
    Lamp("disk", True, Words("12 GB frei", "12 GB free")),
)  # fmt: skip
NOTICE = Words("Virtueller Tisch", "Virtual table")


def fresh(game: str, seats: list[str] | None = None) -> Session:
    _, setup = asked_setup(game, seats or SEATS[game], OPTIONS.get(game, {}))
    return begun(GameStarted(f"20260704-0001-{game}", game, setup.seats, setup.options, setup.data))


def legal(session: Session) -> list[RawAct]:
    return [session.rules.write(act) for act in session.rules.legal(session.state)]


def chosen(session: Session, draw: Random) -> RawAct:
    """A legal act by chance; pawns rather climb than fall, and clocks ring once in a while."""
    acts = legal(session)
    ups = [act for act in acts if act["do"] == "move" and isinstance(act.get("to"), list)]
    climbs = session.rules.name != "twentyseven" and (
        session.rules.name != "talo" or draw.random() < 0.3
    )
    if climbs and ups:
        return max(ups, key=lambda act: (act["to"][2], draw.random()))  # type: ignore[index]
    if acts and acts[0]["do"] == "built" and draw.random() < 0.3:
        return {"do": "expired"}
    builds = [act for act in acts if act["do"] == BUILDS[session.rules.name]]
    return draw.choice(builds or acts)


def played(game: str, acts: int | None = None, seed: int = 5) -> Session:
    """A game by chance, stopped where the next thing to do is to build."""
    session, draw = fresh(game), Random(seed)
    wanted = LENGTHS[game] if acts is None else acts
    while len(session.past) < wanted or session.rules.phase(session.state) != PHASES[game]:
        session = apply(session, Acted(chosen(session, draw)))
    return session


def ended(game: str) -> Session:
    session, draw = played(game), Random(6)
    while not session.over:
        session = apply(session, Acted(ENDINGS.get(game) or chosen(session, draw)))
    return session


def tried(session: Session, *acts: RawAct) -> Session:
    return observe(session, Certain(Hypothesis(acts, Scene(())), 99.0))


def _astray(session: Session) -> RawAct:
    """What somebody could have done against the rules."""
    act = dict(max(legal(session), key=lambda one: len(str(one))))
    match session.rules.name:
        case "turmbauer":
            bare = [cell for cell in act["cells"] if cell not in act["coloured"]]  # type: ignore[attr-defined,operator]
            return act | {"coloured": bare}
        case "talo":
            top = max(
                cell[2] for brick in session.rules.show(session.state)["bricks"] for cell in brick
            )  # type: ignore[attr-defined]
            return {"do": "build", "bricks": [{"cells": [[x, 4, top + 2] for x in range(3, 6)]}]}
        case "twentyseven":
            source = int(str(act["from"]))
            return act | {"to": 5 if source != 5 else 4}
        case _:
            blocks = [dict(block) for block in act["blocks"]]  # type: ignore[attr-defined]
            blocks[-1]["at"] = [blocks[-1]["at"][0] + 1.5, *blocks[-1]["at"][1:]]
            return act | {"blocks": blocks}


def _doubted(session: Session) -> Session:
    acts = [act for act in legal(session) if act["do"] == BUILDS[session.rules.name]]
    return apply(session, Doubted(((acts[0],), (acts[-1],))))


_IN: Mapping[str, Callable[[str], Session]] = {
    "setup": fresh,
    "playing": lambda game: played(game) if game != "make_n_break" else _building(),
    "warning": lambda game: tried(played(game), _astray(played(game))),
    "doubt": lambda game: _doubted(played(game)),
    "paused": lambda game: apply(played(game), Paused()),
    "ended": ended,
}


def _building() -> Session:
    """Half a card stands on the table."""
    session = played("make_n_break")
    act = dict(legal(session)[0])
    return tried(session, act | {"blocks": act["blocks"][:2]})  # type: ignore[index]


def session_in(game: str, state: str) -> Session:
    return _IN[state](game)


def view_in(game: str, state: str, began_ms: int = 0) -> View:
    """The view of a game in a state; a running clock began at *began_ms*."""
    session = session_in(game, state)
    watch = Stopwatch(began_ms, began_ms + 9_000 if state == "paused" else None)
    return viewed(session, LAMPS, watch, notice=NOTICE, hints=state == "playing")


def journal_of(session: Session) -> list[Entry]:
    """The entries that add up to a session that was only played."""
    start = GameStarted(
        session.game_id,
        session.rules.name,
        session.setup.seats,
        session.setup.options,
        session.setup.data,
    )
    events = [start, *(acted for _, acted in session.past)]
    return [Entry(n, 1_780_000_000_000 + 4_000 * n, event) for n, event in enumerate(events, 1)]
