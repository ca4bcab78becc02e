"""The game: what keys do. They go to the open menu, then to the planner, then to the map."""

from __future__ import annotations

from engine.components.errors import BadInput
from engine.play.action import Action
from tui.game.controller import ELSEWHERE, Controller
from tui.screens.zooming import Zooming
from tui.settings.keys import pretty
from tui.table.again import repeat
from tui.table.doubled import command_of, is_key
from tui.table.finding import find
from tui.table.key_line import end_words
from tui.table.pages import PagesScreen
from tui.table.planner import Planner
from tui.table.sizes import PANELS, size_up
from tui.table.typed import Typed
from tui.widgets.lines import section
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask

DIRECTIONS = {
    "north": "up", "south": "down", "west": "left", "east": "right", "northwest": "nw", "northeast": "ne",
    "southwest": "sw", "southeast": "se",
}  # fmt: skip
"""Commands that move the cursor, with the map's word for the direction."""
HAND = {
    "ways": "ways", "end": "end", "answers": "answers",
}  # fmt: skip
"""Commands that the hand over the board carries out, with its method."""
DECIDING = (
    "ways", "end", "answers", "jump", "type", "next", "previous", "left", "again", "everybody", "hold", "formation",
)  # fmt: skip
"""Commands that only the side that decides can give."""
NOT_BEHIND = (
    *DIRECTIONS, "ways", "end", "answers", "jump", "next", "previous", "again", "everybody", "hold", "act", "pause",
)  # fmt: skip
"""Commands that are not for the map while the attack panel lies over it."""


