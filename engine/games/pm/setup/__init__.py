"""How the counters come onto the map before the first turn (chapters 4 to 8)."""
