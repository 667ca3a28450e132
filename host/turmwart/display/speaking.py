"""What is said aloud when one view follows another: the warning before the next thing to do."""

from turmwart.display.view import View
from turmwart.rules.sheet import Words


def spoken(before: View | None, view: View) -> Words | None:
    """The sentence that is new; nothing when nothing is, or when nobody was there before."""
    broken = [warning.rule for warning in view.warnings]
    if before is None or before.game_id != view.game_id:
        return view.next
    if broken and broken != [warning.rule for warning in before.warnings]:
        return view.warnings[0].text
    return view.next if view.next != before.next else None
