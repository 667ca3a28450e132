"""Shows one game: every act with its verdict, and what stands now; with --plan, how to build it."""

import argparse
import json

from turmwart.app.archive import record_of, view_at
from turmwart.app.looking import data_argument, kept_game
from turmwart.app.trouble import Trouble
from turmwart.app.words.games import plain
from turmwart.display.plans import plan
from turmwart.display.view import encode
from turmwart.session.session import replay


def arguments(parser: argparse.ArgumentParser) -> None:
    data_argument(parser)
    parser.add_argument("game", metavar="GAME-ID", help="as `games` lists it; 'last' is the newest")
    parser.add_argument("--plan", action="store_true", help="what stands where, layer by layer")
    parser.add_argument(
        "--at", type=int, metavar="N", help="the page as it was after N acts, as JSON"
    )
    parser.add_argument("--json", action="store_true", help="the final state as JSON")


def main(args: argparse.Namespace) -> int:
    entries = kept_game(args.data, args.game)
    session = replay(entries)
    state = session.rules.show(session.state)
    if args.at is not None:
        view = view_at(entries, args.at)
        if view is None:
            raise Trouble(f"game {session.game_id} has {len(session.past)} acts; choose 0 to that.")
        print(encode(view).decode())
    elif args.json:
        print(json.dumps(state))
    elif args.plan:
        print("\n".join(plan(state)))
    else:
        record = record_of(entries)
        print(plain(record.line))
        for deed in record.deeds:
            rules = f"  {', '.join(deed.rules)}" if deed.rules else ""
            print(f"{deed.number:5}  {deed.seat:8} {deed.text.en}{rules}")
    return 0
