"""The printed sequence of play, a module a phase (chapters 5 and 8)."""
