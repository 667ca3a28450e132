"""The door to paho: keeps the newest retained messages, and says them again after every outage."""

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

from paho.mqtt.client import Client, MQTTMessage, PayloadType
from paho.mqtt.enums import CallbackAPIVersion

from turmwart.publish.topics import Message, Topics

KEEPALIVE_S = 10
Command = Callable[[str, bytes, bool], None]
"""Called with the verb, the payload and whether the command was retained."""


class Connection:
    """A broker that may come and go. What is retained is right again soon after it is back."""

    def __init__(self, topics: Topics, host: str, port: int, on_command: Command) -> None:
        self._topics, self._on_command = topics, on_command
        self._kept: dict[str, Message] = {}
        self._guard = Lock()
        self.connected = False
        self.unsent = 0
        client = Client(CallbackAPIVersion.VERSION2, client_id=f"turmwart-{topics.table}")
        will = topics.status(online=False)
        client.will_set(will.topic, will.payload, qos=1, retain=True)
        client.reconnect_delay_set(min_delay=1, max_delay=1)
        client.on_connect = self._connected
        client.on_disconnect = self._lost
        client.on_message = self._heard
        client.connect_async(host, port, keepalive=KEEPALIVE_S)
        client.loop_start()
        self._client = client

    def tell(self, messages: Iterable[Message]) -> None:
        """Sends what can be sent; what is retained is kept for later, the rest is counted."""
        with self._guard:
            for message in messages:
                if message.retain:
                    self._kept[message.topic] = message
                if self.connected:
                    self._send(message)
                elif not message.retain:
                    self.unsent += 1

    def close(self) -> None:
        """Says offline, and goes."""
        farewell = self._topics.status(online=False)
        if self.connected:
            self._send(farewell).wait_for_publish(2.0)
        self._client.disconnect()
        self._client.loop_stop()

    def _send(self, message: Message) -> Any:
        """What is retained is said anew after every outage, so paho must not repeat an old one."""
        payload: PayloadType = message.payload
        qos = 0 if message.retain else 1
        return self._client.publish(message.topic, payload, qos=qos, retain=message.retain)

    def _connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            return
        with self._guard:
            self.connected = True
            client.subscribe(self._topics.at("cmd/+"), qos=1)
            self._send(self._topics.status(online=True))
            for message in self._kept.values():
                self._send(message)

    def _lost(self, *_details: Any) -> None:
        self.connected = False

    def _heard(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        verb = message.topic.rsplit("/", 1)[-1]
        self._on_command(verb, bytes(message.payload), message.retain)
