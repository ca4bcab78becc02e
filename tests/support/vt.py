"""A small terminal: what a screen shows after the bytes that were written to it. Characters only, no colours."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

from rich.cells import cell_len

_PIECE = re.compile(
    r"\x1b\[([<=>?]?)([0-9;:]*)([ -/]*)([@-~])"  # control sequence
    r"|\x1b[P\]X^_].*?(?:\x1b\\|\x07)"  # texts to the terminal itself
    r"|\x1b[ -/]*[0-~]"
    r"|([\x00-\x1f\x7f])"
    r"|([^\x00-\x1f\x7f\x1b]+)",
    re.DOTALL,
)
_UNFINISHED = re.compile(r"\x1b(?:\[[<=>?]?[0-9;:]*[ -/]*|[P\]X^_][^\x1b\x07]*\x1b?|[ -/]*)?$")


class Screen:
    """A screen of ``width`` by ``height`` cells; the second cell of a wide character is empty."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [[" "] * width for _ in range(height)]
        self.width, self.height = width, height
        self.x = self.y = 0
        self._rest = self._last = ""
        self._decoder = getincrementaldecoder("utf-8")(errors="replace")
        self.strange: list[str] = []
        """Controls that this terminal does not know."""

    def resize(self, width: int, height: int) -> None:
        """Another size; what is on the screen stays as far as there is room."""
        rows = [(row + [" "] * width)[:width] for row in self.rows]
        self.rows = (rows + [[" "] * width for _ in range(height)])[:height]
        self.width, self.height = width, height
        self.x, self.y = min(self.x, width - 1), min(self.y, height - 1)

    def lines(self) -> list[str]:
        """What is shown, without blanks at the ends of lines."""
        return ["".join(row).rstrip() for row in self.rows]

    def text(self) -> str:
        """What is shown, as one text."""
        return "\n".join(self.lines())

    def feed(self, data: bytes) -> None:
        """Bytes of the program."""
        text = self._rest + self._decoder.decode(data)
        cut = _UNFINISHED.search(text)
        self._rest = text[cut.start() :] if cut else ""
        for found in _PIECE.finditer(text[: cut.start()] if cut else text):
            if found[6]:
                self._print(found[6])
            elif found[5]:
                self._move(found[5])
            elif found[4] and not found[1] and not found[3]:
                self._control([int(n) if n.isdigit() else 0 for n in found[2].split(";")], found[4])
            elif found[4] == "h" and found[1] == "?" and found[2] == "1049":
                self._erase(0, self.width * self.height)

    def _move(self, char: str) -> None:
        if char == "\r":
            self.x = 0
        elif char == "\n":
            self.y = min(self.y + 1, self.height - 1)
        elif char == "\b":
            self.x = max(0, self.x - 1)

    def _print(self, text: str) -> None:
        self._last = text[-1:]
        for char in text:
            size = cell_len(char)
            if size and self.x + size <= self.width:
                self.rows[self.y][self.x : self.x + size] = [char, *[""] * (size - 1)]
            self.x = min(self.x + size, self.width)

    def _erase(self, start: int, end: int) -> None:
        for place in range(start, end):
            self.rows[place // self.width][place % self.width] = " "

    def _control(self, numbers: list[int], final: str) -> None:
        count, here = numbers[0] or 1, self.y * self.width + min(self.x, self.width - 1)
        if final in "Hf":
            y, x = [*numbers, 0, 0][:2]
            self.y, self.x = min(max(y, 1), self.height) - 1, min(max(x, 1), self.width) - 1
        elif final in "ABCD":
            dx, dy = {"A": (0, -count), "B": (0, count), "C": (count, 0), "D": (-count, 0)}[final]
            self.x, self.y = min(max(self.x + dx, 0), self.width - 1), min(max(self.y + dy, 0), self.height - 1)
        elif final == "X":
            self._erase(here, min(here + count, (self.y + 1) * self.width))
        elif final == "b" and self._last:
            self._print(self._last * count)
        elif final == "d":
            self.y = min(count, self.height) - 1
        elif final == "G":
            self.x = min(count, self.width) - 1
        elif final == "J":
            whole = self.width * self.height
            self._erase(*((here, whole), (0, here + 1), (0, whole))[min(numbers[0], 2)])
        elif final == "K":
            row = self.y * self.width
            self._erase(*((here, row + self.width), (row, here + 1), (row, row + self.width))[min(numbers[0], 2)])
        elif final not in "mhlntuqcps":
            self.strange.append(f"{numbers} {final}")
