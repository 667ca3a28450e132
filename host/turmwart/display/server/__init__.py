"""The web server: the only place that knows starlette and uvicorn."""

from turmwart.display.server.app import make_app, make_hall
from turmwart.display.server.serving import PortTaken, listen, serve

__all__ = ["PortTaken", "listen", "make_app", "make_hall", "serve"]
