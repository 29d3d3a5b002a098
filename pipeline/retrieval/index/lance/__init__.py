"""The same index in LanceDB: in a folder, or on an object store."""
