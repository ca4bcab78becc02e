"""What a piece of a terminal's input means: key presses, a paste, a report. What is unknown means nothing.

Names of keys are the library's, and so are its tables; its reader of whole streams fails on sequences that are not
quite right and types the unknown ones as letters, so it only gets single sequences that have been looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS, IgnoredSequence
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser

from tui.terminal.sequences import Chunk, Kind

_KEY = re.compile(
    r"\x1b\[(?P<code>\d{0,7})(?::(?P<shifted>\d{0,7})(?::\d{0,7})?)?"
    r"(?:;(?P<mods>\d{0,3})(?::(?P<event>\d))?(?:;(?P<text>[\d:]{0,80}))?)?(?P<end>[u~ABCDEFHPQRS])"
)
_MODE = re.compile(r"\x1b\[\?(\d{1,5});(\d)\$y")
_SIZE = re.compile(r"\x1b\[48;(\d{1,9})(?::[\d:]*)?;(\d{1,9})(?::[\d:]*)?;[\d:]*;[\d:]*t")
RELEASED = "3"
SHIFT = 1
PRIVATE_USE = range(0xE000, 0xF900)
"""Codes that the keyboard protocol gives to keys without a character."""


class Press(NamedTuple):
    """A key press: the library's name of the key, and its character if it has one."""

    key: str
    character: str | None = None

    @property
    def first(self) -> bool:
        """Whether it comes before everything that waits."""
        return self.key in ("ctrl+c", "ctrl+q")


class Paste(NamedTuple):
    """Pasted text."""

    text: str


class SizeReport(NamedTuple):
    """The terminal says that it has this many columns and lines."""

    width: int
    height: int


class ModeReport(NamedTuple):
    """What the terminal says about one of its modes: 0 unknown, 1 set, 2 not set, 3 and 4 for good."""

    mode: int
    setting: int


Meaning = Press | Paste | SizeReport | ModeReport


def meanings(piece: Chunk) -> list[Meaning]:
    """What a piece means; nothing for what is unknown."""
    if piece.kind is Kind.TEXT:
        return [press for character in piece.text for press in _character(character)]
    if piece.kind is Kind.ALT:
        # Esc and f or b are Ctrl and an arrow on some terminals; the table knows.
        return [*(_listed("\x1b" + piece.text) or _character(piece.text, alt=True))]
    if piece.kind is Kind.ESCAPE:
        return [Press("escape", "\x1b")]
    if piece.kind is Kind.PASTE:
        return [Paste(piece.text.replace("\x00", ""))]
    return _sequence(piece.text)


def _sequence(text: str) -> list[Meaning]:
    if found := _KEY.fullmatch(text):
        return [*_key(found)]
    if found := _SIZE.fullmatch(text):
        return [SizeReport(int(found[2]), int(found[1]))]
    if found := _MODE.fullmatch(text):
        return [ModeReport(int(found[1]), int(found[2]))]
    return [*_listed(text)]


@cache
def _parser() -> XTermParser:
    return XTermParser()


def _careful(make: Callable[[], list[Press]]) -> tuple[Press, ...]:
    """Key presses as the library makes them; none if it cannot."""
    try:
        return tuple(make())
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError):
        return ()


@lru_cache(1024)
def _listed(sequence: str) -> tuple[Press, ...]:
    """A sequence of the library's table."""
    keys = ANSI_SEQUENCES_KEYS.get(sequence)
    if keys is None or isinstance(keys, IgnoredSequence):
        return ()
    if isinstance(keys, str):
        return _character(keys) if len(keys) == 1 else ()
    return tuple(Press(str(key.value)) for key in keys)


def _character(character: str, alt: bool = False) -> tuple[Press, ...]:
    """The key of one character; the controls from 0x80 to 0x9f are of no keyboard."""
    if "\x80" <= character <= "\x9f":
        return ()
    return _named(character, alt)


@lru_cache(4096)
def _named(character: str, alt: bool) -> tuple[Press, ...]:
    return _careful(lambda: [Press(e.key, e.character) for e in _parser()._sequence_to_key_events(character, alt=alt)])


def _key(found: re.Match[str]) -> tuple[Press, ...]:
    """A key of the keyboard protocol, or one with modifiers of a VT220: no more is believed than a keyboard can do."""
    code, mods, end = int(found["code"] or 1), int(found["mods"] or 0), found["end"]
    known = f"{code}{end}" in FUNCTIONAL_KEYS
    report = end == "R" and found["mods"] is not None and mods < 2
    if found["event"] == RELEASED or mods > 256 or report:
        return ()
    if not known and (end != "u" or not _of_keyboard(code)):
        return _listed(found[0])
    text = [int(one) for one in (found["text"] or "").split(":") if one]
    shifted = int(found["shifted"] or 0)
    if not text and mods - 1 == SHIFT and _of_keyboard(shifted):
        text = [shifted]
    if not all(_of_keyboard(one) for one in text):
        text = []
    words = f"\x1b[{code};{mods}" if mods or text else f"\x1b[{code}"
    words += f";{':'.join(map(str, text))}" if text else ""
    return _careful(lambda: [Press(e.key, e.character) for e in _parser()._parse_extended_key(words + end) or ()])


def _of_keyboard(code: int) -> bool:
    """Whether this is the code of a character that can be typed."""
    return 32 <= code <= 0x10FFFF and code not in PRIVATE_USE and (chr(code).isprintable() or code == 127)
