"""Write both sides of the wire from messages.toml: a C header, a Python module, and its tables.

`python firmware/generate.py` writes them, `python firmware/generate.py --check` only compares.
"""

import struct
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SOURCE = HERE / "messages.toml"
HEADER = HERE / "core" / "messages.h"
MODULE = HERE.parent / "host" / "turmwart" / "link" / "messages.py"
DOCUMENT = HERE / "PROTOCOL.md"
BEGIN, END = "<!-- from messages.toml -->\n", "<!-- so far -->\n"
C_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t"}
CODES = {"u8": "B", "u16": "H", "u32": "I"}

Wire = Mapping[str, Any]


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def code_of(fields: Mapping[str, str]) -> str:
    return "<" + "".join(CODES[kind] for kind in fields.values())


def largest_repeat(wire: Wire, message: Mapping[str, Any]) -> int:
    """How many repeated parts fit behind the fixed fields."""
    part = message["repeat"]
    each = 1 if part in CODES else struct.calcsize(code_of(wire["struct"][part]))
    room: int = wire["protocol"]["payload_max"]
    return (room - struct.calcsize(code_of(message["fields"]))) // each


def c_struct(name: str, fields: Mapping[str, str], tail: tuple[str, ...] = ()) -> list[str]:
    rows = [f"    {C_TYPES[kind]} {field};" for field, kind in fields.items()]
    return [f"struct {name} {{", *rows, *tail, "} __attribute__((packed));", ""]


def c_header(wire: Wire) -> str:
    lines = [
        "// Generated from messages.toml by generate.py; do not edit.",
        "#pragma once",
        "#include <stdint.h>",
        "",
    ]
    lines += [f"#define WIRE_{key.upper()} {value}UL" for key, value in wire["protocol"].items()]
    lines.append("")
    for name, values in wire["enum"].items():
        rows = (f"    {name}_{key} = {value}," for key, value in values.items())
        lines += [f"enum {name} {{", *(row.upper() for row in rows), "};", ""]
    lines += ["enum message {"]
    lines += [f"    MSG_{n.upper()} = {m['type']:#04x}," for n, m in wire["message"].items()]
    lines += ["};", ""]
    for name, fields in wire["struct"].items():
        lines += c_struct(f"wire_{name}", fields)
    for name, message in wire["message"].items():
        lines += c_message(wire, name, message)
    return "\n".join(lines)


def c_message(wire: Wire, name: str, message: Mapping[str, Any]) -> list[str]:
    if not message["fields"]:
        return []
    part = message.get("repeat")
    if part is None:
        return c_struct(f"msg_{name}", message["fields"])
    kind = C_TYPES.get(part, f"struct wire_{part}")
    most = largest_repeat(wire, message)
    size = f"#define {name.upper()}_MAX {most}"
    tail = (f"    {kind} parts[{name.upper()}_MAX];",)
    return [size, *c_struct(f"msg_{name}", message["fields"], tail)]


PREAMBLE = '''"""The messages of the wire. Generated from firmware/messages.toml; do not edit."""

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Self


class Fixed:
    """A message of fixed shape. A longer one is from a newer minor: its tail is ignored."""

    __slots__: tuple[str, ...] = ()
    SHAPE: ClassVar[struct.Struct]

    def encode(self) -> bytes:
        return self.SHAPE.pack(*(getattr(self, name) for name in self.__slots__))

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        return cls(*cls.SHAPE.unpack_from(payload))


'''


def python_enum(name: str, values: Mapping[str, int]) -> list[str]:
    rows = [f"    {key.upper()} = {value}" for key, value in values.items()]
    return ["", "", f"class {camel(name)}(IntEnum):", *rows]


def python_class(name: str, base: str, constants: Mapping[str, str]) -> list[str]:
    head = ["", "", "@dataclass(frozen=True, slots=True)", f"class {camel(name)}{base}:"]
    return head + [f"    {key} = {value}" for key, value in constants.items()]


def constants_of(fields: Mapping[str, str], type_code: int | None) -> dict[str, str]:
    named = {} if type_code is None else {"TYPE: ClassVar[int]": f"0x{type_code:02X}"}
    return named | {"SHAPE: ClassVar[struct.Struct]": f'struct.Struct("{code_of(fields)}")'}


