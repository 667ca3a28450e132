"""The bridge from a table's own mosquitto to the hall's, as configuration text."""

from turmwart.publish.broker import Address

TOLD = ("status", "info", "health", "state", "result/#")
"""What a hall needs to know of a table; commands and pictures stay at home."""


def bridge(table: str, hall: Address) -> str:
    """All that is told is retained here, so mosquitto says it again whenever the hall is back."""
    base = f"turmwart/{table}/"
    lines = [
        "",
        f"connection {table}-to-hall",
        f"address {hall.host}:{hall.port}",
        *(f"topic {name} out 1 {base} {base}" for name in TOLD),
        f"remote_clientid turmwart-bridge-{table}",
        "bridge_protocol_version mqttv311",
        "cleansession true",
        "notifications false",
        "keepalive_interval 10",
        "restart_timeout 1 5",
        "try_private true",
    ]
    if hall.login is not None:
        lines += [f"remote_username {hall.login.user}", f"remote_password {hall.login.password}"]
    if hall.ca is not None:
        lines.append(f"bridge_cafile {hall.ca}")
    return "\n".join(lines) + "\n"
