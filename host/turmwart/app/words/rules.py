"""`turmwart rules [ID]`: a rule, its ruling, and where the sheet says it."""

import argparse
import sys

from turmwart.rules.catalogue import RULES
from turmwart.rules.sheet import Rule
from turmwart.rules.verdicts import RuleId


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="for example D-3; without it, all ids")
    parser.add_argument("--language", choices=("de", "en"), default="en")


def main(args: argparse.Namespace) -> int:
    if args.id is None:
        for rule in RULES.values():
            print(f"{rule.id:5} {getattr(rule.says, args.language)}")
        return 0
    asked = RULES.get(RuleId(args.id.upper()))
    if asked is None:
        print(f"there is no rule {args.id!r}; 'turmwart rules' lists them all.", file=sys.stderr)
        return 2
    print(written(asked, args.language))
    return 0


def written(rule: Rule, language: str) -> str:
    """A rule as a person reads it."""
    lines = [f"{rule.id}: {getattr(rule.says, language)}"]
    if rule.ruling:
        title = {"de": "Entscheid", "en": "Ruling"}[language]
        lines.append(f"{title}: {getattr(rule.ruling, language)}")
    where = {
        "de": ("Im Blatt", "Entscheid des Turmwarts"),
        "en": ("Sheet", "a ruling of turmwart's"),
    }
    title, ours = where[language]
    lines.append(f"{title}: {rule.where or ours}")
    return "\n".join(lines)
