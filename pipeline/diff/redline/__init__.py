"""A difference as one HTML file: a list of changes, the words of each, and the pages of both versions beside each other."""
