"""What a person may get wrong: one sentence, an exit status, and nothing lost."""

import socket
from pathlib import Path

import pytest

from system.rigs import Ran, turmwart

RUN = ("run", "--virtual", "--headless", "--speed", "max", "--broker", "none")
BROKEN_TOML = {
    "no TOML": "[camera\nwidth = 1",
    "nothing in it": "",
    "unknown key": "[camera]\nwidth = 1280\nheight = 720\nmatrix = [[1,0,0],[0,1,0],[0,0,1]]\nzoom = 2\n"
    '[mat]\ndictionary = "DICT_4X4_50"\nsize = [420.0, 300.0]\n',
    "half a matrix": '[camera]\nwidth = 1280\nheight = 720\nmatrix = [[1,0,0]]\n[mat]\ndictionary = "x"\n',
}


def one_sentence(ran: Ran) -> str:
    """The last line of standard error; it is the only one that complains, and no traceback."""
    assert ran.code not in (0, 1), ran.errors
    assert "Traceback" not in ran.errors
    *before, last = ran.errors.strip().splitlines()
    assert all(line.startswith(("turmwart: virtual table", "usage:", " ")) for line in before)
    return last


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--game", "chess"), "chess"),
        (("--seats", "black,pink"), "pink"),
        (("--seats", "black,black"), "black"),
        (("--seats", "black"), "not by black"),
        (("--option", "variant=blue"), "blue"),
        (("--option", "colour=blue"), "colour"),
        (("--option", "variant"), "variant"),
        (("--clumsy", "7"), "--clumsy 7"),
        (("--turns", "0"), "--turns 0"),
        (("--speed", "9"), "--speed"),
        (("--table", "The Table"), "The Table"),
        (("--broker", "nowhere"), "nowhere"),
        (("--page-port", "70000"), "70000"),
    ],
)
def test_a_wrong_word_is_named(words: tuple[str, ...], named: str) -> None:
    assert named in one_sentence(turmwart(*RUN, *words))


@pytest.mark.parametrize("fault", BROKEN_TOML)
def test_a_broken_rig_toml_is_named(tmp_path: Path, fault: str) -> None:
    file = tmp_path / "rig.toml"
    file.write_text(BROKEN_TOML[fault], "utf-8")
    assert str(file) in one_sentence(turmwart("run", "--config", file))


def test_a_missing_rig_toml_is_named(tmp_path: Path) -> None:
    assert "nowhere.toml" in one_sentence(turmwart("run", "--config", tmp_path / "nowhere.toml"))


def test_a_port_in_use_is_named_and_the_game_is_not_begun(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = ("run", "--virtual", "--broker", "none", "--page-port", str(port))
        ran = turmwart(*words, "--data", tmp_path, timeout=60)
    assert f"127.0.0.1:{port}" in one_sentence(ran)


def test_a_corrupted_journal_is_named_and_left_until_somebody_says_mend(tmp_path: Path) -> None:
    words = (*RUN, "--turns", "1", "--clumsy", "0", "--data", tmp_path)
    assert turmwart(*words).code == 0
    (file,) = (tmp_path / "journal").iterdir()
    sound = file.read_bytes()
    place = sound.rindex(b"acted")
    damaged = sound[:place] + b"acced" + sound[place + 5 :]
    file.write_bytes(damaged)
    line = sound[:place].count(b"\n") + 1
    said = one_sentence(turmwart(*words))
    assert f"{file} is damaged in line {line}" in said
    assert "add --mend" in said
    assert file.read_bytes() == damaged
    ran = turmwart(*words, "--mend")
    assert ran.code == 0
    assert "The game goes on after them" in ran.errors
    assert file.with_suffix(".damaged-1").read_bytes() == damaged
    whole = b"".join(sound.splitlines(keepends=True)[: line - 1])
    assert file.read_bytes().startswith(whole)


def test_a_journal_that_is_none_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "journal" / "000001.old.journal"
    file.parent.mkdir()
    file.write_bytes(b"fifty years of sunshine " * 400)
    assert str(file) in one_sentence(turmwart(*RUN, "--data", tmp_path))
    assert file.read_bytes() == b"fifty years of sunshine " * 400
