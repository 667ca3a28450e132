"""Where a broker is and how one comes in, as values; and what can be wrong with it."""

from dataclasses import dataclass, field
from enum import StrEnum

LOOPBACK = ("127.", "localhost", "::1", "[::1]")


@dataclass(frozen=True, slots=True)
class Login:
    """A name and its password, which is never shown."""

    user: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker listens, and how to come in. *ca* is the file of the authority for TLS."""

    host: str
    port: int
    login: Login | None = None
    ca: str | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def near(self) -> bool:
        """Only programs of this computer reach it."""
        return self.host.startswith(LOOPBACK)

    @property
    def open(self) -> bool:
        """Who may command is known there: only this computer's programs, or people with a login."""
        return self.near or self.login is not None


class Fault(StrEnum):
    """What is wrong with the broker, for page, doctor and operator."""

    ABSENT = "absent"
    SILENT = "silent"
    LOGIN = "login"
    SLOW = "slow"
    NAME = "name"
    TLS = "tls"


CURES: dict[Fault, dict[str, str]] = {
    Fault.ABSENT: {
        "de": "Kein MQTT-Broker. Das Spiel geht weiter; der Broker wird neu gestartet oder gesucht.",
        "en": "No MQTT broker. The game goes on; the broker is started or looked for again.",
    },
    Fault.SILENT: {
        "de": "Der MQTT-Broker antwortet nicht. Das Spiel geht weiter; Broker und Netz prüfen.",
        "en": "The MQTT broker does not answer. The game goes on; check the broker and the network.",
    },
    Fault.LOGIN: {
        "de": "Der MQTT-Broker lässt uns nicht ein. Name und Passwort in der Datei von --login prüfen.",
        "en": "The MQTT broker does not let us in. Check name and password in the file of --login.",
    },
    Fault.SLOW: {
        "de": "Der MQTT-Broker kommt nicht nach. Zwischenstände werden übersprungen; Netz prüfen.",
        "en": "The MQTT broker cannot keep up. States in between are skipped; check the network.",
    },
    Fault.NAME: {
        "de": "Ein anderer Tisch am Broker heißt auch so. Einen anderen Namen mit --table geben.",
        "en": "Another table at the broker has this name. Give another one with --table.",
    },
    Fault.TLS: {
        "de": "Das Zertifikat des MQTT-Brokers gilt hier nicht. Die Datei „ca“ von --login prüfen.",
        "en": "The MQTT broker's certificate is not valid here. Check the file 'ca' of --login.",
    },
}
