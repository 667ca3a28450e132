"""A game's state as solids on and beside the mat: how the virtual players' hands leave it."""
