"""Every game and every rule, by name."""

from collections.abc import Mapping
from typing import Any

from turmwart.rules.make_n_break import MAKE_N_BREAK
from turmwart.rules.ruleset import BadSetup, Ruleset
from turmwart.rules.shared_sheet import SHARED
from turmwart.rules.sheet import Rule, Words
from turmwart.rules.talo import TALO
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.twentyseven import TWENTYSEVEN
from turmwart.rules.verdicts import RuleId, Violation

AnyRuleset = Ruleset[Any, Any]

ALL: tuple[AnyRuleset, ...] = (TURMBAUER, TALO, TWENTYSEVEN, MAKE_N_BREAK)
GAMES: Mapping[str, AnyRuleset] = {game.name: game for game in ALL}

RULES: Mapping[RuleId, Rule] = {
    rule.id: rule for sheet in (SHARED, *(game.sheet for game in GAMES.values())) for rule in sheet
}


def game_named(name: str) -> AnyRuleset:
    if name not in GAMES:
        raise BadSetup(f"there is no game {name!r}; there are {', '.join(GAMES)}.")
    return GAMES[name]


def sentence(violation: Violation) -> Words:
    """What the table is told: the rule's sentence for this case, with its numbers."""
    rule = RULES[violation.rule]
    words = rule.broken.get(violation.case, rule.says)
    return words.filled(dict(violation.facts))
