"""Chapter 14: air units, where they can fly, how they fight each other and what fires at them from the ground."""
