"""The ruleset record of the second edition."""

from __future__ import annotations

from engine.games.efs.ruleset import ASK, ruleset
from engine.games.efs2.edition import EDITION
from engine.games.efs2.fuel import enquiry
from engine.games.efs2.sequence import REGISTRY

ENQUIRIES = (*ASK.combat.enquiries, ("fuel-shortage", enquiry))
"""Questions about dice, with that of Fuel Shortage, which only this edition has (6.5)."""
RULESET = ruleset(
    "efs2",
    "Barbarossa: Army Group Center",
    EDITION,
    REGISTRY,
    ask=ASK._replace(combat=ASK.combat._replace(enquiries=ENQUIRIES)),
)
"""Barbarossa: Army Group Center, 1941, second edition: two days a turn at five miles a hex."""
