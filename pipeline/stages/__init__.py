"""The stages, one pure function each: model in, model out. They do not import one another."""
