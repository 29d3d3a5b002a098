"""What a run wrote, in the forms that other programs read."""
