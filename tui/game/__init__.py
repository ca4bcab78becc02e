"""One game at the screen: who decides, what was decided, the dice at hand, finding things."""
