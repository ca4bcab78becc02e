"""Barbarossa Deluxe: the whole war in the east, corps and armies at 55 miles a hex."""
