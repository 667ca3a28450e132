"""The sheets of the four games as functions."""
