"""The pages for integrators: an example for every topic, and every example true."""

import json
from pathlib import Path

import jsonschema
import pytest

from publish.doc_examples import PAGES, WANTED, example, shown
from turmwart.publish.commands import SENTENCES, SIZE_LIMIT, STALE_MS
from turmwart.publish.contract import schema


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_topic_has_an_example_that_is_true(page: Path):
    found = shown(page.read_text("utf-8"))
    assert set(found) == set(WANTED)
    for name, text in found.items():
        assert text == example(name), (
            f"{page}: {name}; PYTHONPATH=tests python -m publish.doc_examples"
        )
        payload = text if name == "status" else json.loads(text)
        jsonschema.Draft202012Validator(schema(name)).validate(payload)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_reason_of_a_refusal_is_explained(page: Path):
    text = page.read_text("utf-8")
    for reason in (*SENTENCES, "unknown", "refused"):
        assert f"`{reason}`" in text
    assert f"{SIZE_LIMIT // 1024} KiB" in text
    assert f"{STALE_MS // 1000} s" in text
