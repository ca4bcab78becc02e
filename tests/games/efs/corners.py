"""Positions from which random play comes to decisions that it hardly ever meets from the start of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.play.match import Match

SECRET = ("missions", "reaction", "combat", "conflict", "victory-plan")
"""Steps with secrets that only come where attacks are declared, which random players do now and then, or late."""
FIGHTERS = {"axis": "skg210-ii", "soviet": "a-401iap"}
PANZERS, AT, ENEMY, BESIDE = ("18pz-pzr", "18pz-sr1", "18pz-sr2"), "A6239", "A6339", "A6240"


def corners() -> Iterator[Match]:
    """One position after another; each leads to the step that is named."""
    yield reaction()
    yield missions()
    yield air_fight()
    yield conflict()
    yield losses()
    yield retreat()
    yield rockets()
    yield feeding()
    yield replacements()
    yield recovery()
    yield poised()
    yield victory_plan()


GAME = "efs2"
"""The edition that is played."""


def new(scenario: str = "borisov") -> Match:
    """A match of the edition at its beginning."""
    return Match.new(GAME, scenario, seed=3)


def attacked(soviet: Mapping[str, str], *more: str, flown: bool = False, dug_in: bool = False) -> Match:
    """An attack of three panzer units on a Soviet hex is declared; guns stand with them, air units may be ready.

    ``dug_in``: there is a strongpoint, so that the defender may give Orders.
    """
    match = new()
    units = {**dict.fromkeys((*PANZERS, *more), AT), **soviet}
    place = [{"unit": name, "hex": label} for name, label in {**units, "asup-01": AT}.items()]
    planes = [{"unit": name, "box": "ready"} for name in FIGHTERS.values()] if flown else []
    match.edit({"clear": True, "place": [*place, *planes], "phase": "attack-declaration axis"})
    match.c.state.works.update({ENEMY: "soviet active"} if dug_in else {})
    match.c.state.bases.update(dict.fromkeys(("axis A5739", "soviet B1931"), 1) if flown else {})
    match.c.touch()
    for name in PANZERS:
        match.play(f"attack {name} {BESIDE if BESIDE in soviet.values() and name == PANZERS[-1] else ENEMY}")
    match.play("done")
    return match


def fought(soviet: Mapping[str, str], die: int, *more: str) -> Match:
    """The same, the guns support it, and the die of the battle fell."""
    match = attacked(soviet, *more)
    while match.c.frame.step != "combat":
        match.play(match.prompt.default or "done")
    if more:
        match.play("supply asup-01")
    for name in more:
        match.play(f"add {name}")
    match.dice.queue([die])
    match.play("resolve")
    return match


def reaction() -> Match:
    """The step ``reaction``: headquarters have points for reserves and Orders."""
    return attacked({"rd-100": ENEMY, "td-13": "A6440", "hq-13a": "A6440"}, dug_in=True)


def missions() -> Match:
    """The step ``missions``: both sides have a fighter that can fly to the battle."""
    return attacked({"rd-100": ENEMY}, flown=True)


def air_fight() -> Match:
    """The step ``air-fight``: a fighter that could support meets an enemy one."""
    match = missions()
    while match.c.frame.step != "missions":
        match.play(match.prompt.default or "done")
    for name in FIGHTERS.values():
        match.play(f"send {name} {ENEMY}")
        match.play("done")
    return match


def conflict() -> Match:
    """The step ``conflict``: two attacks become one whose Orders are unlike."""
    match = attacked({"rd-100": ENEMY, "mcr-24": BESIDE})
    while match.c.frame.step != "combat":
        match.play(match.prompt.default or "done")
    match.c.state.battle_order.update({"1 defender": "no retreat", "2 defender": "additional retreat"})
    match.c.touch()
    match.play(f"fight {ENEMY}")
    match.play(f"unite {BESIDE}")
    return match


def losses() -> Match:
    """The step ``losses``: two divisions share a loss."""
    return fought({"rd-100": ENEMY, "rd-50": ENEMY}, 3)


def retreat() -> Match:
    """The step ``retreat``: one division goes back."""
    return fought({"rd-50": ENEMY}, 5)


def rockets() -> Match:
    """The step ``rockets``: rocket artillery has attacked beside the panzers and may go back."""
    return fought({"rd-50": ENEMY}, 8, "neb4z")


def feeding() -> Match:
    """The step ``feeding``: a unit that has lived on its stocks stands by a supply unit, far from any route."""
    match = new()
    panzer = {"unit": "18pz-pzr", "hex": "B1728", "supply": "emergency supply"}
    far = [panzer, {"unit": "asup-01", "hex": "B1728", "asp": 1}]
    block = [{"unit": "rd-100", "hex": "B0834"}, {"unit": "rd-50", "hex": "B0235"}]
    block.append({"unit": "ssup-01", "box": "turn 5"})
    match.edit({"clear": True, "place": [*far, *block], "phase": "reinforcements soviet"})
    match.play("end")
    return match


def replacements() -> Match:
    """The step ``replacements``: a panzer regiment near its source can be marked, points are there."""
    match = new("lepel")
    place = [{"unit": "7pz-pzr", "hex": "B0426", "steps": 1}, {"unit": "rd-50", "hex": "B2031"}]
    points = {"armaments_replacement_points": {"axis": 2}}
    match.edit({"clear": True, "place": place, "tracks": points, "phase": "replacements axis"})
    return match


def recovery() -> Match:
    """The step ``recovery``: a headquarters is Non-Op."""
    match = new()
    place = [{"unit": "hq-13a", "hex": "B0235", "operational": False}]
    match.edit({"clear": True, "place": place, "phase": "recovery soviet"})
    return match


def poised() -> Match:
    """The step ``poised``: a position waits before a phase that runs by itself."""
    match = new()
    match.edit({"clear": True, "place": [{"unit": "rd-50", "hex": "B0235"}], "phase": "weather axis"})
    return match


def victory_plan() -> Match:
    """The step ``victory-plan``: the turn of the Campaign in which the Axis side writes its plan down."""
    match = new("campaign")
    place = [{"unit": "7pz-pzr", "hex": "B1822"}, {"unit": "rd-50", "hex": "B5519"}]
    match.edit({"clear": True, "place": place, "turn": 24, "phase": "reinforcements axis"})
    return match
