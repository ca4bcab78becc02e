"""Texts of the pages: rules, charts, maps, history, saves."""
