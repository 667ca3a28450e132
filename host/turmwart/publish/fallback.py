"""The door to amqtt: a small broker on loopback, as a process of its own, where mosquitto is not."""

import asyncio
import logging
import sys

from amqtt.broker import Broker


def configuration(port: int) -> dict[str, object]:
    return {
        "listeners": {"default": {"type": "tcp", "bind": f"127.0.0.1:{port}"}},
        "plugins": {
            "amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True},
        },
    }


async def serve(port: int) -> None:
    broker = Broker(configuration(port))
    await broker.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    asyncio.run(serve(int(sys.argv[1])))
