"""The door to paho for those who only listen: a hall. MQTT 3.1.1, so that any broker will do."""

import secrets
from collections.abc import Callable, Iterable
from threading import Event
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from turmwart.publish.broker import Address, Fault

KEEPALIVE_S = 10
LOGIN_CODES = (0x86, 0x87, 0x8C)


class Listening:
    """Hears *topics* for as long as it is open; after an outage all that is retained comes again."""

    def __init__(
        self, address: Address, topics: Iterable[str], hear: Callable[[str, bytes], None]
    ) -> None:
        self.fault: Fault | None = Fault.SILENT
        self._answered = Event()
        self._topics, self._hear = [(topic, 1) for topic in topics], hear
        client = Client(CallbackAPIVersion.VERSION2, client_id=f"hall-{secrets.token_hex(4)}")
        client.reconnect_delay_set(min_delay=1, max_delay=1)
        client.on_connect, client.on_disconnect = self._connected, self._lost
        client.on_connect_fail, client.on_message = self._failed, self._heard
        if login := address.login:
            client.username_pw_set(login.user, login.password)
        if address.ca:
            client.tls_set(address.ca)
        client.connect_async(address.host, address.port, keepalive=KEEPALIVE_S)
        client.loop_start()
        self._client = client

    def settle(self, timeout_s: float) -> Fault | None:
        """Waits until the broker has answered or cannot be reached; what is wrong, if anything."""
        self._answered.wait(timeout_s)
        return self.fault

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            self.fault = Fault.LOGIN if reason.value in LOGIN_CODES else Fault.SILENT
        else:
            self.fault = None
            client.subscribe(self._topics)
        self._answered.set()

    def _failed(self, *_details: Any) -> None:
        self.fault = Fault.ABSENT
        self._answered.set()

    def _lost(self, *_details: Any) -> None:
        self.fault = self.fault or Fault.ABSENT

    def _heard(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self._hear(message.topic, bytes(message.payload))


def asked(address: Address, patience_s: float) -> Fault | None:
    """What is wrong with a broker, found out by asking it once."""
    listening = Listening(address, ("turmwart/+/status",), lambda _topic, _payload: None)
    try:
        return listening.settle(patience_s)
    finally:
        listening.close()
