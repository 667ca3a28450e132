"""The rig's own voice: what it says, when it is silent, and that it needs espeak-ng."""

from dataclasses import replace

import pytest

from display.tables import view_in
from turmwart.app import inbox, voice
from turmwart.app.showing import Choices
from turmwart.app.voice import Voice
from turmwart.display.speaking import spoken


class Child:
    """A sentence that is being said."""

    def __init__(self, heard, words):
        self.heard, self.words = heard, words
        heard.append(words)

    def kill(self):
        self.heard.append(("cut", *self.words))

    def wait(self):
        pass


@pytest.fixture
def heard(monkeypatch):
    monkeypatch.setattr(voice, "voice_program", lambda: "espeak-ng")
    return []


def speaker(heard, language="de"):
    return Voice(Choices(voice=language), lambda *words: Child(heard, words))


def test_the_next_thing_is_said_once_and_the_newer_sentence_cuts_off_the_older(heard):
    speaks, view = speaker(heard), view_in("talo", "playing")
    warned = view_in("talo", "warning")
    for one in (view, replace(view, seq=view.seq + 1), warned, warned):
        speaks.show(one)
    first = ("espeak-ng", "de", view.next.de)
    assert heard == [first, ("cut", *first), ("espeak-ng", "de", warned.warnings[0].text.de)]


def test_it_speaks_the_language_that_was_asked_for(heard):
    view = view_in("talo", "playing")
    speaker(heard, "en").show(view)
    assert heard == [("espeak-ng", "en", view.next.en)]


def test_it_is_silent_unless_switched_on(heard):
    speaker(heard, "").show(view_in("talo", "playing"))
    assert heard == []


def test_without_a_program_nothing_is_said_and_switching_on_says_what_to_type(monkeypatch):
    monkeypatch.setattr(voice, "voice_program", lambda: None)
    monkeypatch.setattr(inbox, "voice_program", lambda: None)
    said = []
    speaker(said).show(view_in("talo", "playing"))
    assert said == []
    order = inbox.Order(rig=None, args={"on": True, "language": "de"}, at_ms=0)
    reply = inbox.obeyed(order, "voice")
    assert reply.status == "refused"
    assert "espeak-ng" in reply.text.de
    assert order.choices.voice == ""


def test_a_name_cannot_become_an_option_of_the_program(tmp_path):
    """The program is a stand-in that writes down how it was called and what it was given."""
    program, note = tmp_path / "espeak-ng", tmp_path / "note"
    program.write_text(f'#!/bin/sh\necho "$@" > {note}\ncat >> {note}\n')
    program.chmod(0o700)
    voice._said(str(program), "de", "-w /etc/passwd: würfeln").wait()
    assert note.read_text() == "-v de --stdin\n-w /etc/passwd: würfeln"


def test_another_game_begins_with_its_first_sentence():
    view = view_in("talo", "playing")
    assert spoken(replace(view, game_id="old", next=view.next), view) == view.next
    assert spoken(view, view) is None
