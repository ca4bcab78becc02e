"""What is wrong with what came in."""

from __future__ import annotations


class BadInput(ValueError):
    """Something typed, read or sent that cannot be understood; the message is for the person who sent it.

    ``rule`` is the rule that stands against it, where there is one.
    """

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule


class DataError(ValueError):
    """A data file that cannot be used: which file, which key, what is wrong."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key}: {problem}" if key else f"{file}: {problem}")
        self.file, self.key, self.problem = file, key, problem
