"""What the command line cannot do, as a sentence."""


class Refused(Exception):
    """Something that cannot be done, as a sentence for the person at the terminal."""
