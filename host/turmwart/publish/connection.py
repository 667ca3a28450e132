"""The door to paho: keeps the newest retained messages, and says them again after every outage."""

import socket
import ssl
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from threading import Condition, RLock, Timer
from typing import Any

import msgspec
from paho.mqtt.client import Client, MQTTMessage, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from turmwart.publish.broker import Address, Fault
from turmwart.publish.commands import Incoming
from turmwart.publish.payloads import Claim
from turmwart.publish.topics import Message, Topics

KEEPALIVE_S = 10
LARGEST_PACKET = 1 << 20
OUTSTANDING = 400
"""So many messages may be on their way; beyond that the broker is slow, and old states are skipped."""
CALLS_TO_FALL_BACK = 2
QUIET_S, ALIVE_S, SETTLE_S, GREETING_S = 0.25, 2.0, 4.0, 2.0
BIRTHS = "homeassistant/status"
V5, V311 = MQTTProtocolVersion.MQTTv5, MQTTProtocolVersion.MQTTv311


@dataclass(slots=True)
class Ears:
    """Who is called, from paho's thread: with a command, and when Home Assistant has started."""

    command: Callable[[Incoming], None] = lambda _: None
    birth: Callable[[], None] = lambda: None


class Connection:
    """A broker that may come and go. What is retained is right again soon after it is back."""

    def __init__(
        self,
        topics: Topics,
        address: Address,
        claim: Claim,
        ears: Ears | None = None,
        modern: bool = True,
    ) -> None:
        self._topics, self._address, self._ears = topics, address, ears or Ears()
        self._claim = claim
        self._kept: dict[str, Message] = {}
        self._late: dict[str, Message] = {}
        self._outstanding: deque[MQTTMessageInfo] = deque()
        self._guard, self._news = RLock(), Condition()
        self._calls, self._tried, self._others_online = 0, False, False
        self._closing = False
        self._greeted: Client | None = None
        self.connected, self.unsent, self.fault = False, 0, Fault.ABSENT
        self.protocol = V5 if modern else V311
        self.taken_by: Claim | None = None
        self._client = self._made()

    @property
    def health(self) -> Fault | None:
        """What is wrong now, if anything."""
        return None if self.connected and self.fault is not Fault.SLOW else self.fault

    def settle(self, timeout_s: float = SETTLE_S) -> bool:
        """Waits until the broker has let us in or has failed to once; True when we are in."""
        with self._news:
            self._news.wait_for(lambda: self.connected or self._tried, timeout_s)
        return self.connected

    def name_taken_by(self) -> Claim | None:
        """The other rig that has this table's name, if there is one at the broker.

        Whoever holds it answers at once; when the broker says that somebody is online, more time
        is given. Without a broker nobody can be asked.
        """
        if self.settle():
            self._answered(QUIET_S)
            if self.taken_by is None and self._others_online:
                self._answered(ALIVE_S)
        return self.taken_by

    def enter(self, page: str | None = None) -> None:
        """Holds the table's name from now on: is online, and says all that is kept."""
        with self._guard:
            self._claim = msgspec.structs.replace(self._claim, held=True, page=page)
            if self.connected:
                self._enter(self._client)

    def tell(self, messages: Iterable[Message]) -> None:
        """Sends what can be sent; what is retained is kept for later, the rest is counted."""
        with self._guard:
            crowded = self._crowded()
            for message in messages:
                if message.retain:
                    self._kept[message.topic] = message
                if self._may_send and not crowded:
                    self._send(message)
                elif message.retain:
                    self._late[message.topic] = message
                else:
                    self.unsent += 1
            if self._may_send and not crowded:
                self._catch_up()

    def close(self) -> None:
        """Says offline, and goes; a broker that takes nothing any more is not waited for."""
        heard = True
        if self._may_send:
            farewell = self._send(self._topics.status(online=False))
            with suppress(RuntimeError, ValueError):
                farewell.wait_for_publish(2.0)
            heard = _settled(farewell)
        self._closing = True
        self._client.disconnect()
        if heard:
            self._client.loop_stop()

    @property
    def _may_send(self) -> bool:
        return self.connected and self._claim.held

    def _answered(self, seconds: float) -> None:
        with self._news:
            self._news.wait_for(lambda: self.taken_by is not None, seconds)

    def _made(self) -> Client:
        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"turmwart-{self._topics.table}-{self._claim.instance}",
            protocol=self.protocol,
        )
        will = self._topics.status(online=False)
        client.will_set(will.topic, will.payload, qos=1, retain=True)
        client.reconnect_delay_set(min_delay=1, max_delay=1)
        client.on_connect, client.on_disconnect = self._connected, self._lost
        client.on_connect_fail, client.on_message = self._failed, self._heard
        client.on_socket_open = self._called
        if login := self._address.login:
            client.username_pw_set(login.user, login.password)
        if self._address.ca:
            client.tls_set(self._address.ca)
        client.connect_async(
            self._address.host,
            self._address.port,
            keepalive=KEEPALIVE_S,
            properties=_limits() if self.protocol == V5 else None,
        )
        client.loop_start()
        return client

    def _connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        with self._guard:
            self._calls, self._greeted = 0, client
            if reason.is_failure:
                self._refused(client, reason.value)
            else:
                self.connected, self._tried = True, True
                self.fault = Fault.SILENT
                self._outstanding.clear()
                self._subscribe(client, "claim", "status")
                client.publish(*_plain(self._topics.claim(self._claim)), qos=1)
                if self._claim.held:
                    self._enter(client)
        self._tell_waiting()

    def _refused(self, client: Client, code: int) -> None:
        """128 and more as MQTT 5 counts them, to which paho translates the older ones."""
        if code == 0x84 and self.protocol == V5:
            self._fall_back(client)
        else:
            self.fault = Fault.LOGIN if code in (0x86, 0x87, 0x8C) else Fault.SILENT
            self._tried = True

    def _enter(self, client: Client) -> None:
        """We are who we say: listen for commands, be online, and say again all that is kept."""
        self._subscribe(client, "cmd/+")
        client.subscribe(BIRTHS, qos=0)
        self._send(self._topics.status(online=True))
        self._late.clear()
        for message in self._kept.values():
            self._send(message)

    def _subscribe(self, client: Client, *names: str) -> None:
        for name in names:
            if self.protocol == V5:
                client.subscribe(
                    self._topics.at(name), options=SubscribeOptions(qos=1, retainAsPublished=True)
                )
            else:
                client.subscribe(self._topics.at(name), qos=1)

    def _failed(self, *_details: Any) -> None:
        self.fault = Fault.ABSENT if not self._address.ca else self._tls_fault()
        self._tried = True
        self._tell_waiting()

    def _lost(self, client: Client, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        """A broker that hangs up on our greeting again and again may know no MQTT 5."""
        was, self.connected = self.connected, False
        if was:
            self.fault = Fault.ABSENT
        else:
            self._calls += 1
            self._tried = self._tried or self._calls > CALLS_TO_FALL_BACK
            if self.protocol == V5 and self._calls >= CALLS_TO_FALL_BACK:
                self._fall_back(client)
        self._tell_waiting()

    def _called(self, client: Client, _data: Any, wire: Any) -> None:
        """Nothing waits for more to come; and some brokers say nothing at all to MQTT 5."""
        with suppress(OSError):
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.protocol == V5 and self._greeted is not client:
            patience = Timer(GREETING_S, self._out_of_patience, (client,))
            patience.daemon = True
            patience.start()

    def _out_of_patience(self, client: Client) -> None:
        if self._greeted is not client:
            self._fall_back(client)

    def _fall_back(self, client: Client) -> None:
        """The same again in MQTT 3.1.1."""
        with self._guard:
            if client is self._client and not self.connected and not self._closing:
                self.protocol, self._tried = V311, False
                client.on_disconnect = None
                client.disconnect()
                self._client = self._made()

    def _heard(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        if message.topic == BIRTHS:
            if message.payload == b"online" and not message.retain:
                self._ears.birth()
            return
        name = message.topic.removeprefix(self._topics.at(""))
        if name == "claim":
            self._heed(bytes(message.payload))
        elif name == "status":
            self._check_status(bytes(message.payload))
        else:
            self._ears.command(_incoming(name.removeprefix("cmd/"), message))

    def _heed(self, payload: bytes) -> None:
        """Another rig wants our name or has it. Who had it first keeps it."""
        try:
            other = msgspec.json.decode(payload, type=Claim)
        except msgspec.DecodeError:
            return
        if other.instance == self._claim.instance:
            return
        with self._guard:
            if _goes_before(self._claim, other):
                self._client.publish(*_plain(self._topics.claim(self._claim)), qos=1)
                return
            self.taken_by, self.fault = other, Fault.NAME
            if self._claim.held:
                self.connected = False
                self._client.on_disconnect = None
                self._client.disconnect()
        self._tell_waiting()

    def _check_status(self, payload: bytes) -> None:
        """An old will of ours may arrive late; then we say again that we are there."""
        if not self._claim.held:
            self._others_online = payload == b"online"
        elif payload == b"offline" and self._may_send:
            with self._guard:
                self._send(self._topics.status(online=True))

    def _send(self, message: Message) -> MQTTMessageInfo:
        """What is retained is said anew after every outage, so paho must not repeat an old one."""
        info = self._client.publish(
            *_plain(message),
            qos=0 if message.retain else 1,
            retain=message.retain,
            properties=_extras(message) if self.protocol == V5 else None,
        )
        if info.rc == 0:
            self._outstanding.append(info)
        return info

    def _crowded(self) -> bool:
        while self._outstanding and _settled(self._outstanding[0]):
            self._outstanding.popleft()
        crowded = len(self._outstanding) >= OUTSTANDING
        self.fault = Fault.SLOW if crowded else self.fault
        if not crowded and self.fault is Fault.SLOW:
            self.fault = Fault.SILENT
        return crowded

    def _catch_up(self) -> None:
        for message in self._late.values():
            self._send(message)
        self._late.clear()

    def _tls_fault(self) -> Fault:
        """Is it the certificate, or is nobody there?"""
        try:
            plain = socket.create_connection((self._address.host, self._address.port), 2.0)
            context = ssl.create_default_context(cafile=self._address.ca)
            context.wrap_socket(plain, server_hostname=self._address.host).close()
        except ssl.SSLError:
            return Fault.TLS
        except OSError:
            return Fault.ABSENT
        return Fault.SILENT

    def _tell_waiting(self) -> None:
        with self._news:
            self._news.notify_all()


def _goes_before(one: Claim, other: Claim) -> bool:
    """Who holds the name goes before who asks for it, then who was there first."""
    return (not one.held, one.since, one.instance) < (not other.held, other.since, other.instance)


def _settled(sent: MQTTMessageInfo) -> bool:
    """The broker has it, or it was lost with the connection: paho raises for those."""
    try:
        return sent.is_published()
    except (RuntimeError, ValueError):
        return True


def _plain(message: Message) -> tuple[str, bytes]:
    return message.topic, message.payload


def _limits() -> Properties:
    """The broker does not even send us what is larger."""
    limits = Properties(PacketTypes.CONNECT)
    limits.MaximumPacketSize = LARGEST_PACKET
    return limits


def _extras(message: Message) -> Properties:
    """What MQTT 5 can say about a message."""
    extras = Properties(PacketTypes.PUBLISH)
    extras.ContentType = message.content_type
    if message.expiry_s is not None:
        extras.MessageExpiryInterval = message.expiry_s
    if message.correlation is not None:
        extras.CorrelationData = message.correlation
    return extras


def _incoming(verb: str, message: MQTTMessage) -> Incoming:
    extras = getattr(message, "properties", None)
    return Incoming(
        verb,
        bytes(message.payload),
        message.retain,
        getattr(extras, "ResponseTopic", None),
        getattr(extras, "CorrelationData", None),
    )
