"""The printed sequence of play, one module a phase."""
