"""27 read from the sheet as it stands there, field by field: slow, and nothing shared."""

from dataclasses import dataclass

AHEAD = {"black": 1, "white": -1}
OTHER = {"black": "white", "white": "black"}
LOOSE = {"base": (), "grey": ("grey",), "red": ("grey", "red")}
Verdict = tuple[set[str], bool, int]
"""The rules that are broken, whether force is no help, and where the tower lands."""


@dataclass
class PlainGame:
    """One game; *stacks* are lists of discs from the bottom up."""

    variant: str
    side: str
    plies: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.stacks = [["red", *["black"] * 9], *(["grey"] for _ in range(7))]
        self.stacks.append(["red", *["white"] * 9])

    def towers(self, side: str) -> list[int]:
        return [field for field, stack in enumerate(self.stacks) if stack[-1] == side]

    def landing(self, side: str, field: int) -> int:
        return field + AHEAD[side] * len(self.towers(side))

    def moves(self, side: str) -> set[tuple[int, int, bool]]:
        found = set()
        for field in self.towers(side):
            if 0 <= self.landing(side, field) < len(self.stacks):
                discs = len(self.stacks[field]) - 1
                found |= {(field + 1, count, False) for count in range(1, discs + 1)}
                if self.stacks[field][0] in LOOSE[self.variant]:
                    found.add((field + 1, discs, True))
        return found

    def judged(self, act: dict[str, int]) -> Verdict:
        field, stack = act["from"] - 1, self.stacks[act["from"] - 1]
        discs, broken, binds = len(stack) - 1, set(), False
        if stack[-1] != self.side:
            broken.add("D-2")
        if act["count"] > discs:
            broken.add("D-2")
            binds = True
        if act["base"] and (act["count"] != discs or stack[0] not in LOOSE[self.variant]):
            broken.add("D-6")
            binds = True
        due = self.landing(self.side, field)
        to = act["to"] - 1 if "to" in act else due
        if not 0 <= to < len(self.stacks):
            broken.add("D-3")
            binds = True
        elif (to - field) * AHEAD[self.side] < 0:
            broken.add("D-3")
        elif to != due:
            broken.add("D-2")
        return broken, binds, to

    def make(self, act: dict[str, int], to: int) -> None:
        field = act["from"] - 1
        if to != field:
            cut = 0 if act["base"] else -act["count"]
            self.stacks[to] = self.stacks[to] + self.stacks[field][cut:]
            self.stacks[field] = self.stacks[field][:cut]
            self.stacks = [stack for stack in self.stacks if stack]
        self.plies += 1
        if self.moves(OTHER[self.side]):
            self.side = OTHER[self.side]
        elif not self.moves(self.side):
            self.side, self.over = OTHER[self.side], True

    def winners(self) -> list[str]:
        black, white = len(self.stacks[-1]), len(self.stacks[0])
        return [side for side, height, other in (("black", black, white), ("white", white, black))
                if height >= other]  # fmt: skip
