"""The games: one package each. Only ``engine.play.ruleset`` imports them, and they never import each other."""
