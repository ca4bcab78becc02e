"""Builds the boards in data/ from geography, printed hexes and corrections by hand. Not part of the installed program."""
