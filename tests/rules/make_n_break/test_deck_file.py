"""An owner's deck: what is wrong with it is named with card, key and cure."""

import pytest

from turmwart.rules.make_n_break.deck import BadCard, deck_faults, read_deck


def test_a_good_deck_has_no_fault(draw):
    assert list(deck_faults({"cards": draw.cards})) == []
    assert [card.id for card in read_deck({"cards": draw.cards})] == ["gate", "grey", "deep"]


FAULTS = [
    ("points", 4, "points"),
    ("points", True, "points"),
    ("numeral", "green", "numeral"),
    ("coloured", "yes", "coloured"),
    ("view", "side", "view"),
    ("solutions", [], "solutions"),
    ("solutions", [[]], "1 to 10 blocks"),
    ("solutions", [[{"colour": "red", "pose": "flat", "at": [0, 0, 0]}]], "pose"),
    ("solutions", [[{"colour": None, "pose": "along", "at": [0, 0, 0]}]], "colour"),
    ("solutions", [[{"colour": "red", "pose": "along", "at": [0, 0]}]], "at"),
    ("solutions", [[{"colour": "red", "pose": "along", "at": [0, 0, -1]}]], "below"),
    ("solutions", [[{"colour": "red", "pose": "along", "at": [0, 0, 1]}]], "ground"),
    (
        "solutions",
        [[{"colour": "red", "pose": "along", "at": [4 * n, 0, 0]} for n in (0, 1)]],
        "twice",
    ),
    (
        "solutions",
        [[{"colour": c, "pose": "along", "at": [n, 0, 0]} for n, c in enumerate(("red", "white"))]],
        "overlap",
    ),
]


@pytest.mark.parametrize(("key", "value", "named"), FAULTS)
def test_a_fault_names_card_and_key(draw, key, value, named):
    faults = list(deck_faults({"cards": [draw.cards[0] | {key: value}]}))
    assert faults
    assert all(fault.startswith("card 'gate': key") for fault in faults)
    assert all(key in fault for fault in faults)
    assert any(named in fault for fault in faults)


def test_a_missing_key_and_a_repeated_id_are_named(draw):
    bare = {key: value for key, value in draw.cards[1].items() if key != "view"}
    faults = list(deck_faults({"cards": [draw.cards[0], draw.cards[0], bare]}))
    assert [fault.split(";")[0] for fault in faults] == [
        "card 'gate': key 'id' is used by an earlier card too",
        "card 'grey': key 'view' is missing",
    ]


@pytest.mark.parametrize("data", [None, [], {}, {"cards": []}, {"cards": 3}, {"cards": [3]}])
def test_what_is_no_deck_is_refused(data):
    with pytest.raises(BadCard):
        read_deck(data)
