"""What Home Assistant is told: one retained message that makes one device with all its entities."""

from collections.abc import Iterable, Mapping
from typing import get_args

import msgspec

from turmwart.publish.payloads import AnyAct, GameName
from turmwart.publish.topics import Message, Topics

Component = dict[str, object]
USUAL_SEATS = ("red", "blue", "green", "black", "white")
GAMES: tuple[str, ...] = get_args(GameName)
ACTS = tuple(act.__struct_config__.tag for act in get_args(AnyAct))
ICONS: Mapping[str, str] = {
    "done": "mdi:check",
    "roll": "mdi:dice-multiple",
    "start": "mdi:timer-play",
    "stop": "mdi:timer-stop",
    "take_back": "mdi:undo",
    "pause": "mdi:pause",
    "resume": "mdi:play",
}
"""The commands that are buttons there."""
_ID = "ha-{{ (now().timestamp() * 1000000) | round | int }}"


def discovery(
    topics: Topics,
    version: str,
    seats: Iterable[str],
    page: str | None = None,
    gone: Iterable[str] = USUAL_SEATS,
) -> Message:
    """The device; entities of the seats in *gone* that play no more are taken away."""
    own = tuple(seats)
    device = f"turmwart_{topics.table}"
    components = _reports(topics) | _standings(topics, own) | _controls(topics) | _events(topics)
    for key, component in components.items():
        component["unique_id"] = f"{device}_{key}"
    removed = {f"standing_{seat}": {"platform": "sensor"} for seat in gone if seat not in own}
    facts: dict[str, object] = {
        "identifiers": [device],
        "name": f"Tower table {topics.table}",
        "manufacturer": "turmwart",
        "model": "tower table",
        "sw_version": version,
    }
    if page is not None:
        facts["configuration_url"] = page
    payload = {
        "device": facts,
        "origin": {"name": "turmwart", "sw_version": version},
        "availability": [{"topic": topics.at("status")}],
        "components": components | removed,
    }
    return Message(
        f"homeassistant/device/{device}/config", msgspec.json.encode(payload), retain=True
    )


def _sensor(topics: Topics, name: str, topic: str, template: str, **more: object) -> Component:
    return {
        "platform": "sensor",
        "name": name,
        "state_topic": topics.at(topic),
        "value_template": template,
        **more,
    }


def _binary(topics: Topics, name: str, topic: str, test: str, **more: object) -> Component:
    template = f"{{{{ 'ON' if {test} else 'OFF' }}}}"
    return {**_sensor(topics, name, topic, template, **more), "platform": "binary_sensor"}


def _standings(topics: Topics, seats: tuple[str, ...]) -> dict[str, Component]:
    return {
        f"standing_{seat}": _sensor(
            topics,
            f"Standing {seat.replace('_', ' ')}",
            "score",
            f"{{{{ value_json.standing['{seat}'] }}}}",
            state_class="measurement",
            icon="mdi:podium",
        )
        for seat in seats
    }


def _reports(topics: Topics) -> dict[str, Component]:
    """What is to be read: a state of at most 255 characters each, the rest as attributes."""
    warned = "value_json.last_warning"
    own = "diagnostic"
    return {
        "turn": _sensor(
            topics, "Turn", "turn", "{{ value_json.turn }}",
            icon="mdi:account-clock", json_attributes_topic=topics.at("turn"),
        ),
        "phase": _sensor(topics, "Phase", "turn", "{{ value_json.phase }}", icon="mdi:progress-clock"),
        "winner": _sensor(
            topics, "Winner", "game",
            "{{ value_json.outcome.winners | join(', ') if value_json.outcome else 'none' }}",
            icon="mdi:trophy",
        ),
        "deadline": _sensor(
            topics, "Deadline", "timer",
            "{{ (value_json.deadline / 1000) | as_datetime if value_json.deadline else none }}",
            device_class="timestamp",
        ),
        "warning": _sensor(
            topics, "Last warning", "warning",
            f"{{{{ {warned}.rules | join(', ') if {warned} else 'none' }}}}",
            icon="mdi:alert", json_attributes_topic=topics.at("warning"),
            json_attributes_template=f"{{{{ ({warned} or {{}}) | tojson }}}}",
        ),
        "illegal": _binary(
            topics, "Illegal", "legality", "value_json.verdict == 'illegal'",
            device_class="problem",
        ),
        "question": _binary(topics, "Question", "legality", "value_json.question", icon="mdi:help"),
        "fps": _sensor(
            topics, "Pictures per second", "health", "{{ value_json.fps }}",
            entity_category=own, state_class="measurement", icon="mdi:camera",
        ),
        "controller": _sensor(
            topics, "Controller", "health", "{{ value_json.controller }}",
            entity_category=own, icon="mdi:chip",
        ),
        "residual": _sensor(
            topics, "Calibration residual", "health", "{{ value_json.residual_px }}",
            entity_category=own, unit_of_measurement="px", icon="mdi:ruler",
        ),
    }  # fmt: skip


def _events(topics: Topics) -> dict[str, Component]:
    rolled = (
        "{% if value_json.act.do == 'roll' %}{{ {'event_type': 'rolled', "
        "'dice': value_json.act.dice, 'seat': value_json.before.turn} | tojson }}{% endif %}"
    )
    acted = (
        "{{ {'event_type': value_json.act.do, 'seat': value_json.before.turn, "
        "'violations': value_json.violations} | tojson }}"
    )
    picture: Component = {
        "platform": "image",
        "name": "Picture",
        "image_topic": topics.at("camera/annotated"),
        "content_type": "image/jpeg",
    }
    return {
        "dice": {
            "platform": "event",
            "name": "Dice",
            "state_topic": topics.at("event/acted"),
            "value_template": rolled,
            "event_types": ["rolled"],
            "icon": "mdi:dice-multiple",
        },
        "acts": {
            "platform": "event",
            "name": "Acts",
            "state_topic": topics.at("event/acted"),
            "value_template": acted,
            "event_types": list(ACTS),
            "icon": "mdi:hand-pointing-down",
        },
        "picture": picture,
    }


def _controls(topics: Topics) -> dict[str, Component]:
    buttons: dict[str, Component] = {
        verb: {
            "platform": "button",
            "name": verb.replace("_", " ").capitalize(),
            "command_topic": topics.at(f"cmd/{verb}"),
            "command_template": f'{{"id": "{_ID}"}}',
            "icon": icon,
        }
        for verb, icon in ICONS.items()
    }
    game: Component = {
        "platform": "select",
        "name": "Game",
        "state_topic": topics.at("game"),
        "value_template": "{{ value_json.game }}",
        "command_topic": topics.at("cmd/new_game"),
        "command_template": f'{{"id": "{_ID}", "args": {{"game": "{{{{ value }}}}"}}}}',
        "options": list(GAMES),
        "icon": "mdi:cards-playing",
    }
    return {**buttons, "game": game}
