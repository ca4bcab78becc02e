"""The pages that lie over the table: why, how things stand, points, signs, the past, the rules."""

from __future__ import annotations

from functools import partial

from engine.components.charts import Tally
from tui.screens.marking import toggle_bookmark, write_note
from tui.screens.simple import deed_lines, score_lines, track_lines
from tui.screens.text import TextScreen
from tui.table.table import TableScreen
from tui.table.transcript import told_lines
from tui.widgets.bars import DecisionBar
from tui.widgets.panels import hex_sentence


class PagesScreen(TableScreen):
    """The table with the commands that open a page over it."""

    # ------------------------------------------------------------------ asking
    def do_why(self) -> None:
        """The last refusal, else the thing under the cursor."""
        from tui.screens.explain import ExplainScreen  # with the rule books: no part of the first screen

        said = self.said if self.query_one("#ask", DecisionBar).cut else ""
        self.app.push_screen(
            ExplainScreen(
                self.controller, self.hand.refusal, self.cursor, self.hand.selected, said, self._attack_here()
            )
        )

    def _attack_here(self) -> Tally | None:
        """The attack on the hex under the cursor: the one that is being planned, else the declared one."""
        from tui.screens.explain import attack_on

        plan = self.tally.plan
        planned = plan.tally(plan.chosen) if plan is not None and plan.target == self.cursor else None
        return attack_on(self.controller, self.cursor, planned)

    def do_describe(self) -> None:
        """The hex as a sentence."""
        self.say(hex_sentence(self.controller, self.cursor))

    def do_situation(self) -> None:
        """How things stand: told in the transcript, else on a page."""
        if self.telling.on:
            self.telling.tell(*self.telling.situation())
        else:
            self.app.push_screen(TextScreen("How things stand", partial(told_lines, self.telling.situation())))

    def do_tracks(self) -> None:
        """Cup, boxes, tracks."""
        self.app.push_screen(TextScreen("Cup, boxes and tracks", partial(track_lines, self.controller)))

    def do_score(self) -> None:
        """Points."""
        self.app.push_screen(TextScreen("Score", partial(score_lines, self.controller)))

    def do_report(self) -> None:
        """What the computer did and why."""
        deeds, hidden = self.controller.report()
        self.app.push_screen(
            TextScreen("What the computer player did", partial(deed_lines, self.controller, deeds, hidden))
        )

    def do_plan(self) -> None:
        """What the computer player is about: its plan, the one that came second, and what it has done of it."""
        deeds, _ = self.controller.report()
        begun = next((n for n in range(len(deeds) - 1, -1, -1) if deeds[n].plan), -1)
        while begun > 0 and deeds[begun - 1].plan == deeds[begun].plan:
            begun -= 1
        if begun < 0:
            key = self.stavka.keymap.key("report")
            self.say(f"The computer player has told no plan of this turn yet; {key} tells what it did.")
            return
        lines = partial(deed_lines, self.controller, deeds[begun:], 0)
        self.app.push_screen(TextScreen("What the computer player is about", lines))

    def do_log(self) -> None:
        """The log is the history."""
        self.do_history()

    # ------------------------------------------------------------------ the past
    def do_history(self) -> None:
        """Browse what happened, with the map as it was; a computer player waits meanwhile."""
        watching = self.controller.bot_turn and not self.pace.paused

        def back(words: str) -> None:
            if words:
                from tui.screens.ending import EndScreen

                if isinstance(self.app.screen, EndScreen):
                    self.app.pop_screen()
                self.hand.refusal = None
                self._ended = False
                self.changed()
                self.say(words)
            elif watching:
                self.pace.resume()

        if watching:
            self.pace.stop()
        from tui.screens.history import HistoryScreen  # with pictures and stories: no part of the first screen

        self.app.push_screen(HistoryScreen(self.controller, self.zoom, self.cursor, back))

    def follow_game(self) -> None:
        """The game is another one by something that was done on a page over it, which is told."""
        self.changed()
        self.say(" ".join(event.text for event in self.controller.happened))

    def do_layout(self) -> None:
        """A position by hand, from a copy of this game; a computer player waits meanwhile."""
        watching = self.controller.bot_turn and not self.pace.paused
        if watching:
            self.pace.stop()
        problem = self.stavka.lay_out(self.controller, self.zoom, self.cursor, self.pace.resume if watching else None)
        if problem:
            self.say(problem, "warn")

    def do_dice(self) -> None:
        """What the dice did."""
        from tui.screens.dice import DiceScreen

        self.app.push_screen(DiceScreen(self.controller))

    def do_bookmark(self) -> None:
        """Mark the present line of the history, or take the mark away."""
        self.say(toggle_bookmark(self.controller, len(self.controller.match.history)))

    def do_note(self) -> None:
        """Write a note beside the present line of the history."""
        write_note(self.stavka, self.controller, len(self.controller.match.history), self.say)

    def do_rules(self) -> None:
        """Search the rules of this game; those of the moment come first."""
        from tui.screens.explain import rules_at_hand

        refusal = self.hand.refusal
        near: dict[str, str] = {refusal.rule: "refused"} if refusal is not None else {}
        for id, why in rules_at_hand(self.controller, self.cursor, self._attack_here()):
            near.setdefault(id, why)
        self.stavka.open_rules(self.controller.match.data.game, near=tuple(near.items()))

    def do_signs(self) -> None:
        """What the signs on the screen mean."""
        from tui.table.signs import SignsScreen  # no part of the first screen

        self.app.push_screen(SignsScreen(self.map, self.controller, self.shown_overlay(), self.stavka.plain))
