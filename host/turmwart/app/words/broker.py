"""Sets up a broker of our own with logins: passwords, rights and, if wanted, certificates."""

import argparse
import re
import socket
from pathlib import Path

from turmwart.app.address import own_ip
from turmwart.app.broker import USUAL_PORT, asked_address, find_mosquitto
from turmwart.app.broker_setup import Plan, set_up
from turmwart.app.logins import read_login
from turmwart.app.trouble import Trouble

TLS_PORT = 8883
USUAL_PLACE = Path("turmwart-data") / "broker"


def arguments(parser: argparse.ArgumentParser) -> None:
    steps = parser.add_subparsers(required=True, metavar="setup")
    add = steps.add_parser("setup", help="write the broker's files").add_argument
    add("--data", type=Path, default=USUAL_PLACE, metavar="DIR", help="where the files go")
    add("--table", action="append", metavar="NAME", help="a table that may log in; may be repeated")
    add("--lan", action="store_true", help="reachable from other computers, with a login")
    add("--tls", action="store_true", help="encrypted, with certificates made here")
    add("--name", action="append", default=[], metavar="HOST", help="how others call this computer")
    add("--port", type=int, metavar="PORT")
    add("--hall", metavar="HOST:PORT", help="bridge the table to the hall's broker")
    add("--hall-login", type=Path, metavar="FILE", help="name and password for the hall's broker")


def main(args: argparse.Namespace) -> int:
    plan = asked_plan(args)
    files = set_up(plan)
    conf = plan.directory / "mosquitto.conf"
    print(f"broker: {conf} (port {plan.port}, {'LAN' if plan.lan else 'this computer only'})")
    for user, file in files.items():
        print(f"login {user}: {file}")
    print(f"start it: {find_mosquitto() or 'mosquitto'} -c {conf}")
    rig = files[f"rig-{plan.tables[0]}"]
    print(
        f"the rig: turmwart run --table {plan.tables[0]} --broker 127.0.0.1:{plan.port} --login {rig}"
    )
    return 0


def asked_plan(args: argparse.Namespace) -> Plan:
    """The arguments, checked."""
    tables = tuple(args.table or ("table-1",))
    for table in tables:
        if not re.fullmatch(r"[a-z0-9-]+", table):
            raise Trouble(f"--table {table!r} may hold a-z, 0-9 and '-' only.")
    for name in args.name:
        if not re.fullmatch(r"[A-Za-z0-9.:-]+", name):
            raise Trouble(f"--name {name!r} is no name of a computer.")
    port = args.port if args.port is not None else TLS_PORT if args.tls else USUAL_PORT
    if not 0 < port < 65536:
        raise Trouble(f"--port {port} is no port; choose 1 to 65535.")
    if args.hall and len(tables) > 1:
        raise Trouble("--hall bridges one table; set up each table's broker by itself.")
    hall = asked_address(args.hall) if args.hall else None
    if hall and args.hall_login:
        hall = read_login(args.hall_login, hall)
    own = (own_ip(), socket.gethostname()) if args.lan else ()
    names = tuple(dict.fromkeys((*args.name, *own, "127.0.0.1", "localhost")))
    return Plan(args.data, tables, names, port, args.lan, args.tls, hall)
