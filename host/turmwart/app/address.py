"""Where the page is served: on this machine alone, or for the phones in the same network."""

import socket
from dataclasses import dataclass

from turmwart.app.trouble import Trouble
from turmwart.display.server import PortTaken, listen
from turmwart.display.server.site import LOOPBACK

USUAL_PAGE_PORT = 8027
NOWHERE = ("192.0.2.1", 9)
"""An address for documentation: asked for the way there, nothing is sent."""


@dataclass(frozen=True, slots=True)
class Place:
    """The page's socket, the names under which it may be called, and its addresses.

    *home* is the address for phones; empty when no phone can reach it.
    """

    sock: socket.socket
    hosts: frozenset[str]
    address: str
    home: str = ""


def opened_place(port: int | None, lan: bool) -> Place:
    """The asked port, or the usual one, or any when the usual one is taken."""
    host = "0.0.0.0" if lan else "127.0.0.1"
    try:
        sock = listen(host, USUAL_PAGE_PORT if port is None else port)
    except PortTaken as taken:
        if port is not None:
            raise Trouble(str(taken)) from taken
        sock = listen(host, 0)
    number = sock.getsockname()[1]
    address = f"http://127.0.0.1:{number}/"
    if not lan:
        return Place(sock, LOOPBACK, address)
    own = own_ip()
    return Place(sock, LOOPBACK | own_names(own), address, f"http://{own}:{number}/")


def own_names(own: str) -> frozenset[str]:
    """What this machine is called in its network."""
    name = socket.gethostname().lower()
    return frozenset({own, name, f"{name.partition('.')[0]}.local"})


def own_ip() -> str:
    """The address from which this machine would speak to its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(NOWHERE)
        except OSError:
            return "127.0.0.1"
        return str(way.getsockname()[0])
