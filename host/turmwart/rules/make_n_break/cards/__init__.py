"""Our own building cards: made from a seed, proven, graded."""
