"""Hex-and-counter wargames without a screen: rules, boards, dice and the Match that plays them."""

from engine.action import Action, BadInput, IllegalAction, Refusal
from engine.event import Event
from engine.match import HistoryLine, Match

__all__ = ["Action", "BadInput", "Event", "HistoryLine", "IllegalAction", "Match", "Refusal"]
