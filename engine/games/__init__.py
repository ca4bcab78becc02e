"""The games: one package each. Only ``engine.ruleset`` imports them, and they never import each other."""
