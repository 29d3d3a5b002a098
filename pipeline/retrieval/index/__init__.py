"""The index on disk: what is searched, prepared document by document, and swapped in as a whole."""
