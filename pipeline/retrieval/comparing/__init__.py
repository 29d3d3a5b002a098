"""The same document cut in equal pieces and by clause, side by side: does a fact's piece still say where it came from?"""
