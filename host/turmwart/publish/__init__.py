"""What the broker is told, as values, and the door to it."""
