"""The printed sequence of play, one module a phase (chapters 5 to 8, 11 to 15)."""
