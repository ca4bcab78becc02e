"""A shadow of the terminal's screen: what it shows, and the fewest bytes that bring it up to date."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from tui.draw.order import shortest
from tui.draw.sgr import SEEN_ON_BLANKS, change, look_of, place, same_blank, way

GAP = 3
"""So many equal cells between two changed ones are written again: shorter than moving the cursor."""
FEW = 40
"""Up to so many pieces are sent in the order that needs the fewest bytes; more go line by line."""
BLANKS = 5
"""From so many blanks at the end of a piece on, erasing is shorter than writing them."""
CONTINUED = ""
"""What the shadow holds in the second cell of a wide character."""


class Piece(NamedTuple):
    """Some cells of one line in one style, to be written."""

    x: int
    y: int
    text: str
    look: str
    cells: int


class Shadow:
    """What the terminal shows: per line the characters and their styles; ``None`` where that is not known."""

    def __init__(self, erases: bool = False) -> None:
        self.width = self.height = 0
        self.chars: list[list[str | None]] = []
        self.looks: list[list[str]] = []
        self.x = self.y = -1
        """Where the terminal's cursor is, -1 when not known."""
        self.look = ""
        """Style that the terminal writes in now. It stays from one update to the next: most begin in the same one."""
        self.erases = erases
        """Whether the terminal erases cells in the background colour that is set."""
        self.whole = False
        """Send a line that changed from its first cell to its last: a screen reader speaks what is sent."""
        self._pieces: list[Piece] = []
        self._ends: dict[int, int] = {}
        """Where what waits in a line ends."""
        self._before: list[str] = []
        """What was sent already because something was to be written over it."""

    def clear(self, width: int, height: int) -> None:
        """Forget everything; the next update writes all that it has."""
        self.width, self.height = width, height
        self.chars = [[None] * width for _ in range(height)]
        self.looks = [[""] * width for _ in range(height)]
        self.x = self.y = -1
        self.look = ""
        self._pieces.clear()
        self._ends.clear()
        self._before.clear()

    # ------------------------------------------------------------------ what differs
    def write(self, x: int, y: int, chars: list[str], looks: list[str]) -> None:
        """Bring cells of a line up to date; what must be sent waits for ``send``."""
        if not 0 <= y < self.height or x >= self.width:
            return
        stop = min(len(chars), self.width - x)
        old, old_looks = self.chars[y], self.looks[y]
        if stop == len(chars) and old[x : x + stop] == chars and old_looks[x : x + stop] == looks:
            return
        i = 0
        while i < stop:
            if self.whole and len("".join(chars).split()) > 1:
                if not all(self._same(x + n, y, chars[n], looks[n]) for n in range(stop)):
                    self._free(y, x, x + stop)
                    self._cut(x, y, chars[:stop], looks[:stop])
                break
            if self._same(x + i, y, chars[i], looks[i]):
                i += 1
                continue
            end = self._end(x, i, stop, chars, looks, y)
            while i > 0 and chars[i] == CONTINUED:
                i -= 1
            self._free(y, x + i, x + end)
            self._cut(x + i, y, chars[i:end], looks[i:end])
            i = end
        old[x : x + stop] = chars[:stop]
        old_looks[x : x + stop] = looks[:stop]

    def _same(self, x: int, y: int, char: str, look: str) -> bool:
        """Whether a cell shows this already."""
        shown = self.looks[y][x]
        return self.chars[y][x] == char and (shown == look or (char == " " and same_blank(shown, look)))

    def _end(self, x: int, start: int, stop: int, chars: list[str], looks: list[str], y: int) -> int:
        """End of a changed stretch, over short gaps of equal cells that have the style already set."""
        end, i = start + 1, start + 1
        while i < stop and i - end <= GAP:
            if not self._same(x + i, y, chars[i], looks[i]):
                end = i + 1
            elif looks[i] != looks[end - 1]:
                break
            i += 1
        while end < stop and chars[end] == CONTINUED:
            end += 1
        return end

    def _cut(self, x: int, y: int, chars: list[str], looks: list[str]) -> None:
        """A changed stretch as pieces of one style each; blanks belong to any style that they look the same in."""
        start, look = 0, looks[0]
        drawn = chars[0] != " "
        for i in range(1, len(chars) + 1):
            if i < len(chars):
                other = looks[i]
                if other == look or (chars[i] == " " and same_blank(other, look)):
                    drawn = drawn or chars[i] != " "
                    continue
                if not drawn and same_blank(other, look):
                    look, drawn = other, True
                    continue
            self._pieces.append(Piece(x + start, y, "".join(chars[start:i]), look, i - start))
            if i < len(chars):
                start, look, drawn = i, looks[i], chars[i] != " "

    def _free(self, y: int, x: int, end: int) -> None:
        """Cells that are written twice in one update keep their order."""
        known = self._ends.get(y, 0)
        if x < known and any(p.y == y and p.x < end and x < p.x + p.cells for p in self._pieces):
            self._put_all(self._before)
        self._ends[y] = max(known, end)

    # ------------------------------------------------------------------ what is sent
    def send(self, out: list[str], end: tuple[int, int] | None = None) -> None:
        """Write what waits, in the shortest order that is quickly found, and leave the cursor at ``end``."""
        out += self._before
        self._before.clear()
        self._put_all(out, end)
        if end is not None:
            out.append(self.move(*end))

    def plain(self) -> str:
        """The sequence back to the terminal's own colours, for others who write to it; empty where they are set."""
        found, self.look = change(self.look, ""), ""
        return found

    def _put_all(self, out: list[str], end: tuple[int, int] | None = None) -> None:
        pieces, self._pieces = self._pieces, []
        self._ends.clear()
        if len(pieces) <= FEW:
            for n in shortest(self._legs(pieces, end)):
                self._put(out, pieces[n])
            return
        pieces.sort(key=lambda p: (p.y, p.x))
        for _, line in groupby(pieces, lambda p: p.y):
            for piece in self._in_line(list(line)):
                self._put(out, piece)

    def _in_line(self, pieces: list[Piece]) -> list[Piece]:
        """The pieces of one line from left to right, or style by style where going back costs less than the codes."""
        styles = dict.fromkeys([self.look, *(p.look for p in pieces)])
        by_style = [p for look in styles for p in pieces if p.look == look]
        return min((pieces, by_style), key=self._length)

    def _length(self, pieces: list[Piece]) -> int:
        """Bytes that it takes to come from each piece to the next."""
        x, y, look, total = self.x, self.y, self.look, 0
        for p in pieces:
            total += len(way(x, y, p.x, p.y) if x >= 0 else place(p.x, p.y)) + len(change(look, p.look))
            (x, y), look = self._after(p), p.look
        return total

    def _legs(self, pieces: list[Piece], end: tuple[int, int] | None) -> list[list[int]]:
        """What it costs to come from each piece to each other; the last row from here, the last column to the end."""
        places = [(*self._after(p), p.look) for p in pieces]
        legs = []
        for x, y, look in [*places, (self.x, self.y, self.look)]:
            row = [len(way(x, y, p.x, p.y) if x >= 0 else place(p.x, p.y)) + len(change(look, p.look)) for p in pieces]
            row.append(len(way(x, y, *end) if x >= 0 else place(*end)) if end else 0)
            legs.append(row)
        return legs

    def _erased(self, piece: Piece, look: str) -> int:
        """Blanks at the end of a piece that are erased in place of being written; the cursor stays before them."""
        blanks = len(piece.text) - len(piece.text.rstrip(" "))
        return blanks if blanks >= BLANKS and self.erases and SEEN_ON_BLANKS.isdisjoint(look_of(look)[2]) else 0

    def _after(self, piece: Piece) -> tuple[int, int]:
        """Where the cursor is after a piece; in column -1 when terminals differ in that."""
        x = piece.x + piece.cells - self._erased(piece, piece.look)
        return (x if x < self.width else -1), piece.y

    def _put(self, out: list[str], piece: Piece) -> None:
        out.append(self.move(piece.x, piece.y))
        text, look = piece.text, piece.look
        body = text.rstrip(" ")
        if body or not same_blank(self.look, look):
            out.append(change(self.look, look))
            self.look = look
        blanks = self._erased(piece, self.look)
        if blanks:
            at_edge = piece.x + piece.cells >= self.width
            out.append(f"{body}\x1b[K" if at_edge else f"{body}\x1b[{blanks}X")
        else:
            out.append(text)
        self.x = piece.x + piece.cells - blanks
        if self.x >= self.width:
            self.x = -1  # Terminals differ in where the cursor is after the last column.

    def move(self, x: int, y: int) -> str:
        """The sequence that moves the terminal's cursor."""
        found = way(self.x, self.y, x, y) if self.x >= 0 else place(x, y)
        self.x, self.y = x, y
        return found


def erases(term: str) -> bool:
    """Whether a kind of terminal erases in the colour that is set and knows both ways of erasing (terminfo)."""
    try:
        import curses

        curses.setupterm(term, 1)
        return bool(curses.tigetflag("bce") == 1 and curses.tigetstr("ech") and curses.tigetstr("el"))
    except Exception:  # no terminfo on this system, or not for this terminal: blanks are written
        return False
