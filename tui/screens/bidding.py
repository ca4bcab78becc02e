"""Bidding for a side at one keyboard: two people type a number in turn, and neither sees the other's."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult

from tui.screens.base import StavkaScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Line, Lines, line, section, wrapped

BIDDERS = ("first", "second")


class BiddingScreen(StavkaScreen):
    """Two hidden numbers; the higher bidder takes the side, equal ones bid again.

    ``done(bid, bidder)`` is told the higher bid and whose it is, ``first`` or ``second``.
    """

    name_for_help = "Bidding"
    scopes = ("list", "all")
    hints = (("choose", "bid"), ("backspace", "one digit less"), ("back", "no bidding"))

    def __init__(self, rule: str, side: str, least: int, most: int, done: Callable[[int, str], None]) -> None:
        super().__init__()
        self.rule, self.side, self.least, self.most, self.done = rule, side, least, most, done
        self.bids: list[int] = []
        self.digits = ""
        self.told = ""

    def compose(self) -> ComposeResult:
        """What is asked, what was typed as stars, what came of it."""
        yield Lines("Bidding", id="page")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self.fill)

    def fill(self) -> None:
        """Draw the question of the moment."""
        page = self.query_one("#page", Lines)
        width = max(20, page.inner - 2)
        rows: list[Line] = [(), *wrapped(self._question(), width, "strong"), ()]
        if len(self.bids) < 2:
            rows.append(line(("  " + "*" * len(self.digits) + "_", "strong")))
        rows += [(), *wrapped(self.told, width, "warn")] if self.told else []
        page.show(rows, f"Bidding for the {self.side}  {section(self.rule)}")

    def _question(self) -> str:
        if len(self.bids) == 2:
            bid, who = self._winner()
            return (
                f"The first player bids {self.bids[0]}, the second {self.bids[1]}. The {who} player plays the "
                f"{self.side} and needs {bid} victory points. Press Enter."
            )
        who, other = BIDDERS[len(self.bids)], BIDDERS[1 - len(self.bids)]
        return (
            f"The {who} player bids for the {self.side}, and the {other} one looks away: type how many victory points "
            f"you would need, {self.least} to {self.most}, then press Enter. The higher bid plays the {self.side}."
        )

    def _winner(self) -> tuple[int, str]:
        return max(self.bids), BIDDERS[self.bids.index(max(self.bids))]

    def press(self, key: str) -> None:
        """Digits are typed, without being shown; everything else is a command."""
        if len(key) == 1 and key in "0123456789" and len(self.bids) < 2:
            self.type_character(key)
        elif key == "backspace":
            self.digits = self.digits[:-1]
            self.fill()
        else:
            super().press(key)

    def type_character(self, character: str) -> None:
        """One digit more."""
        if character in "0123456789" and len(self.digits) < 4:
            self.digits += character
            self.fill()

    def do_choose(self) -> None:
        """The bid stands; after the second one the higher wins."""
        if len(self.bids) == 2:
            self.app.pop_screen()
            self.done(*self._winner())
            return
        number, self.digits, self.told = int(self.digits or "0"), "", ""
        if not self.least <= number <= self.most:
            self.told = f"A bid is a whole number from {self.least} to {self.most}."
        else:
            self.bids.append(number)
        if len(self.bids) == 2 and self.bids[0] == self.bids[1]:
            self.told = f"Both bid {number}: bid again."
            self.bids.clear()
        self.fill()

    def run_command(self, command: str) -> bool:
        """No other screen opens over a bid."""
        return super().run_command(command) if command in ("choose", "back", "quit", "help", "rules") else False
