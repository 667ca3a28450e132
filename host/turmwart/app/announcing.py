"""How a rig comes to its broker: which one, by which login, under which name."""

import secrets
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from turmwart.app.announcer import Announcer, Camera
from turmwart.app.broker import ChildBroker, Hall, asked_address
from turmwart.app.clerk import Clerk
from turmwart.app.inbox import Inbox
from turmwart.app.journal import Journal
from turmwart.app.logins import read_login
from turmwart.app.results import Results
from turmwart.app.trouble import Trouble
from turmwart.app.walltime import wall_ms
from turmwart.publish.broker import Address
from turmwart.publish.commands import Desk
from turmwart.publish.connection import Connection, Ears
from turmwart.publish.payloads import Claim
from turmwart.publish.topics import Topics


@dataclass(frozen=True, slots=True)
class BrokerWish:
    """What was asked for: auto, none or HOST:PORT; a file with a login; a hall.

    *lan* is the directory that `broker setup` has made, when ours is to serve the LAN.
    """

    name: str
    at: str = "auto"
    login: Path | None = None
    hall: Address | None = None
    lan: Path | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A connection under the table's own name."""

    topics: Topics
    address: Address
    connection: Connection
    child: ChildBroker | None
    instance: str
    ears: Ears

    @property
    def said(self) -> str:
        return f"{self.child.kind if self.child else 'MQTT'} at {self.address}"


def opened_line(wish: BrokerWish, data: Path, stack: ExitStack) -> Line | None:
    """The line to the broker that was asked for; another rig of the same name there is a fault."""
    if wish.at == "none":
        return None
    child = _child(wish, data) if wish.at == "auto" else None
    if child is not None:
        stack.callback(child.close)
    address = _address(wish, child)
    topics, instance, ears = Topics(wish.name), _instance(data), Ears()
    claim = Claim(instance=instance, since=wall_ms(), held=False, page=None)
    old = child is not None and child.kind == "amqtt"
    connection = Connection(topics, address, claim, ears, modern=not old)
    stack.callback(connection.close)
    other = connection.name_taken_by() if child is None or wish.lan else None
    if other is not None:
        where = f" (its page: {other.page})" if other.page else ""
        raise Trouble(
            f"table {wish.name!r} is taken at broker {address} by another rig{where}; "
            f"give this one another name with --table."
        )
    connection.settle()
    return Line(topics, address, connection, child, instance, ears)


def announcer(line: Line, journal: Journal, inbox: Inbox, data: Path, camera: Camera) -> Announcer:
    """What tells the broker, with its ears open for commands."""
    desk = Desk(f"turmwart/{line.topics.table}", open=line.address.open)
    clerk = Clerk(desk, inbox, line.connection.tell)
    made = Announcer(
        line.topics,
        line.connection,
        clerk,
        Results.opened(journal, data),
        line.child,
        camera,
        line.instance,
    )
    line.ears.command, line.ears.birth = clerk.hear, made.discover
    return made


def _child(wish: BrokerWish, data: Path) -> ChildBroker:
    hall = Hall(wish.name, wish.hall) if wish.hall else None
    if wish.lan is None:
        return ChildBroker(data, hall=hall)
    port = read_login(_own_login(wish)).port
    return ChildBroker(data, port, hall, wish.lan / "mosquitto.conf")


def _address(wish: BrokerWish, child: ChildBroker | None) -> Address:
    address = child.address if child else asked_address(wish.at)
    login = _own_login(wish) if child and wish.lan else wish.login
    return read_login(login, address) if login else address


def _own_login(wish: BrokerWish) -> Path:
    return (wish.lan or Path()) / "logins" / f"rig-{wish.name}.toml"


def _instance(data: Path) -> str:
    """A name of this rig alone, so that it is known again after a restart."""
    file = data / "instance"
    if not file.exists():
        file.write_text(secrets.token_hex(4) + "\n", "ascii")
    return file.read_text("ascii").strip()
