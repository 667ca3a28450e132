"""The rules of Turmbauer in our own words."""

from turmwart.rules.sheet import Rule
from turmwart.rules.turmbauer.sheet_building import BUILDING
from turmwart.rules.turmbauer.sheet_ending import ENDING
from turmwart.rules.turmbauer.sheet_walking import WALKING

SHEET: tuple[Rule, ...] = (*BUILDING, *WALKING, *ENDING)
