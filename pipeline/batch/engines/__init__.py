"""Who does the documents of a batch: worker processes of this machine, or the nodes of a Ray cluster (extra: ray)."""
