"""What a run costs, as ratios: of its stages to PDFium's bare page text, to pdfplumber's, of pages of grids to pages of prose.

All is CPU time of one process, measured side by side, since seconds are a matter of the machine and of who else works on it.
``readings`` reads the same pages in the ways that are compared with, ``kinds`` chooses the pages of grids and of prose and reads
each kind alone, ``account`` makes the ratios. Nothing is decided or mended here.
"""
