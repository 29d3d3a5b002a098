"""How good a search is, on questions whose answers are known: four layers, each reported apart."""
