"""Rows -> lines in reading order, with columns and areas."""

from pipeline.config.settings import ExtractSettings
from pipeline.model import Page, Rule
from pipeline.stages.extract.areas import edges_of, find_ruled
from pipeline.stages.extract.lines import line_id, make_line
from pipeline.stages.extract.reader import RawPage
from pipeline.stages.extract.rows import find_pieces, find_rows


def make_page(raw: RawPage, number: int, label: str, settings: ExtractSettings) -> Page:
    """The page with its lines in reading order."""
    pieces = list(find_pieces(raw, settings))
    upright = [piece for piece in pieces if not raw.styles[piece.style].rotation]
    turned = [(piece,) for piece in pieces if raw.styles[piece.style].rotation]
    rows = [*find_rows(upright, settings), *turned]
    areas = find_ruled(raw.drawn, settings)
    lines = []
    for number_of_row, row in enumerate(rows):
        for k, piece in enumerate(row):
            ident = line_id(number, number_of_row, k, len(row))
            lines.append(make_line(raw, piece, ident, number, number_of_row))
    level, upright_rules = edges_of(raw.drawn, settings)
    rules = tuple(Rule(number, box) for box in level + upright_rules)
    return Page(number, label, raw.width, raw.height, tuple(lines), rules, raw.images, areas, (), raw.letters)
