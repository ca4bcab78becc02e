"""An attack being planned: who takes part, every line of the calculation with its rule, the chance of each result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.components.charts import Tally, TallyLine
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.play.asked import Prospect
from engine.play.engagement import Engagement
from engine.play.view import View
from tui.widgets.lines import Line, Lines, clipped, line, ruled, section, wrapped

SUPPORT_KEY = "a"
"""Lets aircraft and the like stay with their own units in a plan, or go along."""


class Plan:
    """One attack on one hex, as far as a person has planned it. Nothing in it changes the game."""

    def __init__(
        self,
        view: View,
        side: str,
        target: Hex,
        kind: str,
        able: Callable[[str, Hex], bool] = lambda unit, h: False,
        prospect: Prospect | None = None,
        together: bool = False,
        meant: Mapping[Unit, Hex] | None = None,
        launch: Hex = -1,
    ) -> None:
        self.view, self.side, self.kind, self._able = view, side, kind, able
        self.prospect = prospect
        """The attack of the attack list that is planned: who takes part in it, and who would have to move first."""
        self.together = together
        """All attackers stand in one hex."""
        self.launch = launch
        """Where the units in hand stand: of several hexes that could attack, they are meant."""
        self.meant = dict(meant or {})
        """Who was placed for another attack by a plan before this one."""
        self.targets = self._targets(target)
        self.target = target if target in self.targets else (self.targets or [target])[0]
        self.marked = 0
        self.chosen: list[Unit] = []
        self.picked: set[Unit] = set()
        """Who is picked to act together already."""
        self.wishes: dict[Unit, bool] = {}
        """Support that was told here to stay behind, or to go along."""
        self._near()

    def _targets(self, wanted: Hex) -> list[Hex]:
        """Enemy stacks beside a unit of the side, and the one asked for, from west to east."""
        side, grid = self.view.roster.side, self.view.board.grid
        mine = {h for h, stack in self.view.stacks.items() if side[stack[0]] == self.side}
        found = [
            h for h, stack in self.view.stacks.items()
            if side[stack[0]] != self.side and (h == wanted or any(n in mine for n in grid.adjacent[h]))
        ]  # fmt: skip
        roster = self.view.roster
        now = [
            h for h in found
            if any(self._able(roster.ids[u], h) for n in grid.adjacent[h] for u in self.view.stacks.get(n, ())
                   if side[u] == self.side)
        ]  # fmt: skip
        found = [h for h in found if h in now or h == wanted] if now else found
        return sorted(found, key=lambda h: (grid.column(h), grid.row(h)))

    def _near(self) -> None:
        """Candidates beside the target, the strongest first; the declared take part, else who may now, else all.

        Who is declared against another hex takes part only when asked to: no attack is emptied unseen.
        """
        roster, around = self.view.roster, self.view.board.grid.adjacent[self.target]
        units = [u for h in around for u in self.view.stacks.get(h, ()) if roster.side[u] == self.side]
        coming = self.coming
        units += coming
        self.able = {u for u in units if self._able(roster.ids[u], self.target)}
        # Who never attacks, such as what only goes with others, is no candidate.
        units = [u for u in units if u in self.able or self.view.values(u)[0] != "0"]
        self.candidates = sorted(units, key=lambda u: (u not in self.able, -self.view.strength(u)[0], u))
        if self.together:
            self._one_hex()
        plans = self.view.declared()
        declared = plans.get(self.target, ())
        self.elsewhere = {u: h for u, h in self.meant.items() if h != self.target}
        self.elsewhere |= {u: h for h, found in plans.items() if h != self.target for u in found}
        free = [u for u in self.candidates if u not in self.elsewhere]
        willing = declared or [u for u in free if u in self.able or not self.able]
        if self.prospect is not None and self.prospect.target == self.target:
            willing = [u for u, _ in self.prospect.stands]
        self.chosen = [u for u in self.candidates if u in willing and self.view.values(u)[0] != "0"]
        if not self.able and not declared and self.prospect is None:
            # A sketch leaves out who could not attack there in any step.
            self.chosen = [u for u in self.chosen if isinstance(self.tally([u]), Tally)]
        self.marked = 0

    def _one_hex(self) -> None:
        """Leave the candidates of one hex: that of the planned attackers, else of the most that can attack."""
        stands = dict(self.prospect.stands) if self.prospect is not None else {}
        where = [stands.get(u, self.view.state.hex_of[u]) for u in self.candidates]
        planned = [stands[u] for u in self.candidates if u in stands]
        able = [h for u, h in zip(self.candidates, where, strict=True) if u in self.able]
        best = max(planned or able or where, key=(planned or able or where).count, default=-1)
        if not planned and self.launch in able:
            best = self.launch
        self.candidates = [u for u, h in zip(self.candidates, where, strict=True) if h == best]

    @property
    def coming(self) -> dict[Unit, Hex]:
        """Units that would move beside the target first, and to which hex."""
        prospect = self.prospect
        if prospect is None or prospect.target != self.target:
            return {}
        return {u: h for u, h in prospect.stands if u in prospect.movers}

    @property
    def fight(self) -> Engagement:
        """The declared attack on the target, with its other hexes and supporters; a new one where none is declared."""
        known = (fight for fight in self.view.engagements() if self.target in fight.targets)
        return next(known, Engagement((self.target,)))

    def other(self, step: int) -> None:
        """Compare another target."""
        if self.targets:
            self.target = self.targets[(self.targets.index(self.target) + step) % len(self.targets)]
            self._near()

    def toggle(self, index: int) -> None:
        """Add or remove a candidate."""
        if 0 <= index < len(self.candidates):
            self.marked = index
            u = self.candidates[index]
            self.chosen = [v for v in self.candidates if (v in self.chosen) != (v == u)]

    def put(self, index: int, on: bool) -> None:
        """Let a candidate take part, or not; nothing where it is so already."""
        if 0 <= index < len(self.candidates) and (self.candidates[index] in self.chosen) != on:
            self.toggle(index)

    def all_or_none(self) -> None:
        """Nobody takes part, to be picked anew; where nobody does, all who can."""
        self.chosen = [] if self.chosen else [u for u in self.candidates if u in self.able or not self.able]

    @property
    def riders(self) -> dict[Unit, bool]:
        """Support that can go with the attackers or stay with its own unit, and whether it is to stay."""
        if self.coming:
            return {}
        found = self.view.riders(self.kind, replace(self.fight, attackers=tuple(self.chosen)))
        return {u: self.wishes.get(u, stays) for u, stays in found.items()}

    def tell_support(self) -> None:
        """Let the support of other units stay behind, or go along again."""
        riders = self.riders
        self.wishes |= dict.fromkeys(riders, not all(riders.values()))

    @property
    def rolls(self) -> bool:
        """Whether to carry it out is to throw its die: one action of a group that is ready where it stands."""
        if not self.together or not self.able or self.kind != self.view.tally_now:
            return False
        ready = len(self.chosen) == 1 or self.picked == {*self.chosen}
        return ready and not any(u in self.coming for u in self.chosen)

    def tally(self, units: list[Unit]) -> Tally | str:
        """The calculation with these attackers, or a sentence why there is none."""
        try:
            coming, labels, ids = self.coming, self.view.board.labels, self.view.roster.ids
            told = {"stands": " ".join(f"{ids[u]}@{labels[coming[u]]}" for u in units if u in coming)}
            told["stay"] = " ".join(ids[u] for u, stays in self.wishes.items() if stays)
            told |= self.view.supposed() if self.side == self.view.side else {}
            told["follow"] = " ".join(ids[u] for u, stays in self.wishes.items() if not stays)
            fight = replace(self.fight, attackers=tuple(units))
            return self.view.engaged(self.kind, fight, {key: words for key, words in told.items() if words})
        except BadInput as error:
            return str(error)

    @property
    def hopeless(self) -> str:
        """Why nothing can come of the attack as it is planned; empty when a die would be rolled or it wins at once."""
        tally = self.tally(self.chosen)
        if isinstance(tally, str):
            return tally
        if not tally.called_off:
            return ""
        last = tally.lines[-1] if tally.lines else None
        reason = f": {last.text} {section(last.rule)}" if last and self.chosen else ""
        return f"{tally.automatic or 'no result'}{reason}"

    @property
    def taken(self) -> str:
        """Whom this plan takes from which other one, as a sentence; empty for nobody."""
        names = self.view.names
        labels = self.view.board.labels
        targets = dict.fromkeys(self.elsewhere[u] for u in self.chosen if u in self.elsewhere)
        lost = [(h, [u for u in self.chosen if self.elsewhere.get(u) == h]) for h in targets]
        return " ".join(f"The attack on {labels[h]} loses {names(units)}." for h, units in lost)

    # ------------------------------------------------------------------ as text
    def lines(self, width: int, plain: bool) -> list[Line]:
        """The whole plan: the chances first, who takes part, then the calculation."""
        board = self.view.board
        place, terrain = board.place_at.get(self.target), board.terrain_name(self.target)
        what = [terrain, *([place.size] if place else []), *self.view.markers.get(self.target, ())]
        head = line(
            (f"{board.describe(self.target)} ({terrain})" if len(what) == 1 else board.describe(self.target), "strong")
        )
        number = f"target {self.targets.index(self.target) + 1} of {len(self.targets)}" if len(self.targets) > 1 else ""
        rows = [ruled(head, number, width), *(wrapped(", ".join(what), width, "text", "  ") if len(what) > 1 else [])]
        if not self.candidates:
            return [*rows, *wrapped("No unit of yours that could attack stands beside it.", width, "warn")]
        tally = self.tally(self.chosen)
        told: dict[Unit, TallyLine] = {}
        if isinstance(tally, Tally):
            told = {u: found for u in tally.attackers if (found := self._line_of(u, tally)) is not None}
            rows += [line((odds(tally), "now")), *wrapped(chances(tally), width, "now", "  ")]
        for index, u in enumerate(self.candidates):
            rows.append(self._candidate(index, u, plain, told.get(u), width))
        rows += self._riding()
        if isinstance(tally, str):
            return [*rows, *wrapped(tally, width, "warn")]
        return [*rows, *self._joint(tally, width), *self._sum(tally, width, list(told.values())), *self._growing(width)]

    def _riding(self) -> list[Line]:
        """The key for support that can go along or stay behind, with what it does now."""
        told = [f"{self.view.short(u)} {'stays' if stays else 'goes along'}" for u, stays in self.riders.items()]
        return [line((f"{SUPPORT_KEY} ", "key"), (", ".join(told), "text"))] if told else []

    def _joint(self, tally: Tally, width: int) -> list[Line]:
        """Further target hexes and supporting units, where there are any."""
        label, rows = self.view.board.describe, []
        for words, names in (
            ("with", [label(h) for h in tally.targets if h != self.target]),
            ("support", [self.view.short(u) for u in tally.attack_support]),
            ("their support", [self.view.short(u) for u in tally.defense_support]),
        ):
            if names:
                rows += wrapped(f"{words}: {', '.join(names)}", width, "text", "  ")
        return rows

    def _line_of(self, u: Unit, tally: Tally) -> TallyLine | None:
        """The line of the calculation that is about an attacker: it begins with the unit's name."""
        start = f"{self.view.short(u)} "
        return next((entry for entry in tally.lines if entry.text.startswith(start)), None)

    def _candidate(self, index: int, u: Unit, plain: bool, told: TallyLine | None, width: int) -> Line:
        on = u in self.chosen
        box = ("[x]" if on else "[ ]") if plain else ("■" if on else "□")
        role = "mark" if index == self.marked else "text" if on else "dim"
        arrow = ">" if plain else "→"
        going = self.coming.get(u)
        where = self.view.board.labels[self.view.state.hex_of[u] if going is None else going]
        printed = self.view.values(u).partition("-")[0]
        counts = told.value if told is not None and told.value != printed else ""
        strength = f"{printed}{arrow}{counts}" if counts else printed
        note = "moves there" if going is not None else "" if u in self.able else "not now" if self.able else ""
        if u in self.elsewhere and (going is not None or not note):
            note = f"{'leaves' if on else 'is for'} {self.view.board.labels[self.elsewhere[u]]}"
        if counts and told is not None:
            # The arrow tells the halving; what is left to say is by what.
            note = told.text.partition(", ")[2].rpartition(" over a ")[2] or note
        values = f"{box} {self.view.short(u):<9} {strength:<5}"
        tail = clipped(f" {arrow if going is not None else ''}{where}  {note}", width - 2 - len(values))
        return line((f"{index + 1} ", "key"), (values, role), (tail, "dim"))

    def _sum(self, tally: Tally, width: int, told: list[TallyLine]) -> list[Line]:
        rows: list[Line] = []
        for entry in tally.lines:
            if entry in told:
                continue
            parts = wrapped(f"{entry.value}  {entry.text}", width - 8, "text", "   ")
            parts[0] = ruled(parts[0], section(entry.rule), width)
            rows += parts
        if tally.results:
            faces = " · ".join(f"{n} {r}" for n, r in enumerate(tally.results, 1))
            rows += wrapped(faces, width, "strong", "  ")
            rows += wrapped(key, width, "dim", "  ") if (key := self.view.tally_key(tally.kind)) else []
        return rows

    def _growing(self, width: int) -> list[Line]:
        """What each further attacker changes: one line a step."""
        if len(self.chosen) < 2:
            return []
        rows = [line(("as attackers are added", "dim"))]
        for n in range(1, len(self.chosen) + 1):
            tally = self.tally(self.chosen[:n])
            if isinstance(tally, str):
                continue
            head = f"+{self.view.short(self.chosen[n - 1])}"
            text = f"{head:<9}{tally.heading or '-':<6} {chances(tally)}"
            rows += wrapped(text, width, "text", " " * 16)
        return rows


