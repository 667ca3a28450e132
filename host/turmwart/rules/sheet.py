"""How a rule is written down: its id, its words in two languages, its sentences when broken."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from turmwart.rules.verdicts import RuleId


@dataclass(frozen=True, slots=True)
class Words:
    """One text in the two languages of the table."""

    de: str
    en: str

    def filled(self, facts: Mapping[str, object]) -> "Words":
        return Words(self.de.format_map(facts), self.en.format_map(facts))


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a sheet, in our own words.

    *where* names the heading of the printed sheet that says it, or is empty for a ruling of ours.
    *broken* maps a case to the sentence a table sees; the case "" is the usual one.
    """

    id: RuleId
    says: Words
    where: str = ""
    ruling: Words | None = None
    broken: Mapping[str, Words] = field(default_factory=dict)
