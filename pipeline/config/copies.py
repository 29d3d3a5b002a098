"""Tables copied by hand, as CSV: text to rows. The first row is the heads; rows are of one length; empty lines are passed over."""

import csv
import io

from pipeline.config.strict_yaml import Value


def parse_copy(content: bytes) -> list[Value]:
    """The rows of a CSV in UTF-8, white space collapsed. Raises ValueError that says what is wrong with it."""
    try:
        text = content.decode("utf-8-sig")
        rows = [[" ".join(cell.split()) for cell in row] for row in csv.reader(io.StringIO(text, newline=""), strict=True)]
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8; save it as CSV in UTF-8") from None
    except csv.Error as error:
        raise ValueError(f"it is no CSV: {error}") from None
    filled = [(line, row) for line, row in enumerate(rows, 1) if any(row)]
    if len(filled) < 2:
        raise ValueError("it has no rows under its heads")
    width = len(filled[0][1])
    for line, row in filled:
        if len(row) != width:
            raise ValueError(f"row {line} has {len(row)} cells and its heads {width}")
    return [list[Value](row) for _, row in filled]
