"""Every setting, with its type and range. ``config/default.yaml`` carries the values in force, the units and the evidence.

One class a section; a stage is given its own section alone. Unknown keys and wrong types are refused.
"""

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from pipeline.config.answers import AskSettings, SentenceSettings
from pipeline.config.audit import AuditSettings
from pipeline.config.base import Count, Positive, Settings, Share
from pipeline.config.diff import DiffSettings
from pipeline.config.documents import DocumentSettings, LimitSettings, Overrule, OverruleKind, Transcription
from pipeline.config.requirements import CheckSettings, FamilySettings
from pipeline.config.retrieval import RetrievalSettings
from pipeline.config.words import ABBREVIATIONS, ADDENDA, CONTENTS_WORDS, ONWARD, PAGE_WORDS, UNFINISHED

__all__ = [
    "AskSettings",
    "BoilerplateSettings",
    "CheckSettings",
    "ChunkSettings",
    "ClauseCosts",
    "ClauseSettings",
    "Configuration",
    "DiffSettings",
    "DocumentSettings",
    "ExtractSettings",
    "FamilySettings",
    "LimitSettings",
    "Overrule",
    "OverruleKind",
    "ProvenanceSettings",
    "RetrievalSettings",
    "SentenceSettings",
    "Settings",
    "TableSettings",
    "Transcription",
]


class ExtractSettings(Settings):
    """Reading the file."""

    reader: Literal["pdfium", "pdfplumber"] = "pdfium"
    piece_gap: Positive = 0.9
    row_inset: Annotated[float, Field(ge=0, lt=0.5)] = 0.25
    mark_height: Share = 0.8
    thin_rule: Positive = 2.5
    rule_near: Positive = 2.0
    frame_share: Share = 0.6
    grid_cells: Count = 3
    column_rows: Count = 4
    column_share: Share = 0.2
    column_fill: Share = 0.6
    column_places: Count = 4
    column_height: Share = 0.2
    column_run: Annotated[int, Field(ge=0)] = 3
    gutter: Positive = 6.0
    gutter_rival: Share = 0.9
    align_near: Positive = 3.0
    side_width: Share = 0.55
    margin_share: Annotated[float, Field(ge=0, lt=0.5)] = 0.12
    margin_gap: Positive = 0.7
    margin_pieces: Count = 3
    margin_slack: Positive = 0.5
    margin_like: Count = 3
    opener_gap: Positive = 1.0
    opener_rows: Count = 2
    aligned_pieces: Count = 3
    aligned_rows: Count = 3
    aligned_gap: Positive = 2.0
    aligned_share: Share = 0.6
    level_rules: Count = 3
    level_width: Positive = 80.0
    level_gap: Positive = 4.0
    level_share: Share = 0.85
    level_height: Share = 0.15
    level_fill: Share = 0.75
    prose_columns: Count = 3
    prose_letters: Count = 600
    prose_share: Share = 0.6
    paragraph_gap: Annotated[float, Field(ge=1)] = 1.18
    paragraph_indent: Positive = 0.8
    paragraph_short: Share = 0.25
    paragraph_full: Share = 0.1
    paragraph_reach: Annotated[float, Field(ge=1)] = 2.0
    duplicate_shift: Positive = 0.25
    garbled_share: Share = 0.4
    garbled_letters: Count = 100
    common_share: Share = 0.52
    ink_bold: Annotated[float, Field(ge=1)] = 1.25
    ink_words: Count = 40
    ink_least: Count = 3
    ink_faces: Count = 8
    drawing_rules: Count = 20
    path_segments: Count = 40000
    form_depth: Count = 8


class BoilerplateSettings(Settings):
    """Telling furniture from text. Places and tolerances in points, ``apart`` and its like in heights of type."""

    threshold: Literal["auto"] | Share = "auto"
    fallback: Share = 0.6
    few_pages: Count = 6
    least_pages: Count = 3
    prose_ceiling: Share = 0.15
    clear_gap: Share = 0.05
    majority: Share = 0.5
    nearly_all: Share = 0.9
    box_share: Share = 0.8
    run_share: Share = 0.6
    intrusion: Share = 0.25
    most_furniture: Share = 0.5
    band: Annotated[float, Field(gt=0, lt=0.5)] = 0.2
    side_band: Annotated[float, Field(gt=0, lt=0.5)] = 0.12
    upright_tolerance: Annotated[float, Field(ge=0, lt=45)] = 15
    place_tolerance: Positive = 12
    size_tolerance: Positive = 0.6
    echo_reach: Positive = 2
    label_tolerance: Positive = 2
    apart: Positive = 1.5
    attached: Positive = 0.8
    caption_reach: Positive = 1.5
    head_pieces: Count = 3
    frame_height: Share = 0.5
    sequence_share: Share = 0.75
    onward_share: Share = 0.25
    page_words: tuple[str, ...] = PAGE_WORDS
    watermark_angle: Annotated[float, Field(gt=0, lt=45)] = 15
    watermark_size: Positive = 2.5
    contents_words: tuple[str, ...] = CONTENTS_WORDS
    contents_window: Count = 10
    contents_entries: Count = 4
    contents_share: Share = 0.5
    contents_unnamed: Count = 12


