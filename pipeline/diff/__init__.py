"""What changed between two versions of a document: clause by clause, and cell by cell in tables. Records in, records out."""
