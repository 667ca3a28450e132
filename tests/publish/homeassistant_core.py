"""Runs inside Home Assistant's own Python: a real core with its MQTT integration on a broker.

`python homeassistant_core.py DIR PORT` sets it up and then answers each line of standard input with
one line of JSON: `states`, or `press ENTITY`, or `select ENTITY OPTION`, or `stop`.
"""

import asyncio
import json
import sys
from types import MappingProxyType, SimpleNamespace

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.setup import async_setup_component

NOW = "2025-01-01T00:00:00+00:00"


async def started(directory: str, port: int) -> core.HomeAssistant:
    hass = core.HomeAssistant(directory)
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await bootstrap.async_load_base_functionality(hass)
    hass.http = SimpleNamespace(register_view=lambda _: None)  # its web server is not needed
    for name in ("http", "homeassistant", "file_upload"):
        hass.config.components.add(name)
    await hass.async_start()
    entry = config_entries.ConfigEntry(
        data={"broker": "127.0.0.1", "port": port},
        discovery_keys=MappingProxyType({}),
        domain="mqtt",
        minor_version=2,
        options={},
        source="user",
        subentries_data=(),
        title="table",
        unique_id=None,
        version=1,
    )
    await hass.config_entries.async_add(entry)
    await async_setup_component(hass, "mqtt", {})
    await hass.async_block_till_done()
    return hass


def states(hass: core.HomeAssistant) -> dict[str, object]:
    return {
        state.entity_id: {"state": state.state, "attributes": dict(state.attributes)}
        for state in hass.states.async_all()
    }


async def call(hass: core.HomeAssistant, words: list[str]) -> object:
    match words:
        case ["states"]:
            return states(hass)
        case ["press", entity]:
            await hass.services.async_call("button", "press", {"entity_id": entity}, blocking=True)
        case ["select", entity, option]:
            facts = {"entity_id": entity, "option": option}
            await hass.services.async_call("select", "select_option", facts, blocking=True)
    return True


async def main(directory: str, port: int) -> None:
    hass = await started(directory, port)
    print(json.dumps("ready"), flush=True)
    while words := (await asyncio.to_thread(sys.stdin.readline)).split():
        if words == ["stop"]:
            break
        print(json.dumps(await call(hass, words), default=str), flush=True)
    await hass.async_stop(force=True)


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
