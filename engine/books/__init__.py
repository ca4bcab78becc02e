"""Looking things up in the rulebooks: rules, charts, odds. No game need be under way."""