Cost = Annotated[float, Field(ge=0, le=100)]


class ClauseCosts(Settings):
    """What each decision about a label costs; only their differences matter. The cheapest reading of the whole document wins."""

    open: Cost = 2.0
    open_late: Cost = 3.0
    open_dotted: Cost = 0.5
    dotted_replaces: Cost = 0.1
    orphan: Cost = 2.5
    orphan_named: Cost = 2.0
    successor: Cost = 1.0
    gap: Cost = 3.0
    gap_step: Cost = 0.3
    repeat: Cost = 4.0
    taken_up: Cost = 0.4
    reopen: Cost = 2.5
    outer_reopen: Share = 0.2
    reopen_closed: Cost = 0.3
    reopen_unled: Cost = 2.0
    same_core: Cost = 0.5
    outdent: Cost = 1.5
    level: Cost = 0.2
    larger_child: Cost = 1.5
    bold_child: Cost = 0.5
    name_under_list: Cost = 2.0
    name_under_itself: Cost = 4.0
    name_under_name: Cost = 0.2
    delimiter: Cost = 2.0
    delimiter_left_out: Cost = 1.0
    case: Cost = 2.5
    bold: Cost = 0.7
    size: Cost = 0.5
    indent: Cost = 0.08
    indent_most: Cost = 2.0
    wrap: Cost = 4.0
    wrap_answered: Share = 0.3
    wrap_set_back: Share = 0.2
    reference: Cost = 3.0
    bare: Cost = 0.5
    reject_strong: Cost = 5.0
    reject_plain: Cost = 4.0
    reject_bare: Cost = 1.5
    reject_weak: Cost = 0.5
    reject_chained: Cost = 0.8
    reject_listed: Cost = 8.0
    reject_heading: Cost = 1.5
    heading_wrap: Share = 0.4
    listed_late: Share = 0.2
    continued_late: Share = 0.3
    named_late: Share = 0.5
    forced: Cost = 100.0
    close: Cost = 0.2
    close_running: Cost = 2.0
    keep: Cost = 1.3
    keep_under_table: Share = 0.3
    heading_depth: Cost = 1.0
    heading_larger: Cost = 1.0
    past_heading: Cost = 2.0


class ClauseSettings(Settings):
    """Labels and the tree."""

    gaps: Literal["report", "reject"] = "report"
    beam: Count = 48
    depth: Count = 20
    margin: Cost = 5.0
    lookahead: Count = 40
    gap_steps: Count = 5
    indent_tolerance: Positive = 3.0
    size_tolerance: Positive = 0.5
    hanging_gap: Positive = 0.8
    short_row: Share = 0.4
    wrap_starts: Share = 0.3
    edge_share: Share = 0.4
    starts_after_sentence_fits: Share = 0.9
    starts_after_sentence: Share = 0.6
    starts_fits: Share = 0.6
    starts_type: Share = 0.5
    starts_indent: Share = 0.5
    label_words: Count = 3
    labels_on_row: Count = 2
    run_in_title: Count = 120
    centred_margin: Share = 0.15
    centred_slack: Share = 0.08
    centred_exact: Positive = 4.0
    caps_letters: Count = 4
    heading_words: Count = 14
    heading_rows: Count = 3
    page_rows: Count = 8
    heading_size: Annotated[float, Field(ge=1)] = 1.12
    heading_starts: Share = 0.5
    bulleted_rows: Count = 3
    bulleted_bold: Share = 0.9
    bulleted_lists: Count = 2
    lead_rows: Count = 5
    unfinished: tuple[str, ...] = UNFINISHED
    addenda: tuple[str, ...] = ADDENDA
    note_size: Share = 0.92
    aside_gap: Positive = 1.5
    raised_size: Share = 0.8
    entry_letters: Count = 4
    shift_pages: Count = 8
    shift_tops: Count = 3
    column_tops: Count = 6
    column_agreement: Share = 0.5
    column_slack: Positive = 9.0
    stray_rows: Share = 0.02
    shift_gain: Annotated[float, Field(ge=1)] = 1.5
    doubt: Cost = 0.5
    report_rejected: Cost = 3.5
    costs: ClauseCosts = ClauseCosts()


