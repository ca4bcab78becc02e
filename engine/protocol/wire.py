"""Lines: reading them with a limit, JSON in and out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any, TextIO

from engine.protocol.failure import Failure

PROTOCOL = 1
"""Rises only when an answer that used to be given would now have another form."""

LINE_LIMIT = 1_000_000
"""Characters of the longest line that is read."""


def parse(line: str) -> dict[str, Any]:
    """The request on a line. Raises ``Failure``."""
    if len(line) > LINE_LIMIT:
        raise Failure("too_long", f"a line has at most {LINE_LIMIT} characters")
    try:
        line.encode("utf-8")
        request = json.loads(line, parse_constant=_refuse, parse_float=_number)
    except UnicodeEncodeError:
        raise Failure("bad_json", "the line is not UTF-8") from None
    except RecursionError:
        raise Failure("bad_json", "the JSON is nested too deeply") from None
    except ValueError as error:
        raise Failure("bad_json", f"the line is not JSON: {error}") from None
    if not isinstance(request, dict):
        raise Failure("bad_request", 'a request is an object such as {"cmd": "hello"}')
    return request


def _refuse(word: str) -> float:
    raise ValueError(f"{word} is no number in JSON")


def _number(text: str) -> float:
    value = float(text)
    return value if isfinite(value) else _refuse(text)


def dump(reply: dict[str, Any]) -> str:
    """A reply on one line, in ASCII so that no terminal and no pipe can spoil it."""
    return json.dumps(reply, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def lines(stream: TextIO) -> Iterator[str]:
    """The lines of a stream. One that is too long comes cut, still longer than the limit; its rest is passed over."""
    while line := stream.readline(LINE_LIMIT + 2):
        rest = line
        while rest and not rest.endswith("\n") and len(rest) > LINE_LIMIT:
            rest = stream.readline(LINE_LIMIT + 2)
        yield line.rstrip("\r\n")
