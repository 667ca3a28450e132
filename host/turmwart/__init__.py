"""turmwart, the warden of the tower: a referee for four tower-building games."""

__version__ = "0.1.0"
