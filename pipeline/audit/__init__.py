"""Auditing by hand: a page that shows each clause beside the picture of its place, and the verdicts that people give on it."""
