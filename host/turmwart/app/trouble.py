"""What is wrong with the rig, its files or its surroundings: one sentence, with the cure."""


class Trouble(Exception):
    """A fault that a person can mend; its text says what, where and what to do."""
