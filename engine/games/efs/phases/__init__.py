"""The printed sequence of play, a module a phase (chapters 4 to 9, 18 to 24)."""
