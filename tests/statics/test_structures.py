"""What cannot be judged is refused in one sentence that names the body."""

import json
import math

import pytest

from turmwart.statics.structures import StructureError, pile

CUBE = {"id": "a", "cells": [[0, 0, 0]]}


def one(**body):
    return {"bodies": [{"id": "x"} | body]}


BAD = {
    "no bodies": ({"bodies": []}, "no_bodies", ""),
    "bodies missing": ({}, "no_bodies", ""),
    "overlap": ({"bodies": [CUBE, {"id": "x", "box": [0.5, 0, 0, 1, 1, 1]}]}, "overlap", "x"),
    "below ground": (one(cells=[[0, 0, -1]]), "below_ground", "x"),
    "box below ground": (one(box=[0, 0, -0.5, 1, 1, 1]), "below_ground", "x"),
    "cell repeated": (one(cells=[[0, 0, 0], [0, 0, 0]]), "repeated_cell", "x"),
    "cell fractional": (one(cells=[[0, 0.5, 0]]), "fractional", "x"),
    "edge only": (one(cells=[[0, 0, 0], [1, 0, 1]]), "not_connected", "x"),
    "both shapes": (one(cells=[[0, 0, 0]], box=[0, 0, 0, 1, 1, 1]), "shape", "x"),
    "no shape": (one(), "shape", "x"),
    "no cells": (one(cells=[]), "size", "x"),
    "flat box": (one(box=[0, 0, 0, 1, 0, 1]), "size", "x"),
    "negative side": (one(box=[0, 0, 0, 1, -1, 1]), "size", "x"),
    "id repeated": ({"bodies": [CUBE, {"id": "a", "cells": [[5, 0, 0]]}]}, "repeated_id", "a"),
    "id missing": ({"bodies": [{"cells": [[0, 0, 0]]}]}, "bad_id", "1"),
    "not a number": (one(box=[0, 0, math.nan, 1, 1, 1]), "number", "x"),
    "infinite": (one(box=[0, 0, 0, math.inf, 1, 1]), "number", "x"),
    "endless integer": (one(cells=[[10**400, 0, 0]]), "number", "x"),
    "text": (one(box=[0, 0, "0", 1, 1, 1]), "number", "x"),
    "truth value": (one(cells=[[True, 0, 0]]), "number", "x"),
    "five numbers": (one(box=[0, 0, 0, 1, 1]), "shape", "x"),
    "negative mass": (one(cells=[[0, 0, 0]], mass_g=-1), "negative", "x"),
    "negative density": (one(cells=[[0, 0, 0]], density=-1), "negative", "x"),
    "negative friction": ({"friction": -0.1, "bodies": [CUBE]}, "negative", "friction"),
    "negative cell_mm": ({"cell_mm": -20, "bodies": [CUBE]}, "negative", "cell_mm"),
    "cell_mm 0": ({"cell_mm": 0, "bodies": [CUBE]}, "cell_mm", "cell_mm"),
    "infinite density": ({"density": math.inf, "bodies": [CUBE]}, "number", "density"),
    "pawn maybe": (one(cells=[[0, 0, 0]], pawn="yes"), "bad_pawn", "x"),
    "body is text": ({"bodies": ["cube"]}, "bad_body", "1"),
}


@pytest.mark.parametrize(("structure", "code", "named"), BAD.values(), ids=BAD)
def test_bad_structures(structure, code, named):
    with pytest.raises(StructureError) as caught:
        pile(structure)
    assert caught.value.code == code
    assert named in caught.value.message
    assert json.dumps(caught.value.message)


def test_defaults_and_masses():
    grams = 0.65 * 8
    shapes = [
        {"cells": [[0, 0, 0], [0, 0, 1]]},
        {"box": [3, 0, 0, 1, 1, 0.5]},
        {"cells": [[6, 0, 0]], "density": 1300},
        {"cells": [[8, 0, 0]], "density": 1300, "mass_g": 7},
    ]
    found = pile({"bodies": [shape | {"id": i} for i, shape in enumerate(shapes)]})
    weights = [body.weight for body in found.bodies]
    assert weights == pytest.approx([2 * grams, grams / 2, 2 * grams, 7.0])
    assert (found.cell_mm, found.friction) == (20.0, 0.4)


def test_whole_numbers_may_be_written_with_a_point():
    assert pile(one(cells=[[1.0, 0, 0]])).bodies[0].centre == (1.5, 0.5, 0.5)


def test_boxes_that_meet_up_to_rounding_touch_and_do_not_overlap():
    stack = [{"id": i, "box": [0, 0, 0.1 * i, 1, 1, 0.1]} for i in range(8)]
    assert len(pile({"bodies": stack}).bodies) == 8
