from pipeline.batch.ingest import chunk_rows as chunk_rows
from pipeline.batch.ingest import ingest as ingest
from pipeline.batch.ingest import ingest_many as ingest_many
from pipeline.batch.ingest import load_config as load_config
from pipeline.config.settings import Configuration as Configuration
from pipeline.errors import ClausetraceError as ClausetraceError
from pipeline.errors import DocumentError as DocumentError
from pipeline.model import Result as Result
from pipeline.retrieval.hits import Hit as Hit
from pipeline.retrieval.prompting import make_prompt as make_prompt
from pipeline.retrieval.snippets import snippet as snippet

__version__: str
PUBLIC: dict[str, str]
