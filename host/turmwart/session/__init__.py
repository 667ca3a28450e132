"""One playing of one game: what a signal or a reading does to it."""
