"""Arguments of a request: which a command takes, of what type, and sentences for what does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.protocol.failure import ECHO, Failure

WHOLE_LIMIT = 2**62
TEXT_LIMIT = 10_000
"""Characters of an argument at most, of all texts in it together."""
LARGE_LIMIT = 500_000
"""The same for a whole position, or many actions."""
LARGE = {("do", "actions"), *(("edit", key) for key in ("place", "remove", "control", "tracks", "map"))}
ITEMS = 20_000
"""Values in a list or object at most."""


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= WHOLE_LIMIT


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _words(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_text, value.values()))


def _facts(value: Any) -> bool:
    return isinstance(value, dict) and all(v is None or _text(v) or isinstance(v, bool) for v in value.values())


def _lists(value: Any) -> bool:
    return isinstance(value, dict) and all(_text(v) or _texts(v) for v in value.values())


def _modifiers(value: Any) -> bool:
    return isinstance(value, dict) and all(
        _text(v) or _texts(v) or isinstance(v, bool) or _whole(v) for v in value.values()
    )


KINDS = {
    "text": (_text, "a string"),
    "whole": (_whole, "a whole number"),
    "flag": (lambda v: isinstance(v, bool), "true or false"),
    "texts": (_texts, "a list of strings"),
    "wholes": (lambda v: isinstance(v, list) and all(map(_whole, v)), "a list of whole numbers"),
    "words": (_words, "an object with strings"),
    "text or texts": (lambda v: _text(v) or _texts(v), "a string or a list of strings"),
    "text or texts or whole": (
        lambda v: _text(v) or _texts(v) or _whole(v),
        "a string, a list of strings or a whole number",
    ),
    "lists": (_lists, "an object with strings or lists of strings"),
    "modifiers": (_modifiers, "an object with strings, numbers, true or false, or lists of strings"),
    "text or facts": (lambda v: _text(v) or _facts(v), "a string or an object with strings, true or false, or null"),
    "table": (lambda v: isinstance(v, dict), "an object"),
    "tables": (lambda v: isinstance(v, list) and all(isinstance(x, dict) for x in v), "a list of objects"),
}
"""Type of an argument to its test and its words."""


@dataclass(frozen=True)
class Signature:
    """The arguments of a command by name: a type of ``KINDS``, with ``?`` at the end when it may be left out.

    ``id_is`` names the argument that ``id`` stands for when that argument is not given.
    """

    arguments: Mapping[str, str]
    id_is: str = ""

    def read(self, command: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a request, ``None`` for those left out. Raises ``Failure``."""
        given = {k: v for k, v in request.items() if k not in ("cmd", "id")}
        if self.id_is and not set(given) & {self.id_is, "query"} and isinstance(request.get("id"), str):
            given[self.id_is] = request["id"]
        if unknown := sorted(set(given) - set(self.arguments)):
            takes = ", ".join(self.arguments) or "none"
            raise Failure(
                "bad_argument", f"'{command}' has no argument '{unknown[0][:ECHO]}'", hint=f"arguments: {takes}"
            )
        return {name: self._one(command, name, kind, given) for name, kind in self.arguments.items()}

    def _one(self, command: str, name: str, kind: str, given: Mapping[str, Any]) -> Any:
        fits, words = KINDS[kind.rstrip("?")]
        if name not in given or (given[name] is None and kind.endswith("?")):
            if kind.endswith("?"):
                return None
            raise Failure("bad_argument", f"'{command}' needs '{name}', {words}")
        if not fits(given[name]):
            raise Failure("bad_argument", f"'{name}' of '{command}' must be {words}")
        self._check_size(command, name, given[name])
        return given[name]

    def _check_size(self, command: str, name: str, value: Any) -> None:
        """Refuse what is longer than anything means. Raises ``Failure``."""
        limit = LARGE_LIMIT if (command, name) in LARGE else TEXT_LIMIT
        size = items = 0
        waiting = [value]
        while waiting:
            one = waiting.pop()
            items += 1
            if isinstance(one, str):
                size += len(one)
            elif isinstance(one, list):
                waiting += one
            elif isinstance(one, dict):
                waiting += [*one, *one.values()]
        if size > limit:
            raise Failure("bad_argument", f"'{name}' of '{command}' has more than {limit:,} characters")
        if items > ITEMS:
            raise Failure("bad_argument", f"'{name}' of '{command}' has more than {ITEMS:,} values")
