"""The page of many tables: listens to a broker, shows every table live, and keeps all results."""

import argparse
import asyncio
import signal
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec

from turmwart.app.address import opened_place
from turmwart.app.broker import asked_address
from turmwart.app.hall import Keeper, wanted
from turmwart.app.hall_archive import HallArchive
from turmwart.app.logins import read_login
from turmwart.app.trouble import Trouble
from turmwart.display.hall import hall_board
from turmwart.display.server import make_hall, serve
from turmwart.publish.broker import Address
from turmwart.publish.listening import Listening

USUAL_DATA = Path("turmwart-hall")


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--broker", default="127.0.0.1:1883", metavar="HOST:PORT")
    add("--login", type=Path, metavar="FILE", help="name and password for the broker")
    add("--data", type=Path, default=USUAL_DATA, metavar="DIR", help="where results are kept")
    add("--page-port", type=int, metavar="PORT")
    add("--lan", action="store_true", help="let others in the same network see the page")
    add("--share", metavar="NAME", help="one of several halls of this name takes each new result")
    add("--results", action="store_true", help="print the archive as JSON lines and end")


def main(args: argparse.Namespace) -> int:
    if args.page_port is not None and not 0 <= args.page_port < 65536:
        raise Trouble(f"--page-port {args.page_port} is no port; choose 0 to 65535.")
    if args.share is not None and not args.share.isalnum():
        raise Trouble(f"--share {args.share!r} may hold letters and digits only.")
    address = asked_address(args.broker)
    address = read_login(args.login, address) if args.login else address
    with ExitStack() as stack:
        archive = HallArchive(args.data)
        stack.callback(archive.close)
        if args.results:
            for ending in archive.results():
                print(msgspec.json.encode(ending).decode())
        else:
            with suppress(asyncio.CancelledError):
                asyncio.run(_run(args, address, archive))
    return 0


async def _run(args: argparse.Namespace, address: Address, archive: HallArchive) -> None:
    place = opened_place(args.page_port, args.lan)
    board = hall_board()
    keeper = Keeper(board, archive)
    listening = Listening(address, wanted(args.share), keeper.hear)
    app = make_hall(board, place.hosts, results=archive.results, standings=archive.standings)
    print(f"turmwart: hall: {place.address}hall", file=sys.stderr, flush=True)
    print(f"turmwart: broker: MQTT at {address}", file=sys.stderr, flush=True)
    tasks = [asyncio.create_task(serve(app, place.sock)), asyncio.create_task(keeper.show())]
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, tasks[0].cancel)
    try:
        await tasks[0]
    finally:
        for task in tasks:
            task.cancel()
        listening.close()
