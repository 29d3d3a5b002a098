"""Finding answers in what a run wrote: never in the pages themselves."""
