"""How the counters come onto the map before the first turn (chapters 3 and 12 to 15)."""
