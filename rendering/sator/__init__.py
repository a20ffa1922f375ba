"""Sator in pictures and words: parchment, red initials, bridges of four materials over an abyss."""
