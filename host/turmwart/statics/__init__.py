"""Will it stand? Rigid-block equilibrium of wooden blocks.

Whole piles, with friction and side faces (lengths in millimetres)::

    judge.judge(pile: Pile) -> Judgement(standing, margin_mm, tips)
    growing.Growing(cell_mm, friction).add(name, body); .standing(); .judge()
    structures.pile(structure: Mapping) -> Pile, or StructureError
    drawing.drawing(pile, judgement, title) -> SVG text

Balance by vertical forces alone, for rules about balance (lengths in cells)::

    balance.balance(bricks: Sequence[frozenset[Cell]], steady=frozenset()) -> Balance
    vertical.Balance(bricks, contacts, leaning).movers(grown, shift)    few bricks, asked often

What the camera may have seen is likelier when it can stand::

    prior.log_prior(pile: Pile) -> float
"""
