"""A game told in lines of text: for screen readers, and for whoever asks how things stand."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.components.wording import plural
from tui.game.controller import Controller
from tui.table.desk import Desk
from tui.table.hand import Hand
from tui.table.highlights import highlights
from tui.widgets.lines import Line, Lines, wrapped
from tui.widgets.panels import LONG, dice_of
from tui.widgets.tally_panel import chances, odds

KEPT = 500
"""Lines that can be read again."""
TOLD_AT_ONCE = 12
"""Events of one change that are told; the log has them all."""


# ---------------------------------------------------------------------- sentences
def unit_sentence(controller: Controller, u: int) -> str:
    """A unit with everything that matters about it, values by name."""
    view = controller.view
    r = view.roster
    if view.hidden(u):
        return f"{controller.side_title(r.side[u])} {view.name(u)}."
    short, whole, known = view.short(u), view.name(u), "?" not in view.values(u)
    attack, defense, move = view.strength(u)
    values = [f"attack {attack}", f"defence {defense}"] if known else ["strength unknown"]
    steps = "" if r.one_steppers else f"{view.state.steps_left[u]} of {plural(r.steps[u], 'step')}"
    supply = view.supply(u).status if view.state.hex_of[u] >= 0 else ""
    # A flag may say of the supply what its status says.
    parts = dict.fromkeys([*values, f"movement {move}", steps, *view.flags(u), supply])
    kind = r.kind[u]
    name = f"{short}, {whole}" if whole != short else short
    if kind and kind.lower() not in name.lower():
        name = f"{name} ({kind})"
    return f"{controller.side_title(r.side[u])} {name}: {', '.join(p for p in parts if p)}."


def hex_sentences(controller: Controller, h: Hex) -> list[str]:
    """The hex: where, what ground, whose, what lies on its sides; then each unit in the order of the stack."""
    view = controller.view
    if not 0 <= h < view.board.grid.size:
        return []
    info = view.hex(h)
    place = info["place"]
    parts = [f"Hex {info['hex']}"]
    if place:
        parts.append(f"{place['name']} ({place['kind']})")
    parts.append(str(info["terrain"]))
    if not info["in_play"]:
        parts.append("not in play")
    if info["control"]:
        parts.append(f"held by {controller.side_title(info['control'])}")
    if info["vp"]:
        parts.append(f"{info['vp']} victory points")
    parts += info["markers"]
    stack = view.stacks.get(h, ())
    parts.append(f"{len(stack)} unit{'s' * (len(stack) != 1)}" if stack else "empty")
    found = [f"{', '.join(parts)}."]
    sides = {d: features for d, features in info["sides"].items() if features}
    if sides:
        found.append("Sides: " + "; ".join(f"{d} {' and '.join(f)}" for d, f in sides.items()) + ".")
    found += [f"{n} {unit_sentence(controller, u)}" for n, u in enumerate(stack, 1)]
    declared = view.declared().get(h)
    if declared:
        found.append(f"Attack declared by {view.names(declared)}.")
    return found


def choice_sentence(controller: Controller, hand: Hand, h: Hex) -> str:
    """What the map marks at a hex: what the thing in hand, or else the decision itself, can do there, and its cost."""
    if controller.bot_turn or controller.match.over:
        return ""
    decision, selected = controller.decision, hand.selected
    if selected is not None and decision.place(selected) == h:
        return ""
    fitting = decision.open_hexes.get(h, []) if selected is None else hand.targets.get(h, [])
    who = f"{decision.name(selected)}: " if selected is not None else ""
    if not fitting:
        return f"{who}nothing can be done here; Enter says why." if who else ""
    mark = highlights(controller, hand).get(h, ("", ""))[0]
    cost = f" for {mark}" if mark[:1].isdigit() else ""
    return f"{who}can {', '.join(dict.fromkeys(a.verb for a in fitting))} here{cost}."


def situation(controller: Controller, cursor: Hex, selected: str | None, targets: int) -> list[str]:
    """How things stand: game, turn, phase, score, what is asked of whom, what is selected, the hex."""
    view, match = controller.view, controller.match
    phases = [o.title for o in view.outline() if o.status == "now"]
    score = view.score()
    found = [
        f"{view.data.scenario.get('title', '')}, {view.turn_name}, {', '.join(phases) or 'no phase'}.",
        f"{score.decides or f'{controller.side_title(score.side)} has {score.in_points}'}.",
    ]
    prompt = view.prompt
    if match.over:
        found.append("The game is over.")
    else:
        who = f"{controller.side_title(prompt.side)}: " if prompt.side else ""
        found.append(f"{who}{prompt.text} ({prompt.rule})")
    if not match.over and not controller.bot_turn:
        decision = controller.decision
        able = [s for s in decision.subjects if decision.of(s)]
        if able:
            names = ", ".join(decision.name(s) for s in able[:8])
            more = f" and {len(able) - 8} more" if len(able) > 8 else ""
            found.append(f"To be decided about: {names}{more}.")
        if decision.plain:
            found.append(f"Plain answers: {', '.join(decision.words(a) for a in decision.plain)}.")
        if selected:
            found.append(f"Selected: {decision.name(selected)}, {plural(targets, 'hex', 'es')} to act on.")
    counts = []
    for side in controller.sides:
        number = sum(1 for s in view.stacks.values() for u in s if view.roster.side[u] == side)
        counts.append(f"{controller.side_title(side)} {number}")
    found.append(f"Units on the map: {', '.join(counts)}.")
    return found + hex_sentences(controller, cursor)


def told_lines(sentences: list[str], width: int) -> list[Line]:
    """Sentences as lines, each beginning a new one."""
    return [row for text in sentences for row in wrapped(text, width)]


# ---------------------------------------------------------------------- the transcript
class Transcript(Lines):
    """What has been told, oldest first; the newest line is in view."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.sentences: list[str] = []

    def tell(self, *sentences: str) -> None:
        """Add sentences at the end."""
        said = [s for s in sentences if s]
        if said:
            self.sentences = (self.sentences + said)[-KEPT:]
            self.lay()

    def lay(self) -> None:
        """Lines for the present width."""
        rows = told_lines(self.sentences, max(20, self.size.width - 1))
        self.show(rows, top=max(0, len(rows) - self.page))

    def on_resize(self) -> None:
        """Another width: other line ends."""
        self.lay()