def odds(tally: Tally) -> str:
    """Strengths and the column that is used: what a player wants to know first."""
    die = f", {tally.drm:+d} on the die" if tally.drm else ""
    return f"{round(tally.attack, 2):g} against {round(tally.defense, 2):g}: {tally.in_words}{die}"


def chances(tally: Tally) -> str:
    """The chance of each result, the likeliest first; nothing where it is called off."""
    if tally.called_off:
        return ""
    ordered = sorted(tally.distribution.items(), key=lambda kv: -kv[1])
    return "  ".join(f"{result or '-'} {chance:.0%}" for result, chance in ordered)


class TallyPanel(Lines):
    """The plan over the right of the map; ``plan`` is ``None`` while it is closed."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("Attack", id=id, edge=True)
        self.plan: Plan | None = None
        self.plain = False

    def start(self, plan: Plan, plain: bool) -> None:
        """Open it."""
        self.plan, self.plain = plan, plain
        self.set_class(True, "open")
        self.call_after_refresh(self.draw_plan)

    def close(self) -> None:
        """Close it; the game has not changed."""
        self.plan = None
        self.set_class(False, "open")

    def draw_plan(self) -> None:
        """Draw the plan again."""
        if self.plan is not None:
            title = "Attack" if self.plan.kind == "attack" else f"Attack · {self.plan.kind}"
            self.show(self.plan.lines(max(20, self.inner - 1), self.plain), title, top=0)

    def on_resize(self) -> None:
        """Another size: other line ends."""
        self.draw_plan()

    def press(self, key: str, command: str | None) -> bool:
        """A key of the planner; whether it was used."""
        plan = self.plan
        assert plan is not None
        if command in ("less", "more"):
            plan.other(1 if command == "more" else -1)
        elif command in ("list_up", "list_down"):
            plan.marked = (plan.marked + (1 if command == "list_down" else -1)) % max(1, len(plan.candidates))
        elif key in ("+", "-", "="):
            plan.put(plan.marked, key != "-")
        elif key == "space":
            plan.toggle(plan.marked)
        elif key == "0":
            plan.all_or_none()
        elif len(key) == 1 and key in "123456789":
            plan.toggle(int(key) - 1)
        elif key == SUPPORT_KEY and plan.riders:
            plan.tell_support()
        elif command in ("page_down", "page_up"):
            self.scroll_lines(self.page // 2 * (1 if command == "page_down" else -1))
            return True
        else:
            return False
        self.draw_plan()
        return True
