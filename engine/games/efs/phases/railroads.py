"""Engineering on railroads: 19.2 Axis conversion, 19.3 Soviet conversion, 19.4 cuts."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.components.wording import counted
from engine.games.efs import conversion, rails
from engine.games.efs.conversion import AXIS, SOVIET
from engine.games.efs.kinds import is_engineer, is_hq
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters, on_map
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Verb


@derived()
def convertible(c: Ctx) -> list[str]:
    """Hexes that the side to act may convert with its points."""
    return [c.label(h) for h in conversion.convertible(c)] if c.state.side == AXIS else []


@derived()
def converters(c: Ctx) -> list[str]:
    """Ids of the Soviet engineers and HQs that may convert the hex where they stand."""
    if c.state.side != SOVIET:
        return []
    able = (u for u in on_map(c, SOVIET) if is_engineer(c, u) or is_hq(c, u))
    return [c.roster.ids[u] for u in able if conversion.may_regain(c, u) is None]


@derived()
def cuttable(c: Ctx) -> list[str]:
    """Hexes where the side to act may cut a railroad."""
    if c.state.side != SOVIET:
        return []
    return [c.label(h) for h in sorted(fighters(c, SOVIET)) if conversion.may_cut(c, h) is None]


def anything(c: Ctx) -> bool:
    """Whether the side to act can convert or cut anything."""
    return bool(convertible(c) or converters(c) or cuttable(c))


def _of(known: list[str], subject: str | None) -> list[tuple[str, ...]]:
    return [(word,) for word in known if subject in (None, word)]


@rule("efs:19.21", "efs:19.12")
def convert_check(c: Ctx, hex_: str) -> Refusal | None:
    """``convert B0135``: the railhead advances into a hex, or a cut is repaired."""
    if c.state.side != AXIS:
        h, where = c.hex(hex_), c.board.describe(c.hex(hex_))
        if not rails.is_rail(c, h):
            return Refusal("efs:19.3", f"There is no railroad in {where}.", (h,))
        if rails.owner(c, h) == SOVIET:
            return Refusal("efs:19.3", f"The railroad in {where} is of your gauge already.", (h,))
        return Refusal("efs:19.3", "Soviet engineers and HQs convert the hex where they stand.", (h,))
    return conversion.may_convert(c, c.hex(hex_))


def regain_check(c: Ctx, unit: str) -> Refusal | None:
    """``regain eng-10``: a Soviet engineer or HQ converts its hex back."""
    u = c.unit(unit)
    if c.roster.side[u] != c.state.side:
        return Refusal("efs:19.3", f"{c.roster.short[u]} is not yours.", units=(u,))
    return conversion.may_regain(c, u)


@rule("efs:19.4")
def cut_check(c: Ctx, hex_: str) -> Refusal | None:
    """``cut B0135``: a Rail Cut marker in a hex that the Axis has converted."""
    h: Hex = c.hex(hex_)
    if c.state.side != SOVIET:
        return Refusal("efs:19.4", "Axis units cut no railroads.", (h,))
    return conversion.may_cut(c, h)


@rule("efs:19.22", "efs:19.24")
def price_told(c: Ctx, hex_: str) -> str:
    """What converting a hex costs, and what there is."""
    return f"{conversion.cost(c, c.hex(hex_))} of {counted(c.state.conversion[AXIS], 'point', 'points')}"


RAIL_VERBS = (
    Verb("convert", lambda c, s: _of(convertible(c), s), convert_check,
         lambda c, hex_: conversion.convert(c, c.hex(hex_)), "convert HEX: the railhead advances into a hex",
         "efs:19.21", convertible, told=price_told),
    Verb("regain", lambda c, s: _of(converters(c), s), regain_check,
         lambda c, unit: conversion.regain(c, c.unit(unit)), "regain UNIT: it converts its railroad hex",
         "efs:19.3", converters),
    Verb("cut", lambda c, s: _of(cuttable(c), s), cut_check, lambda c, hex_: conversion.cut(c, c.hex(hex_)),
         "cut HEX: a Rail Cut marker", "efs:19.4", cuttable),
)  # fmt: skip
"""For the Engineering Phase."""
