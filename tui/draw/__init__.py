"""Drawing of the map: geometry, signs, styles and lines. Pure: nothing here knows the App or changes a game."""
