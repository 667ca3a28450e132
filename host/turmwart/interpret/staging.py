"""What a game tells the eye: how a state looks, and what could stand there next."""

from collections.abc import Iterator
from typing import Protocol, TypeVar

from turmwart.interpret.reading import Hypothesis
from turmwart.model.scene import Scene
from turmwart.model.table import Table

State = TypeVar("State", contravariant=True)


class Staging(Protocol[State]):
    """One game between its rules and the eye. Pure; it knows no pixels."""

    def scene(self, state: State, table: Table) -> Scene:
        """What stands on the table in *state*."""
        ...

    def propose(self, state: State, table: Table) -> Iterator[Hypothesis]:
        """All that is physically possible next; first that nothing has changed."""
        ...
