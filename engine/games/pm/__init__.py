"""Proud Monster: the campaign of 1941 at twenty miles a hex."""