class TableSettings(Settings):
    """Finding tables and deciding what becomes of them."""

    snap: Positive = 2.5
    slack: Positive = 1.5
    shortest_rule: Positive = 6.0
    covered: Share = 0.85
    outer_share: Share = 0.3
    open_share: Share = 0.3
    stray_texts: Share = 0.15
    word_gap: Positive = 0.3
    unsure: Share = 0.02
    head_rows: Count = 4
    head_words: Count = 6
    label_words: Count = 12
    same_column: Positive = 6.0
    between_letters: Annotated[int, Field(ge=0)] = 0
    title_gap: Positive = 2.0
    title_lines: Count = 3
    title_words: Count = 20
    prose_words: Count = 45
    prose_share: Share = 0.6
    aligned_rows: Count = 3
    rate_share: Share = 0.6
    rate_cells: Count = 20
    rate_pages: Count = 3
    grid_cells: Count = 200
    round_to: Count = 50
    round_share: Share = 0.6
    age_steps: Count = 3
    list_rows: Count = 100
    code_share: Share = 0.8
    lone_letters: Annotated[int, Field(ge=0)] = 200
    picture_share: Share = 0.3
    picture_letters: Annotated[int, Field(ge=0)] = 400
    rate_words: tuple[str, ...] = (
        "premium",
        "rate chart",
        "prämie",
        "beitrag",
        "prima anual",
        "prime annuelle",
        "보험료",
        "保費",
        "保险费",
    )
    measure_words: tuple[str, ...] = ("sum insured", "age", "term", "year")
    dimension_words: tuple[str, ...] = ("plan", "variant", "option", "zone", "tier", "sum insured", "age", "term", "year")


class ChunkSettings(Settings):
    """Cutting. ``size``, ``overlap``, ``label_size`` and ``context_size`` in tokens of ``tokenizer``."""

    size: Count = 220
    overlap: Annotated[int, Field(ge=0, validate_default=True)] = 40
    label_size: Annotated[int, Field(ge=16)] = 96
    context_size: Annotated[int, Field(ge=16)] = 100
    whole_characters: Count = 2400
    part_fill: Share = 0.5
    short_paragraph: Annotated[int, Field(ge=0)] = 20
    lead_in_words: Annotated[int, Field(ge=0)] = 3
    lead_in_sentences: Count = 3
    heading_words: Count = 8
    onward: tuple[str, ...] = ONWARD
    unfinished: tuple[str, ...] = UNFINISHED
    tokenizer: str = "wordllama"
    abbreviations: tuple[str, ...] = ABBREVIATIONS

    @field_validator("overlap")
    @classmethod
    def _is_below_size(cls, overlap: int, others: ValidationInfo) -> int:
        size = others.data.get("size")
        if size is not None and size <= overlap:
            of = {"beside": "size", "size": size, "overlap": overlap}
            raise PydanticCustomError("too_much_overlap", "size ({size}) must exceed overlap ({overlap})", of)
        return overlap


class ProvenanceSettings(Settings):
    """Reading chunks again. Insets are shares of the height of a line that are left out above and below."""

    second_reader: Literal["pypdf", "pdfplumber", "none"] = "pypdf"
    sample: Annotated[int, Field(ge=0)] = 8
    sample_share: Share = 1.0
    agreement: Share = 0.9
    fixture_pages: str = "fixtures/pages"
    insets: Annotated[tuple[tuple[Share, Share], ...], Field(min_length=1)] = ((0.25, 0.15), (0.12, 0.02), (0.38, 0.28))
    box_near: Positive = 0.5


class Configuration(Settings):
    """The whole YAML. ``profile`` names a packaged file of differences for a family of documents."""

    profile: str = ""
    extract: ExtractSettings = ExtractSettings()
    boilerplate: BoilerplateSettings = BoilerplateSettings()
    clauses: ClauseSettings = ClauseSettings()
    tables: TableSettings = TableSettings()
    chunks: ChunkSettings = ChunkSettings()
    provenance: ProvenanceSettings = ProvenanceSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    diff: DiffSettings = DiffSettings()
    limits: LimitSettings = LimitSettings()
    sentences: SentenceSettings = SentenceSettings()
    ask: AskSettings = AskSettings()
    check: CheckSettings = CheckSettings()
    audit: AuditSettings = AuditSettings()
    families: dict[str, FamilySettings] = Field(default_factory=dict)
    documents: dict[str, DocumentSettings] = Field(default_factory=dict)