class Telling:
    """Tells what changes on one play screen, where the player has asked for that."""

    def __init__(self, desk: Desk, hand: Hand) -> None:
        self.desk = desk
        self.hand = hand
        self.transcript = Transcript(id="transcript")
        self._asked = ""
        self._turn = ""
        self._events = -1
        self._plan = ""

    @property
    def on(self) -> bool:
        """Whether changes are told as text."""
        return self.desk.stavka.reader

    def tell(self, *sentences: str) -> None:
        """Add to the transcript."""
        if self.on:
            self.transcript.tell(*sentences)

    def hex(self) -> None:
        """The hex under the cursor."""
        if self.on:
            controller, here = self.desk.controller, self.desk.cursor
            self.tell(choice_sentence(controller, self.hand, here), *hex_sentences(controller, here))

    def changed(self) -> None:
        """What is new since the last time: events, the turn, what is asked."""
        if not self.on:
            return
        controller = self.desk.controller
        events = [e for e in controller.view.log() if e.kind != LONG]
        new = events[self._events :] if 0 <= self._events <= len(events) else []
        self._events = len(events)
        if len(new) > TOLD_AT_ONCE:
            self.tell(f"{len(new)} things happened; the last of them:")
        # The answer to the key that did it has told some of it already.
        answer = self.transcript.sentences[-1:] or [""]
        told = [f"{e.text} {dice_of(e)}".strip() for e in new[-TOLD_AT_ONCE:]]
        self.tell(*(t for t in told if t not in answer[0]))
        turn = controller.view.turn_name
        prompt = controller.view.prompt
        who = f"{controller.side_title(prompt.side)}: " if prompt.side else ""
        asked = f"{who}{prompt.text} ({prompt.rule})"
        if not self._asked:
            self.tell(self._keys())
        if turn != self._turn:
            self.tell(f"{turn}.")
        if asked != self._asked:
            self.tell(asked)
        self._turn, self._asked = turn, asked

    def _keys(self) -> str:
        """The keys that everything else can be learned with, for whoever cannot glance at the lowest row."""
        key = self.desk.stavka.keymap.key
        return (
            f"{key('next')} goes to what can act, {key('act')} takes or does it, {key('end')} gives the plain answer, "
            f"{key('answers')} lists all; {key('situation')} tells how things stand, {key('help')} every key."
        )

    def plan(self) -> None:
        """The attack as it is planned now: target, odds, chances."""
        plan = self.desk.tally.plan
        if not self.on or plan is None:
            self._plan = ""
            return
        tally = plan.tally(plan.chosen)
        names = self.desk.controller.view.names(plan.chosen) if plan.chosen else "nobody"
        words = tally if isinstance(tally, str) else f"{odds(tally)}. {chances(tally)}"
        text = f"Attack on {self.desk.label(plan.target)} by {names}: {words}"
        if text != self._plan:
            self.tell(text)
        self._plan = text

    def situation(self) -> list[str]:
        """How things stand."""
        desk, hand = self.desk, self.hand
        return situation(desk.controller, desk.cursor, hand.selected, len(hand.targets))
