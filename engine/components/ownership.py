"""Lines with an owner: whose a railroad is hex by hex and segment by segment, where it is cut, where it changes hands.

A game keeps marks in its state, from the label of a hex (``D0302``) or of a segment (``D0302/D0402``) to a side or to
``CUT``. What bears no mark belongs to whom it belonged at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from engine.components.board import Board
from engine.components.datafile import DataError
from engine.components.grid import OFF, Hex, Side
from engine.components.mapfeatures import known_side

CUT = "cut"
"""Mark of a hex or segment that nobody can use."""


@dataclass(frozen=True)
class Ownership:
    """Whose the lines of one kind are at a moment, as marks over the owner at the start."""

    board: Board
    kind: str
    first: Callable[[Hex], str]
    """The owner of a hex of the line that bears no mark."""
    marks: Mapping[str, str]

    def owner(self, h: Hex) -> str:
        """The side that owns the line in a hex; empty where there is none or where it is cut."""
        if not any(self.board.side(self.kind)[h * 6 : h * 6 + 6]):
            return ""
        found = self.marks.get(self.board.labels[h]) or self.first(h)
        return "" if found == CUT else found

    def segment(self, side: Side) -> str:
        """The side that can use the line over a hexside: its own mark, else the owner that both hexes have."""
        h, n = divmod(side, 6)
        other = self.board.grid.neighbours[h][n]
        if other == OFF or not self.board.side(self.kind)[side]:
            return ""
        a, b = self.board.labels[h], self.board.labels[other]
        mark = self.marks.get(f"{a}/{b}") or self.marks.get(f"{b}/{a}")
        here, there = self.owner(h), self.owner(other)
        if mark == CUT or not here or not there:
            return ""
        return mark or (here if here == there else "")

    def net(self, side: str) -> list[tuple[Hex, ...]]:
        """Per hex those that its owner's trains reach from it: what a search along the line goes by."""
        around, flags = self.board.grid.neighbours, self.board.side(self.kind)
        return [
            tuple(n for d, n in enumerate(around[h]) if flags[h * 6 + d] and self.segment(h * 6 + d) == side)
            if any(flags[h * 6 : h * 6 + 6])
            else ()
            for h in self.board.grid
        ]

    def ends(self, side: str) -> list[Hex]:
        """Railheads: the hexes of a side from which the line goes on to a hex that it does not own."""
        around, flags = self.board.grid.neighbours, self.board.side(self.kind)
        return [
            h
            for h in self.board.grid
            if self.owner(h) == side
            and any(flags[h * 6 + d] and n != OFF and self.owner(n) != side for d, n in enumerate(around[h]))
        ]


def stray_marks(board: Board, kind: str, marks: Mapping[str, str], sides: Collection[str]) -> list[str]:
    """Sentences about marks that stand where no line of the kind is or say something else than a side or ``CUT``."""
    wrong = [
        f"'{word}' at {place} is no owner of a {kind}" for place, word in marks.items() if word not in (*sides, CUT)
    ]
    for place in marks:
        try:
            flags = board.side(kind)
            h = board.index.get(place, OFF)
            on_it = any(flags[h * 6 : h * 6 + 6]) if h != OFF else bool(flags[known_side(board, place, "", kind)])
        except DataError:
            on_it = False
        if not on_it:
            wrong.append(f"there is no {kind} at {place}")
    return wrong
