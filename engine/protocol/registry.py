"""The commands of the protocol by name; the modules ``playing`` and ``asking`` fill them in when imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.protocol.arguments import Signature
from engine.protocol.replies import Plain

if TYPE_CHECKING:
    from engine.protocol.session import Session

Answer = Callable[["Session", Plain], Plain]
"""Answers a command: the session and the arguments, ``None`` for those left out."""


@dataclass(frozen=True)
class Command:
    """One command: its arguments and the function that answers it."""

    signature: Signature
    answer: Answer


COMMANDS: dict[str, Command] = {}


def command(name: str, /, id_is: str = "", **arguments: str) -> Callable[[Answer], Answer]:
    """Register the function that answers a command, with the types of its arguments."""

    def register(function: Answer) -> Answer:
        COMMANDS[name] = Command(Signature(arguments, id_is), function)
        return function

    return register
