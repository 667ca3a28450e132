"""Reads a Make 'n' Break building off a picture: the card's own, or what was made of it."""

from dataclasses import replace
from itertools import combinations, islice, permutations

from turmwart.interpret.judge import judge
from turmwart.interpret.make_n_break import Stand, act, neighbours, scene, starts
from turmwart.interpret.reading import Certain, Hypothesis, Reading, Scored
from turmwart.model.scene import Scene
from turmwart.model.table import Table
from turmwart.rules.make_n_break.blocks import Layout
from turmwart.rules.make_n_break.cards.proofs import pile_of
from turmwart.rules.make_n_break.game import card_violations
from turmwart.rules.make_n_break.state import State
from turmwart.statics.prior import log_prior
from turmwart.vision.blocks import Bench, Built
from turmwart.vision.look import Look

MARGIN = 12.0
PROMISING, REPAIRED, ROUNDS, SETTLED = 3, 2, 3, 6
GAIN = 6.0
MOST_DEALT = 3
WRONG, UNSEEN, SEEN_TWICE = -14.0, -14.0, -30.0
"""Log-priors: not the card's building; a colour nowhere; one that lies elsewhere."""


def read_building(look: Look, state: State, table: Table) -> Reading:
    """What stands there, judged against the card and its nearest wrong neighbours."""
    layouts = tuple(starts(state))
    if not layouts:
        return Certain(Hypothesis((), Scene(())), float("inf"))
    bench = Bench.of(look, table)
    placed = [built for layout in layouts for built in _placed(bench, layout)]
    settled = [bench.settled(built) for built in _best(placed, REPAIRED)]
    found = placed + settled
    found += [other for best in settled for other in _repaired(bench, best)]
    found += [bench.settled(built) for built in _best(found, SETTLED)]
    return judge(_scored(bench, state, table, found), MARGIN)


def _placed(bench: Bench, layout: Layout) -> list[Built]:
    """The layout where the patches of colour say, the most promising fitted."""
    tried = [bench.judged(layout, stand) for stand in bench.votes(layout)]
    kept: list[Built] = []
    for built in _best(tried, len(tried)):
        if all(_apart(built.stand, other.stand) for other in kept):
            kept.append(built)
        if len(kept) == PROMISING:
            break
    return [bench.fitted(layout, built.stand) for built in kept]


def _apart(one: Stand, other: Stand) -> bool:
    return abs(one.x - other.x) + abs(one.y - other.y) > 12.0


def _best(found: list[Built], count: int) -> list[Built]:
    return list(islice(sorted(found, key=lambda built: -built.score), count))


def _repaired(bench: Bench, best: Built) -> list[Built]:
    """Step by step to a layout that explains more, and all that was tried on the way."""
    tried: list[Built] = []
    for _ in range(ROUNDS):
        around = [
            bench.judged(layout, _slipped_alike(best, layout)) for layout in neighbours(best.layout)
        ]
        tried += [*around, *_recoloured(bench, best)]
        first = max(tried, key=lambda built: built.score, default=best)
        if first.score < best.score + GAIN:
            break
        best = bench.fitted(first.layout, first.stand)
        tried.append(best)
    return tried


def _slipped_alike(best: Built, layout: Layout) -> Stand:
    """The same stand; the blocks that are still there keep their slips."""
    known = dict(zip(best.layout, best.stand.slips, strict=False))
    return replace(best.stand, slips=tuple(known.get(block, (0.0, 0.0)) for block in layout))


def _recoloured(bench: Bench, best: Built) -> list[Built]:
    """The same blocks with the colours that the picture itself would give them, or two exchanged."""
    grey = tuple(replace(block, colour=None) for block in best.layout)
    exchanged = [_exchanged(best.layout, i, j) for i, j in combinations(range(len(grey)), 2)]
    dealt = _dealt(best) if len(best.hidden) <= MOST_DEALT else []
    return [bench.judged(layout, best.stand) for layout in (grey, *exchanged, *dealt)]


def _dealt(best: Built) -> list[Layout]:
    """The hidden blocks' colours in every order: none of them can be told from another."""
    colours = [best.layout[i].colour for i in best.hidden]
    found = []
    for order in permutations(colours):
        given = dict(zip(best.hidden, order, strict=True))
        found.append(
            tuple(replace(b, colour=given.get(i, b.colour)) for i, b in enumerate(best.layout))
        )
    return found


def _exchanged(layout: Layout, one: int, other: int) -> Layout:
    blocks = list(layout)
    blocks[one] = replace(layout[one], colour=layout[other].colour)
    blocks[other] = replace(layout[other], colour=layout[one].colour)
    return tuple(blocks)


def _scored(bench: Bench, state: State, table: Table, found: list[Built]) -> list[Scored]:
    bare = Scored(Hypothesis((), Scene(())), 0.0)
    best: dict[str, Scored] = {}
    for built in found:
        done = act(built.layout)
        each = Scored(
            Hypothesis((done,), scene(built.layout, built.stand, table)),
            built.score + _prior(bench, state, built),
        )
        key = repr(sorted(map(repr, done["blocks"])))  # type: ignore[call-overload]
        if key not in best or best[key].score < each.score:
            best[key] = each
    return [bare, *best.values()]


def _prior(bench: Bench, state: State, built: Built) -> float:
    """Mistakes are rare; all ten blocks are somewhere, and none of them twice."""
    assert state.card is not None
    wrong = any(True for _ in card_violations(state.table.cards[state.card], built.layout))
    shown = bench.lying()
    used = {block.colour for block in built.layout}
    nowhere = 10 - len(shown | used)
    twice = sum(block.colour in built.loose for block in built.layout)
    standing = log_prior(pile_of(built.layout))
    return WRONG * wrong + UNSEEN * nowhere + SEEN_TWICE * twice + standing
