"""Files on the disk: what stands in them, how they come from a result, how a folder is locked, written and swapped in."""
