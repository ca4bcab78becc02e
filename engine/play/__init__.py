"""A game in progress: actions and events, state and steps, what is legal, undo, history, views and the Match."""
