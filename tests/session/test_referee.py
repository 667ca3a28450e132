"""The referee protocol, line by line."""

import json

import pytest

from turmwart.rules.twentyseven import TWENTYSEVEN
from turmwart.session.referee import Referee


@pytest.fixture
def referee() -> Referee:
    return Referee(TWENTYSEVEN, TWENTYSEVEN.setup(None, {}, {}))


def say(referee: Referee, **asked: object) -> dict[str, object]:
    return json.loads(referee.answer(json.dumps(asked)))


def test_the_state_has_every_field_of_the_protocol(referee: Referee):
    state = say(referee, do="state")["state"]
    assert state == {
        "game": "twentyseven", "seats": ["black", "white"], "turn": "black", "phase": "move", "round": 1,
        "standing": {"black": 9, "white": 9}, "options": {"variant": "base", "start": "black"},
        "outcome": None, "steps": 1,
        "row": [["red"] + ["black"] * 9, *([["grey"]] * 7), ["red"] + ["white"] * 9],
    }  # fmt: skip


def test_an_act_is_judged_and_applied(referee: Referee):
    answer = say(referee, do="move", **{"from": 1, "count": 8, "base": False})
    assert answer == {
        "verdict": "legal", "violations": [], "applied": True, "turn": "white", "phase": "move",
    }  # fmt: skip


def test_an_illegal_act_is_named_and_not_applied_unless_forced(referee: Referee):
    far = {"do": "move", "from": 1, "count": 8, "base": False, "to": 4}
    answer = say(referee, **far)
    assert (answer["verdict"], answer["applied"], answer["turn"]) == ("illegal", False, "black")
    violation = answer["violations"][0]
    assert (violation["rule"], violation["cells"]) == ("D-2", [[1, 0, 0], [4, 0, 0]])
    assert "genau 1:" in violation["text"]["de"]
    forced = say(referee, **far, force=True)
    assert (forced["verdict"], forced["applied"], forced["turn"]) == ("illegal", True, "white")


def test_force_never_overrides_physics(referee: Referee):
    assert (
        say(referee, do="move", **{"from": 1, "count": 10, "base": False}, force=True)["applied"]
        is False
    )
    assert say(referee, do="state")["state"]["turn"] == "black"


def test_judge_changes_nothing(referee: Referee):
    answer = say(referee, do="judge", act={"do": "move", "from": 1, "count": 8, "base": False})
    assert (answer["verdict"], answer["applied"], answer["turn"]) == ("legal", False, "black")


def test_legal_lists_acts_in_the_form_that_is_accepted(referee: Referee):
    acts = say(referee, do="legal")["acts"]
    assert acts[0] == {"do": "move", "from": 1, "count": 1, "base": False}
    assert say(referee, do="legal", count=True) == {"count": 9}
    assert len(acts) == 9


def test_a_count_that_is_no_yes_or_no_is_an_error(referee: Referee):
    assert say(referee, do="legal", count=True) == {"count": 9}
    assert len(say(referee, do="legal", count=False)["acts"]) == 9
    assert say(referee, do="legal", count="yes")["error"]["code"] == "bad_type"


def test_take_back_undoes_the_last_act_and_is_an_error_when_there_is_none(referee: Referee):
    say(referee, do="move", **{"from": 1, "count": 8, "base": False})
    assert say(referee, do="take_back") == {
        "taken_back": {"do": "move", "from": 1, "count": 8, "base": False},
        "turn": "black", "phase": "move",
    }  # fmt: skip
    assert say(referee, do="take_back")["error"]["code"] == "nothing_to_take_back"


@pytest.mark.parametrize(
    "line",
    ["", " ", "null", "[]", "{", "nonsense", '{"do": 3}', "{}", '{"do":"dance"}', '{"do":"judge"}',
     '{"do":"move","from":1,"count":1,"base":false,"force":"yes"}', "[" * 100_000, '{"do":"\\ud800"}'],
)  # fmt: skip
def test_bad_lines_get_one_error_and_change_nothing(referee: Referee, line: str):
    before = say(referee, do="state")
    error = json.loads(referee.answer(line))["error"]
    assert error["code"]
    assert error["message"]
    assert say(referee, do="state") == before


def test_an_empty_line_is_called_empty(referee: Referee):
    message = json.loads(referee.answer(" \n"))["error"]["message"]
    assert message == "the line is no JSON (it is empty); send one JSON object per line."
