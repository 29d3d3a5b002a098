"""An independent reader: whether another library finds the words of a document's chunks on the pages that they claim.

Goes by the files that a run wrote and by the PDF alone. Shares no code with the extraction, imports none of it, and is read by
libraries that have none in common with PDFium.
"""
