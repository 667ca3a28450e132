"""A broker for the LAN: what each login may do, tried with a real mosquitto."""

import base64
from pathlib import Path

import pytest

from publish.brokers import Listener, free_port, mosquitto
from turmwart.app.broker_setup import Plan, configuration, password_line, set_up
from turmwart.app.logins import read_login
from turmwart.app.trouble import Trouble
from turmwart.publish.broker import Address, Fault
from turmwart.publish.connection import Connection
from turmwart.publish.payloads import Claim
from turmwart.publish.topics import Message, Topics

TOPICS = Topics("attic")
CLAIM = Claim(instance="a1", since=1000, held=False, page=None)


def plan(directory: Path, **more: object) -> Plan:
    given = {"lan": False, "tls": False, "port": free_port(), **more}
    return Plan(directory, ("attic",), ("127.0.0.1", "localhost"), **given)  # type: ignore[arg-type]


def running(asked: Plan):
    return mosquitto(asked.directory, asked.port, whole=configuration(asked))


def login(files: dict[str, Path], user: str) -> tuple[str, str]:
    found = read_login(files[user]).login
    assert found is not None
    return found.user, found.password


def test_a_password_as_mosquitto_writes_it():
    """The line that mosquitto_passwd 2.0.11 has written for this password."""
    salt = base64.b64decode("MTtGZ0MFdN9PvNED")
    assert password_line("viewer", "owl", salt) == (
        "viewer:$7$101$MTtGZ0MFdN9PvNED$mQXHXObgan9eudOKOHVYUiguu9OLYgGiE3NL3Q2Mg6sx"
        "GqTql9ybKdoz9k8dDwkBkos5Zhv1rDmS9a6lsjaJng=="
    )


@pytest.mark.needs("mosquitto")
def test_nobody_comes_in_without_a_login_and_everybody_may_do_his_part(tmp_path: Path):
    asked = plan(tmp_path / "broker")
    files = set_up(asked)
    stranger = Connection(TOPICS, Address("127.0.0.1", asked.port), CLAIM)
    with running(asked):
        assert not stranger.settle(10) or stranger.health is Fault.LOGIN
        rig = Connection(TOPICS, read_login(files["rig-attic"]), CLAIM)
        rig.enter()
        assert rig.settle(10)
        rig.tell([Message(TOPICS.at("turn"), b"black", retain=True)])
        rig.tell([Message("turmwart/cellar/turn", b"forged", retain=True)])
        with Listener(asked.port, ("turmwart/#",), login=login(files, "viewer")) as viewer:
            viewer.until(TOPICS.at("turn"), b"black")
            viewer.send(TOPICS.at("cmd/done"), b'{"id": "by-viewer"}')
            with Listener(
                asked.port, (TOPICS.at("cmd/+"),), login=login(files, "operator")
            ) as operator:
                operator.send(TOPICS.at("turn"), b"white", retain=True)
                operator.send(TOPICS.at("cmd/done"), b'{"id": "by-operator"}')
                operator.until(TOPICS.at("cmd/done"))
                commands = [m.payload for m in operator.all if "/cmd/" in m.topic]
        rig.close()
    stranger.close()
    assert commands == [b'{"id": "by-operator"}']
    topics = {(m.topic, m.payload) for m in viewer.all}
    assert (TOPICS.at("turn"), b"white") not in topics
    assert not [topic for topic, _ in topics if "cellar" in topic or "/cmd/" in topic]


@pytest.mark.needs("mosquitto")
def test_with_tls_the_certificate_is_checked(tmp_path: Path):
    asked = plan(tmp_path / "broker", tls=True)
    files = set_up(asked)
    other = set_up(plan(tmp_path / "other", tls=True))
    with running(asked):
        found = read_login(files["rig-attic"])
        assert found.ca is not None
        rig = Connection(TOPICS, found, CLAIM)
        rig.enter()
        assert rig.settle(10), rig.health
        wrong = read_login(other["rig-attic"], Address("127.0.0.1", asked.port))
        fooled = Connection(TOPICS, wrong, Claim(instance="b", since=1, held=False, page=None))
        assert not fooled.settle(10)
        assert fooled.health is Fault.TLS
        rig.close()
        fooled.close()


def test_set_up_again_keeps_the_passwords_and_the_files_are_private(tmp_path: Path):
    asked = plan(tmp_path / "broker")
    first = {user: file.read_text() for user, file in set_up(asked).items()}
    again = {user: file.read_text() for user, file in set_up(asked).items()}
    assert first == again
    for file in (tmp_path / "broker").rglob("*"):
        if file.is_file():
            assert file.stat().st_mode & 0o077 == 0, file
    kept = (tmp_path / "broker" / "passwords").read_text()
    assert not [text for text in first.values() if text.split('password = "')[1][:12] in kept]


def test_a_login_file_that_others_can_read_is_refused(tmp_path: Path):
    file = tmp_path / "login.toml"
    file.write_text('user = "rig"\npassword = "owl"\nhost = "h"\nport = 1\n')
    file.chmod(0o644)
    with pytest.raises(Trouble, match="chmod 600"):
        read_login(file)
    file.chmod(0o600)
    assert "owl" not in repr(read_login(file))


@pytest.mark.parametrize("text", ['user = "rig"', "port = 7", "=", 'user = 1\npassword = "x"'])
def test_a_login_file_that_is_wrong_is_named(tmp_path: Path, text: str):
    file = tmp_path / "login.toml"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(Trouble, match=r"login\.toml"):
        read_login(file)


def test_only_lan_listens_beyond_this_computer(tmp_path: Path):
    assert configuration(plan(tmp_path)).startswith("listener ")
    assert " 127.0.0.1\n" in configuration(plan(tmp_path))
    assert " 0.0.0.0\n" in configuration(plan(tmp_path, lan=True))
    assert "allow_anonymous false" in configuration(plan(tmp_path, lan=True))
