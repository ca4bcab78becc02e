"""Engineering: 18.4 strongpoints, 22.2 bridges finished, 22.4 blown and repaired, 11.38, 13.12 markers off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.components.wording import counted
from engine.games.efs import conversion, forts, replacing
from engine.games.efs.phases import bridging, ferrying, railroads, strongpoints, zaps
from engine.games.efs.phases.demolition import DEMOLITION_VERBS, blowers, menders
from engine.games.efs.phases.guns import MODE_VERB, turnable
from engine.games.efs.phases.phase import Phase
from engine.games.efs.phases.railroads import RAIL_VERBS
from engine.games.efs.phases.rebuilding import REBUILD_VERBS
from engine.games.efs.phases.strongpoints import STRONGPOINT_VERBS, builders
from engine.games.efs.phases.zaps import ZAP_VERBS
from engine.games.efs.state import EfsState
from engine.games.efs.supply.points import VERBS as SUPPLY_VERBS
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, always, no_words


@rule("efs:7.73")
def finished(c: Context[EfsState]) -> None:
    """The phase ends: Receiving Replacements markers of the side come off."""
    replacing.finish(c, c.frame.vars["side"])
    c.done()


class Engineering(Phase):
    """What a side builds, destroys and repairs at the end of its segment."""

    id = "engineering"
    phase = "engineering"
    title = "Engineering"
    verbs: ClassVar[tuple[Verb, ...]] = (
        *STRONGPOINT_VERBS,
        *DEMOLITION_VERBS,
        *RAIL_VERBS,
        MODE_VERB,
        *SUPPLY_VERBS,
        *REBUILD_VERBS,
        *ZAP_VERBS,
        Verb("done", no_words, always, lambda c: finished(c), "done: the phase ends", "efs:4.21"),
    )

    @rule("efs:11.38", "efs:13.12", "efs:18.13", "efs:18.44", "efs:22.24", "efs:22.32")
    def begin(self, c: Context[EfsState]) -> None:
        """Markers go, guns are ready again, enemy works fall, what was under construction is finished."""
        s, side = c.state, c.frame.vars["side"]
        s.fired = [0] * len(c.roster)
        s.overrun = [0 if c.roster.side[u] != side else on for u, on in enumerate(s.overrun)]
        c.touch()
        forts.fall(c, side)
        strongpoints.finish(c, side)
        bridging.finish(c, side)
        ferrying.finish(c, side)
        conversion.begin(c, side)

    @rule("efs:4.21", "efs:18.43", "efs:22.42", "efs:22.44", "efs:7.43", "efs:7.44")
    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        begun = c.state.side == "soviet" and (strongpoints.left(c, "soviet") or strongpoints.trenches(c))
        if begun or railroads.anything(c) or blowers(c) or menders(c) or builders(c) or turnable(c):
            return None
        if replacing.rebuildable(c, c.frame.vars["side"]) or zaps.anything(c):
            return None
        return Refusal("efs:18.4", "nothing can be built, destroyed, repaired, converted or rebuilt.")

    def close(self, c: Context[EfsState]) -> None:
        finished(c)

    def prompt(self, c: Context[EfsState]) -> Prompt:
        work = ", ".join(self._work(c))
        text = f"Engineering: {work}; then done.{_means(c)}" if work else "Engineering: nothing more can be done. Done?"
        return Prompt(c.frame.vars["side"], text, "efs:4.21", Action("done"))

    def _work(self, c: Context[EfsState]) -> Iterator[str]:
        """What the side can do now, a word for each sort of work that the edition has."""
        offered, soviet = {verb.name for verb in self.verbs}, c.state.side == "soviet"
        begun = soviet and (strongpoints.left(c, "soviet") > 0 or strongpoints.trenches(c))
        if begun or builders(c):
            yield "build"
        if "blow" in offered and blowers(c):
            yield "blow"
        if "repair" in offered and menders(c):
            yield "repair"
        if railroads.convertible(c) or railroads.converters(c):
            yield "convert"
        if railroads.cuttable(c):
            yield "cut railroads"
        if "mode" in offered and turnable(c):
            yield "turn guns"
        if replacing.rebuildable(c, c.frame.vars["side"]) or ("absorb" in offered and zaps.anything(c)):
            yield "rebuild"


@rule("efs:7.41", "efs:7.73", "efs:18.42", "efs:18.45", "efs:19.21")
def _means(c: Context[EfsState]) -> str:
    """What the side of the phase still has for that, in words; empty for nothing that is counted."""
    side = c.frame.vars["side"]
    n, points = strongpoints.left(c, side), c.state.conversion[side]
    told = [counted(n, "strongpoint", "strongpoints")] if 0 < n < strongpoints.NO_LIMIT // 2 else []
    if side == "soviet" and (extra := c.state.events[strongpoints.EXTRA]):
        told.append(f"{extra} near a city")
    told += [counted(points, "conversion point", "conversion points")] if points else []
    marked = len(replacing.waiting(c, side))
    told += [counted(marked, "marked unit", "marked units")] if marked else []
    return f" Left: {', '.join(told)}." if told else ""
