"""The games' data: maps, counters, charts, scenarios and rules texts as TOML, read with ``importlib.resources``."""
