"""Many documents: what is to be read, what is to be done with it, worker processes with limits, and the whole."""
