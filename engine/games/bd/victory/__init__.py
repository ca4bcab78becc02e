"""How the scenarios are won (chapter 4 and 12.3, 13.4, 14.4, 14.10, 15.4): the way that its data names."""