def python_struct(name: str, fields: Mapping[str, str], type_code: int | None) -> list[str]:
    rows = [f"    {field}: int" for field in fields]
    spacer = [""] if rows else []
    return [*python_class(name, "(Fixed)", constants_of(fields, type_code)), *spacer, *rows]


def python_repeating(wire: Wire, name: str, message: Mapping[str, Any]) -> list[str]:
    fields, part = message["fields"], message["repeat"]
    values = ", ".join(f"self.{field}" for field in fields)
    inner = "int" if part in CODES else camel(part)
    encoded = "bytes(self.parts)"
    decoded = "tuple(rest)"
    if part not in CODES:
        encoded = 'b"".join(part.encode() for part in self.parts)'
        decoded = f"tuple({inner}(*row) for row in {inner}.SHAPE.iter_unpack(rest))"
    most = {"MOST: ClassVar[int]": str(largest_repeat(wire, message))}
    return [
        *python_class(name, "", constants_of(fields, message["type"]) | most),
        "",
        *(f"    {field}: int" for field in fields),
        f"    parts: tuple[{inner}, ...]",
        "",
        "    def encode(self) -> bytes:",
        f"        return self.SHAPE.pack({values}) + {encoded}",
        "",
        "    @classmethod",
        "    def decode(cls, payload: bytes) -> Self:",
        "        rest = payload[cls.SHAPE.size :]",
        f"        {', '.join(fields)}, *_ = cls.SHAPE.unpack_from(payload)",
        f"        parts = {decoded}",
        f"        return cls({', '.join(fields)}, parts)",
    ]


def python_module(wire: Wire) -> str:
    lines = [PREAMBLE.rstrip(), "", ""]
    lines += [f"{key.upper()} = {value}" for key, value in wire["protocol"].items()]
    for name, values in wire["enum"].items():
        lines += python_enum(name, values)
    for name, fields in wire["struct"].items():
        lines += python_struct(name, fields, None)
    for name, message in wire["message"].items():
        if "repeat" in message:
            lines += python_repeating(wire, name, message)
        else:
            lines += python_struct(name, message["fields"], message["type"])
    names = [camel(name) for name in wire["message"]]
    lines += ["", "", "Message = (", f"    {names[0]}"]
    lines += [f"    | {name}" for name in names[1:]]
    lines += [")", "", "BY_TYPE: dict[int, type[Message]] = {"]
    lines += [f"    {name}.TYPE: {name}," for name in names]
    lines += ["}", ""]
    return "\n".join(lines)


def document(wire: Wire, text: str) -> str:
    """The document with its generated part made anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = ["| type | message | from | payload |", "|---|---|---|---|"]
    rows += [document_row(name, message) for name, message in wire["message"].items()]
    rows += ["", *(document_enum(name, values) for name, values in wire["enum"].items())]
    entry = " ".join(f"{field}:{kind}" for field, kind in wire["struct"]["entry"].items())
    rows += [f"- entry: `{entry}`"]
    return before + BEGIN + "\n".join(rows) + "\n" + END + after


def document_row(name: str, message: Mapping[str, Any]) -> str:
    parts = [f"{field}:{kind}" for field, kind in message["fields"].items()]
    parts += [f"{message['repeat']}..."] if "repeat" in message else []
    payload = f"`{' '.join(parts)}`" if parts else "none"
    return f"| {message['type']:02x} | {name.upper()} | {message['from']} | {payload} |"


def document_enum(name: str, values: Mapping[str, int]) -> str:
    listed = ", ".join(f"{value} {key}" for key, value in values.items())
    return f"- {name}: {listed}"


def outputs() -> dict[Path, str]:
    wire = tomllib.loads(SOURCE.read_text())
    return {
        HEADER: c_header(wire),
        MODULE: python_module(wire),
        DOCUMENT: document(wire, DOCUMENT.read_text()),
    }


def main() -> int:
    stale = [path for path, text in outputs().items() if path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.name} differs from messages.toml: run 'python firmware/generate.py'.")
        return bool(stale)
    for path, text in outputs().items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
