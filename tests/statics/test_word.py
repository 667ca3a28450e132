"""`turmwart statics FILE`: a line per structure, in order, and an exit status that tells."""

import json

import pytest

from turmwart.cli import main

CUBE = {"id": "a", "cells": [[0, 0, 0]]}
HIGH = {"id": "h", "cells": [[0, 0, 5]]}


def judged(tmp_path, capsys, structures, *more):
    file = tmp_path / "piles.json"
    file.write_text(json.dumps(structures), "utf-8")
    status = main(["statics", str(file), *more])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_bad_structure_does_not_keep_the_others_from_an_answer(tmp_path, capsys):
    piles = [
        {"id": 1, "bodies": [CUBE]},
        {"id": "bad", "bodies": [CUBE, {"id": "b", "cells": [[0, 0, 0]]}]},
        {"id": None, "bodies": [CUBE, HIGH]},
    ]
    status, answers = judged(tmp_path, capsys, piles)
    assert status == 1
    assert answers[0] == {"id": 1, "verdict": "stable", "margin_mm": 10.0, "tips": []}
    assert answers[1]["id"] == "bad"
    assert answers[1]["error"]["code"] == "overlap"
    assert "'b'" in answers[1]["error"]["message"]
    assert answers[2] == {"id": None, "verdict": "unstable", "margin_mm": None, "tips": ["h"]}


def test_an_empty_list_is_judged_in_silence(tmp_path, capsys):
    assert judged(tmp_path, capsys, []) == (0, [])


@pytest.mark.parametrize("text", [None, "{", '{"id": 1}', "[1]", "\udcff"])
def test_what_is_no_list_of_structures_is_one_line_on_standard_error(tmp_path, capsys, text):
    file = tmp_path / "piles.json"
    if text is not None:
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["statics", str(file)]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert "piles.json" in said.err


def test_each_structure_is_drawn(tmp_path, capsys):
    piles = [{"id": "a/b", "bodies": [CUBE]}, {"id": "a/b", "bodies": [CUBE, HIGH]}]
    status, _ = judged(tmp_path, capsys, piles, "--svg", str(tmp_path / "drawn"))
    assert status == 0
    names = sorted(file.name for file in (tmp_path / "drawn").iterdir())
    assert names == ["001-a-b.svg", "002-a-b.svg"]
