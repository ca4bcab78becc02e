"""Before the first turn: counters in their places by the lists of a scenario."""
