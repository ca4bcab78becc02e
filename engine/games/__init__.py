"""The games that can be played, a folder each."""

GAMES = {
    "ava": "engine.games.ava.ruleset",
    "pm": "engine.games.pm.ruleset",
    "bd": "engine.games.bd.ruleset",
    "efs1": "engine.games.efs1.ruleset",
    "efs2": "engine.games.efs2.ruleset",
}
"""Game id to the module that holds its ``RULESET``. Imported when asked for: a rules look-up needs no engine."""
