"""Builds the boards in data/ from geography, printed hexes and corrections by hand; not installed with the program."""
