"""Cuts what a terminal sends into key presses, escape sequences and pastes, as ECMA-48 and the terminals have them.

Unknown and broken sequences come out whole, never as the letters that they are made of: a stray answer of a terminal
would otherwise be played. Nothing here keeps more than a few bytes of what is not finished, a paste excepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

ESC = "\x1b"
FIRST = "\x03\x11"
"""Ctrl+C and Ctrl+Q: they count wherever they come, in the middle of a broken sequence too."""
ESCAPE_DELAY = 0.1
"""Seconds after which Esc was a key and not the beginning of a sequence."""
BROKEN_DELAY = 0.5
"""Seconds of silence after which the rest of a sequence is not waited for any more."""
PASTE_DELAY = 1.0
"""Seconds of silence after which a paste without an end has ended."""
LONGEST = 100
"""Characters of the longest sequence that means anything, and then some."""
LONGEST_PASTE = 100_000
"""Characters kept of a paste."""

_PLAIN = re.compile(r"[^\x1b]+")
_CSI = re.compile(r"\x1b\[([0-?]*[ -/]*)([@-~])?")
_SS3 = re.compile(r"\x1bO[0-9;]*([@-~ ])?")
_TEXT_ENDS = re.compile(r"[\x03\x07\x11\x18\x1a\x1b\x9c]")
_PASTE_END = ESC + "[201~"


class Kind(Enum):
    """What a piece of the input is."""

    TEXT = "text"
    """Characters, each of them a key."""
    ALT = "alt"
    """Esc and a character at once."""
    ESCAPE = "escape"
    """The key Esc."""
    SEQUENCE = "sequence"
    """A control sequence, complete or not."""
    PASTE = "paste"
    """The text of a bracketed paste."""


class Chunk(NamedTuple):
    """A piece of the input."""

    kind: Kind
    text: str


class _Within(Enum):
    NOTHING = 0
    PASTE = 1
    TEXT = 2
    """A text for the terminal itself: DCS, OSC, SOS, PM, APC."""


class Sequences:
    """Cuts a stream of characters; what is not complete waits for the rest, for a while."""

    def __init__(self) -> None:
        self._rest = ""
        self._within = _Within.NOTHING
        self._pasted: list[str] = []
        self._pasted_size = 0

    @property
    def patience(self) -> float | None:
        """Seconds of silence until ``give_up`` is due; ``None`` when nothing waits."""
        if self._within is _Within.PASTE:
            return PASTE_DELAY
        if self._within is _Within.TEXT:
            return BROKEN_DELAY
        if not self._rest:
            return None
        return ESCAPE_DELAY if len(self._rest) < 3 or self._rest.endswith("$") else BROKEN_DELAY

    def feed(self, text: str) -> list[Chunk]:
        """The pieces that are complete with these characters."""
        return list(self._pieces(text))

    def give_up(self) -> list[Chunk]:
        """Nothing came for ``patience`` seconds: what began does not end any more."""
        rest, within = self._rest, self._within
        self._rest, self._within = "", _Within.NOTHING
        if within is _Within.PASTE:
            self._keep(rest)
            return [self._pasted_text()]
        if within is _Within.TEXT or not rest:
            return []
        if rest == ESC:
            return [Chunk(Kind.ESCAPE, rest)]
        return [Chunk(Kind.ALT, rest[1])] if len(rest) == 2 else [Chunk(Kind.SEQUENCE, rest)]

    # ------------------------------------------------------------------ one state after the other
    def _pieces(self, text: str) -> Iterator[Chunk]:
        text, self._rest = self._rest + text, ""
        at = 0
        while at < len(text):
            if self._within is _Within.PASTE:
                at, over = self._in_paste(text, at)
                if over:
                    yield self._pasted_text()
            elif self._within is _Within.TEXT:
                at = self._in_text(text, at)
            elif found := _PLAIN.match(text, at):
                yield Chunk(Kind.TEXT, found[0])
                at = found.end()
            else:
                piece, at = self._escape(text, at)
                if piece is not None:
                    yield piece

    def _wait(self, text: str, at: int) -> tuple[None, int]:
        self._rest = text[at : at + LONGEST]
        return None, len(text)

    def _escape(self, text: str, at: int) -> tuple[Chunk | None, int]:
        """What begins with the Esc at ``at``, and where it ends."""
        if at + 1 == len(text):
            return self._wait(text, at)
        second = text[at + 1]
        if second == ESC:
            return Chunk(Kind.ESCAPE, ESC), at + 1
        if second == "[":
            return self._csi(text, at)
        if second == "O":
            return self._ss3(text, at)
        if second in "P]X^_":
            if at + 2 == len(text):
                return self._wait(text, at)
            self._within = _Within.TEXT
            return None, at + 2
        if second < " ":
            return None, at + 1  # Esc and at once a control key: the control key
        return Chunk(Kind.ALT, second), at + 2

    def _csi(self, text: str, at: int) -> tuple[Chunk | None, int]:
        found = _CSI.match(text, at)
        assert found is not None  # it begins with Esc [
        end = found.end()
        if found[2] is None:
            # Without its last letter at the end of what came it waits; before anything else it is broken.
            return self._wait(text, at) if end == len(text) else (Chunk(Kind.SEQUENCE, found[0][:LONGEST]), end)
        if found[0] == ESC + "[[" or found[0] == ESC + "[M":
            # Function keys of the Linux console have one letter more, the oldest mouse reports three characters.
            more = 1 if found[2] == "[" else 3
            stop = next((k for k in range(end, min(end + more, len(text))) if text[k] in FIRST + ESC), end + more)
            return self._wait(text, at) if stop > len(text) else (Chunk(Kind.SEQUENCE, text[at:stop]), stop)
        if found[0] == ESC + "[200~":
            self._within = _Within.PASTE
            return None, end
        return (Chunk(Kind.SEQUENCE, found[0]) if len(found[0]) <= LONGEST else None), end

    def _ss3(self, text: str, at: int) -> tuple[Chunk | None, int]:
        found = _SS3.match(text, at)
        assert found is not None  # it begins with Esc O
        if found[1] is None and found.end() == len(text):
            return self._wait(text, at)
        if found[1] is None and found.end() == at + 2:
            return Chunk(Kind.ALT, "O"), at + 2
        return Chunk(Kind.SEQUENCE, found[0][:LONGEST]), found.end()

    def _in_text(self, text: str, at: int) -> int:
        found = _TEXT_ENDS.search(text, at)
        if found is None:
            return len(text)
        end = found.start()
        if text[end] == ESC and end + 1 == len(text):
            self._rest = ESC
            return len(text)
        self._within = _Within.NOTHING
        if text[end] == ESC:
            return end + 2 if text[end + 1] == "\\" else end
        return end if text[end] in FIRST else end + 1

    def _in_paste(self, text: str, at: int) -> tuple[int, bool]:
        """Where the paste goes on, and whether it is over."""
        end, more = text.find(_PASTE_END, at), len(_PASTE_END)
        if end < 0 and text[-1] in FIRST:
            # The last that came, and the paste has no end: it was pressed.
            end, more = len(text) - 1, 0
        if end >= 0:
            self._keep(text[at:end])
            self._within = _Within.NOTHING
            return end + more, True
        begun = next(n for n in range(len(_PASTE_END) - 1, -1, -1) if text[at:].endswith(_PASTE_END[:n]))
        self._keep(text[at : len(text) - begun])
        self._rest = text[len(text) - begun :]
        return len(text), False

    def _keep(self, text: str) -> None:
        kept = text[: max(0, LONGEST_PASTE - self._pasted_size)]
        self._pasted.append(kept)
        self._pasted_size += len(kept)

    def _pasted_text(self) -> Chunk:
        text = "".join(self._pasted)
        self._pasted.clear()
        self._pasted_size = 0
        return Chunk(Kind.PASTE, text)
