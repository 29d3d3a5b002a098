"""Settings: their types (``settings``), and how a YAML becomes them (``load``)."""
