"""The settings of `clausetrace diff`: when two clauses or tables of two versions are one, and what its redline may cost."""

from typing import Annotated

from pydantic import Field

from pipeline.config.base import Count, Settings, Share


class DiffSettings(Settings):
    """Comparing two versions. They shape no document's result, so changing them makes no run stale."""

    rounds: Annotated[tuple[Annotated[float, Field(gt=0, le=2)], ...], Field(min_length=1)] = (0.95, 0.85, 0.75, 0.62)
    equal_more: Share = 0.2
    sure_letters: Count = 24
    crossing_letters: Count = 12
    part_within: Share = 0.75
    whole_covered: Share = 0.7
    part_words: Count = 3
    empty_alike: Share = 0.5
    same_parent: Share = 0.12
    same_number: Share = 0.1
    neighbour: Share = 0.08
    same_children: Share = 0.4
    same_title: Share = 0.25
    title_alike: Share = 0.8
    table_alike: Share = 0.4
    table_piece: Share = 0.7
    table_caption: Share = 0.3
    table_heads: Share = 0.3
    picture_dpi: Annotated[int, Field(ge=40, le=300)] = 120
    pictures: Annotated[int, Field(ge=0)] = 150
