"""A position that is laid out by hand: counters, turn, phase, weather, control, tracks. It knows no screen.

Everything goes through ``Match.edit``, as in the line protocol: what that refuses cannot be laid out here either.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.play.asked import HEXES, NUMBERS, SOME, SWITCH, Dial, Editable
from engine.play.match import Match
from engine.play.numbered import numbered
from engine.play.view import View

MOST_UNDONE = 200
"""Changes that can be taken back."""


class Laying:
    """A match of its own under the hands. ``eyes`` is the side that looks on; empty: everybody sees his own counters.

    Methods that change the position raise ``BadInput``; nothing has changed then.
    """

    def __init__(self, match: Match, eyes: str = "", overrides: Path | None = None) -> None:
        self.match, self.eyes, self._overrides = match, eyes, overrides
        self.hand = ""
        """Id of the counter in hand."""
        self._before: list[dict[str, Any]] = []
        self.phase = self._phase_now()
        """Side, word and title of the phase in which the position will wait."""
        self._last = ""
        """The side whose counter was touched last: in doubt it is meant again."""

    # ------------------------------------------------------------------ what is there
    @property
    def sides(self) -> list[str]:
        """The sides of the game."""
        found: list[str] = self.match.data.meta["sides"]
        return found

    def side_title(self, side: str) -> str:
        """A side as the rules call it."""
        return str(self.match.data.meta.get("side", {}).get(side, {}).get("title", side.capitalize()))

    def view_at(self, h: Hex = -1) -> View:
        """The position as it may be seen; at a hex, as whoever stands there sees it."""
        stack = self.match.view("").stacks.get(h, ())
        if stack:
            self._last = self.match.data.roster.side[stack[0]]
        return self.match.view(self.eyes or self._last or self.sides[0])

    @property
    def view(self) -> View:
        """The position as it is drawn."""
        return self.view_at()

    def stack(self, h: Hex) -> list[str]:
        """Ids of the counters in a hex that may be looked at, in their order."""
        view = self.view_at(h)
        return [view.roster.ids[u] for u in view.stacks.get(h, ()) if not view.hidden(u)]

    def counters(self) -> list[Unit]:
        """Counters that may be looked at: beside the map first, the side touched last first, who takes part first."""
        view, r, at = self.view, self.match.data.roster, self.match.state.hex_of
        known = [u for u in range(len(r)) if not self.eyes or not view.hidden(u)]
        return sorted(known, key=lambda u: (at[u] >= 0, r.side[u] != self._last, not view.whereabouts(u), u))

    def editable(self) -> Editable:
        """What can be set beside counters, with what it stands at."""
        return numbered(self.match.rules.editable(self.match.c), self.match.data.numbers)

    def label(self, h: Hex) -> str:
        """Label of a hex."""
        return self.match.data.board.labels[h]

    def _phase_now(self) -> tuple[str, str, str]:
        """The phase that the match waits in, else the first one of the side that decides."""
        side, stack = self.match.side, [self.match.rules.steps[f.step] for f in reversed(self.match.state.stack)]
        now = next((step.phase for step in stack if step.phase), "")
        rows = [o.id for o in self.match.view("").outline() if o.status == "now"]
        phases = self.editable().phases
        fitting = [p for p in phases if p[1] in (now, *rows) and p[0] == side]
        moving = [p for p in phases if "movement" in p[1].split("-") and p[0] == (side or self.sides[0])]
        return next(iter([*fitting, *moving, *phases]), (side or self.sides[0], "movement", "Movement"))

    # ------------------------------------------------------------------ changing it
    def change(self, **changes: Any) -> None:
        """One change, which can be taken back."""
        before = self.match.record()
        self.match.edit(changes)
        self._before = [*self._before[1 - MOST_UNDONE :], before]

    @property
    def changed(self) -> bool:
        """Whether anything has been laid out that could be taken back."""
        return bool(self._before)

    def undo(self) -> None:
        """Take back the last change. Raises ``BadInput``."""
        if not self._before:
            raise BadInput("nothing has been laid out that could be taken back")
        self.match = Match.from_record(self._before.pop(), self._overrides)
        if self.hand not in self.match.data.roster.by_id:
            self.hand = ""

    def put(self, unit: str, h: Hex, steps: int | None = None) -> None:
        """Put a counter into a hex, with the steps that it has; one without any gets all of them."""
        u = self._open(unit)
        left = steps if steps is not None else self.match.state.steps_left[u] or self.match.data.roster.steps[u]
        self.change(place=[{"unit": unit, "hex": self.label(h), "steps": left}])
        self._last = self.match.data.roster.side[u]

    def put_new(self, side: str, kind: str, faces: str, name: str, h: Hex) -> str:
        """A counter by its printed values joins the position, such as ``9-7-12 4-4-12``; its id."""
        known = self.match.data.roster.by_id
        slug = next(s for n in range(1, len(known) + 2) if (s := f"x{n}") not in known)
        counter = {"id": slug, "side": side, "type": kind, "faces": faces, "hex": self.label(h)}
        self.change(place=[counter | ({"name": name, "short": name[:6]} if name else {})])
        self._last = side
        return slug

    def flip(self, unit: str) -> int:
        """A step less, after the last one all of them again; how many it has now."""
        u = self._open(unit)
        most, left = self.match.data.roster.steps[u], self.match.state.steps_left[u]
        if most == 1:
            raise BadInput(f"{self.view.name(u)} has one side only: there is nothing to flip")
        self.put(unit, self.match.state.hex_of[u], left - 1 or most)
        return self.match.state.steps_left[u]

    def identities(self, unit: str) -> tuple[tuple[str, str], ...]:
        """Id and words of all whom a counter could be that does not show who it is; empty for all others."""
        u = self._open(unit)
        return self.editable().identities.get(self.match.data.roster.formation[u], ())

    def identify(self, unit: str, identity: str) -> None:
        """Say who a counter on the map is."""
        h = self.match.state.hex_of[self._open(unit)]
        self.change(place=[{"unit": unit, "hex": self.label(h), "identity": identity}])

    def take_away(self, units: Iterable[str]) -> None:
        """Counters off the map."""
        self.change(remove=[self.match.data.roster.ids[self._open(unit)] for unit in units])

    def _open(self, unit: str) -> Unit:
        """A counter that may be looked at. Raises ``BadInput``."""
        u = self.match.c.unit(unit)
        if self.eyes and self.match.view(self.eyes).hidden(u):
            raise BadInput("a counter that you may not look at stays where it is")
        return u

    def control(self, h: Hex) -> str:
        """The next side controls a hex; which one."""
        now = self.match.view("").control(h)
        side = self.sides[(self.sides.index(now) + 1) % len(self.sides)] if now in self.sides else self.sides[0]
        self.change(control={self.label(h): side})
        return side

    def weather(self, zone: str, word: str) -> None:
        """Other weather in a zone; without a name it is that of the whole map."""
        self.change(weather={zone: word} if zone else word)

    def choose_phase(self, side: str, word: str) -> None:
        """The phase in which it will wait; it must be possible in this position."""
        trial = Match.from_record(self.match.record(), self._overrides)
        trial.edit({"phase": f"{word} {side}"})
        self.phase = next(p for p in self.editable().phases if p[:2] == (side, word))

    def finish(self) -> Match:
        """The position waits in its phase and can be played on; what was told before has led to another one."""
        side, word, _ = self.phase
        self.match.edit({"phase": f"{word} {side}"})
        self.match.log.clear()
        return self.match

    # ------------------------------------------------------------------ tracks and markers
    def turn_dial(self, dial: Dial, h: Hex, name: str = "") -> None:
        """The next value of a track: at a hex for markers, of one name where there are several. Numbers are ``set``."""
        value: Any
        label = self.label(h)
        if dial.kind == SWITCH:
            value = not dial.now
        elif dial.kind == HEXES:
            value = sorted({*dial.now} ^ {label})
        elif dial.kind == NUMBERS:
            now = dial.now.get(label, dial.least)
            value = {label: now + 1 if now < dial.most else dial.least}
        elif dial.kind == SOME:
            value = [n for n, _ in dial.names if (n in dial.now) != (n == name)]
        else:
            at = dial.words.index(dial.now[name]) + 1
            value = {name: dial.words[at % len(dial.words)]}
        self.change(tracks={dial.id: value})

    def set_dial(self, dial: Dial, text: str) -> None:
        """The number of a track, as it was typed."""
        if not text.removeprefix("-").isdecimal():
            raise BadInput(f"'{dial.title}' is a number from {dial.least} to {dial.most}, not {text!r}")
        self.change(tracks={dial.id: int(text)})

    # ------------------------------------------------------------------ by a line of text
    def type_line(self, text: str) -> int:
        """``7pz S0816, 20pz S0815 1``: counters with their hexes, and their steps if not all; how many were put."""
        wanted = [part.split() for part in text.split(",") if part.strip()]
        if not wanted:
            raise BadInput("type a counter and a hex, such as: 7pz S0816")
        entries = [self._entry(words) for words in wanted]
        self.change(place=entries)
        return len(entries)

    def _entry(self, words: list[str]) -> dict[str, Any]:
        steps = [int(words.pop())] if len(words) > 2 and words[-1].isdecimal() and len(words[-1]) == 1 else []
        if len(words) < 2:
            raise BadInput(f"'{' '.join(words)}' needs a counter and a hex, such as: 7pz S0816")
        label, name = words[-1].upper(), " ".join(words[:-1])
        entry = {"unit": self._unit(name), "hex": self.label(self.match.c.hex(label))}
        return entry | ({"steps": steps[0]} if steps else {})

    def _unit(self, name: str) -> str:
        """A counter by its id or its short name. Raises ``BadInput``."""
        r = self.match.data.roster
        if name.lower() in r.by_id:
            self._open(name.lower())
            return name.lower()
        fitting = [r.ids[u] for u in range(len(r)) if name.casefold() in (r.short[u].casefold(), r.name[u].casefold())]
        if len(fitting) == 1:
            self._open(fitting[0])
            return fitting[0]
        if fitting:
            raise BadInput(f"'{name}' are several counters: {', '.join(fitting[:6])}")
        return r.ids[r.find(name)]
