"""Barbarossa: Army Group Center, first edition of 1998: what it prints differently from the second."""
