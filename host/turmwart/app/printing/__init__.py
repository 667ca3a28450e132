"""What an owner prints: cards, mats and targets, as shapes in millimetres."""