class PlayScreen(Zooming, PagesScreen):
    """One game on screen."""

    name_for_help = "The map"
    scopes = ("map", "all")

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self.planner = Planner(self, self.hand, self.acting, self.groups)

    # ------------------------------------------------------------------ keys
    def press(self, key: str) -> None:
        """Letters of a jump, the menu, the planner, the stack, the map: in this order."""
        keymap = self.stavka.keymap
        if self.has_class("tiny") and keymap.find(("all", "map"), key) not in ("quit", "home"):
            return
        self.beginner.key()
        listed = keymap.find(("list",), key)
        numbered = self.menu.open and self.menu.numbers and key.isdigit()
        if listed != "choose" and keymap.find(self.scopes, key) != "end" and not numbered:
            self.hand.warned = False  # only the same key at once ends what it was warned about
        if self.hand.letters and self.going.key(key):
            return
        # Keys that are no letters and answer on every screen, as those of help and leaving, do so over a list.
        anywhere = len(key) > 1 and listed is None and keymap.find(("all",), key) not in (None, "back")
        if self.menu.open and not anywhere:
            if self.menu.press(key, listed or ("back" if key == "escape" else None), self._kept(key)):
                self.tell_keys()
                again = command_of(keymap, key) if self.menu.first == key else None
                if again is not None:
                    words = end_words(self.controller.decision) if again == "end" else keymap.commands[again].label
                    self.say(f"{self.menu.stray} {key} is typed as a letter; {key} once more: {words}.".strip())
                elif self.menu.stray:
                    keys = self.stavka.keymap.key
                    ways = f"{keys('choose')} takes the marked one, {keys('filter')} finds, {keys('back')} goes back"
                    self.say(f"{self.menu.stray} {ways}.", "warn")
                return
        elif self.tally.plan is not None:
            used = self.planner.press(key, listed)
            self.telling.plan()
            if used or self._barred(keymap.find(self.scopes, key)):
                return
        elif len(key) == 1 and key in "123456789" and not self.controller.bot_turn:
            self.answering.pick_in_stack(int(key))
            return
        command = keymap.find(self.scopes, key)
        if command is not None:
            self.run_command(command)
        elif len(key) == 1 and not self.menu.open and self.tally.plan is None:
            self.say(f"'{key}' is no key here; {keymap.key('help')} lists all of them.", "warn")

    def _barred(self, command: str | None) -> bool:
        """Say that a command is not for the map behind the attack panel; whether it is none."""
        if command not in NOT_BEHIND:
            return False
        key = self.stavka.keymap.key
        self.say(f"The attack panel is open: {key('choose')} carries it out, {key('back')} closes it.", "warn")
        return True

    def _kept(self, key: str) -> bool:
        """Whether a letter keeps its meaning beside the list of a decision.

        All do beside numbered answers. Where letters find somebody of many, some do that nobody's name begins with.
        """
        command = self.stavka.keymap.find(("map", "all"), key)
        ask = self.menu.ask
        if ask is None or not ask.lasting or command is None or command == "rules":
            return False
        return not self.menu.letters or is_key(self.menu, self.controller.decision, self.stavka.keymap, key)

    def type_character(self, character: str) -> None:
        """Pasted text goes into an open menu that is typed into."""
        if self.menu.open and self.menu.filtering:
            self.press(character)

    # ------------------------------------------------------------------ commands: the map
    def run_command(self, command: str) -> bool:
        """Directions go to the map, some commands to the hand over the board, the rest by name."""
        if command in DIRECTIONS:
            if self.map.move_cursor(DIRECTIONS[command]):
                self.hand.wandered = True
                self.follow_cursor()
            elif not self.map.moves(DIRECTIONS[command]):
                self.say("The map in play ends here.")
        elif command == "left" and self.controller.bot_turn and not self.controller.watching:
            self.do_plan()
        elif command in DECIDING and (self.controller.bot_turn or self.controller.match.over):
            over = self.controller.match.over
            other = "The computer player decides now; Enter skips to the end of it."
            self.say("The game is over." if over else ELSEWHERE if self.controller.watching else other)
        elif command in HAND:
            getattr(self.answering, HAND[command])()
        else:
            return super().run_command(command)
        return True

    def do_next(self) -> None:
        """To the next subject."""
        self.going.walk(1)

    def do_previous(self) -> None:
        """To the subject before."""
        self.going.walk(-1)

    def do_jump(self) -> None:
        """Letters on the hexes that can be chosen."""
        self.going.jump()

    def do_act(self) -> None:
        """Enter; during the computer's turn it skips to the end of it."""
        if self.controller.match.over:
            from tui.screens.ending import EndScreen

            self.app.push_screen(EndScreen(self.controller, self.run_command))
        elif self.controller.bot_turn:
            self.pace.skip()
        else:
            self.answering.act()

    def do_back(self) -> None:
        """Esc: one level back."""
        if self.acting.drop():
            self.groups.stays()
            return
        if self.controller.bot_turn and not self.pace.paused and not self.controller.watching:
            self.pace.pause()
            self.redraw()
        elif self.overlay_name:
            self.overlay_name = ""
            self.say("")  # what its marks meant
            self.redraw()
        elif self.panel != "map":
            self.panel = "map"
            size_up(self, self.panel)
            self.later(self.redraw)
        elif not self.controller.bot_turn and self.controller.decision.listed:
            self.answering.answers()
        elif self.controller.bot_turn or not self.groups.stays():
            self.say(f"Nothing to step back from; {pretty(self.stavka.keymap.commands['home'].keys[0])} goes home."
                     if self.stavka.keymap.commands["home"].keys else "")  # fmt: skip

    def do_undo(self) -> None:
        """Take back."""
        last = self.controller.match.history[-1:]
        try:
            words = self.controller.undo()
        except BadInput as error:
            key = self.stavka.keymap.key("history")
            self.say(f"{str(error).capitalize()}. {key} shows what can be gone back to.", "warn")
            return
        self.hand.refusal = None
        self._ended = False
        for line in last:
            self.going.back_to(Action.parse(line.action))
        self.changed()
        self.say(words)

    def do_redo(self) -> None:
        """Play again."""
        try:
            outcome = self.controller.redo()
        except BadInput as error:
            self.say(f"{str(error).capitalize()}.", "warn")
            return
        for line in self.controller.match.history[-1:] if outcome.ok else ():
            self.going.back_to(Action.parse(line.action))
        self.acting.settle(outcome, self.controller.redo)

    def do_goto(self) -> None:
        """Find something by its name and go there."""
        find(self, self.hand, self.acting, self.groups)

    def do_left(self) -> None:
        """What is left in this step."""
        self.remaining.show()

    def do_attacks(self) -> None:
        """Attacks that can be made, the best first."""
        self.planner.list_attacks()

    def do_again(self) -> None:
        """The last action again, for the next unit."""
        repeat(self, self.hand, self.acting)

    def do_everybody(self) -> None:
        """The whole stack acts together."""
        self.groups.everybody()

    def do_hold(self) -> None:
        """Nothing more for this unit or group in this step."""
        self.groups.hold()

    def do_formation(self) -> None:
        """The units of one formation."""
        self.groups.formation()

    def do_hints(self) -> None:
        """Hints for beginners on or off."""
        self.beginner.switch()

    def do_type(self) -> None:
        """An action as text."""
        Typed(self, self.hand, self.acting, self.remaining).type_action()

    def do_attack(self) -> None:
        """Open the planner on the cursor."""
        self.planner.open()
        self.telling.plan()

    def do_overlays(self) -> None:
        """Choose a layer."""
        items = [Item("none", "", note="shown now" if not self.overlay_name else "")]
        for name, title in self.controller.view.overlays():
            items.append(Item(title, name, note="shown now" if name == self.overlay_name else ""))

        def chosen(item: Item | None, text: str) -> None:
            self.overlay_name = str(item.value) if item else ""
            overlay = self.shown_overlay()
            legend = "  ".join(f"{sign} {words}" for sign, words in overlay.legend) if overlay else ""
            # Its title stands over the hex panel: the line is for what the marks mean.
            self.say(f"{legend} {section(overlay.rule)}" if overlay else "")
            self.redraw()

        self.open_menu(Ask("Layers over the map", chosen, tuple(items)))

    def zoom_to(self, zoom: str) -> None:
        """Show the map so, and what goes with it."""
        self.zoom = zoom
        self.map.set_zoom(zoom)
        self.redraw()

    def do_panel(self) -> None:
        """The next panel, on terminals that hold one at a time."""
        if self.telling.on or not self.has_class("narrow"):
            self.say("All panels are in view already.")
            return
        self.panel = PANELS[(PANELS.index(self.panel) + 1) % len(PANELS)]
        size_up(self, self.panel)
        self.later(self.redraw)

    # ------------------------------------------------------------------ commands: the game
    def do_save(self) -> None:
        """Keep a named copy."""
        keeper = self.controller.keeper
        if keeper is None:
            self.say("This game is not saved anywhere.", "warn")
            return

        def named(item: Item | None, text: str) -> None:
            if text.strip():
                self.say(self.controller.save_as(text.strip()))
                self.redraw()

        self.open_menu(Ask("Name of the copy", named, typing=True, free=True, source=lambda _: ()))

    def do_pause(self) -> None:
        """Stop or go on watching."""
        if not self.controller.bot_turn:
            # A pause nobody sees would hold up the next turn of the computer: the key picks units instead.
            self.groups.pick()
            return
        if self.pace.paused or self.controller.watching:
            self.say("")
            self.pace.resume()
        else:
            self.pace.pause()
        self.redraw()

    def do_step(self) -> None:
        """One action of the computer player."""
        if not self.controller.bot_turn:
            self.say("No computer player decides now.")
            return
        self.pace.step()

    def do_home(self) -> None:
        """Home; the game is saved."""
        self.pace.stop()
        self.stavka.go_home()
