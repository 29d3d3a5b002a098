"""The shape of the package: imports run one way, the disk is touched at the edges alone, and the house style's countable rules.

cli > batch > runner > checks, second_grid, guesses > stages > store, config, errors > places, wording > model > geometry
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "pipeline"
MODULES = sorted(PACKAGE.rglob("*.py"))

LAYERS = [
    {"cli", "__main__"},
    {"batch"},
    {"runner"},
    {"checks", "second_grid", "guesses", "explain", "bench", "reports", "retrieval", "diff", "audit", "export", "rereading"},
    {"stages"},
    {"store"},
    {"config"},
    {"places"},
    {"wording"},
    {"model", "errors"},
    {"geometry", ""},
]
"""From the top down; a module imports its own layer or those below it."""
STAGES = {"extract", "boilerplate", "clauses", "tables", "chunks"}
EDGES = ("cli", "batch", "store", "config/load.py", "config/mistakes.py", "__main__.py")
"""Where the disk may be touched."""
DISK_METHODS = {
    "open", "read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "rmdir", "unlink", "rename", "replace_file", "touch",
    "iterdir", "glob", "rglob", "exists", "is_file", "is_dir", "stat", "resolve", "symlink_to",
}  # fmt: skip
DISK_MODULES = {"os", "shutil", "pathlib", "tempfile", "glob", "fileinput", "subprocess", "socket", "urllib", "http", "sqlite3"}
OWN_VOCABULARIES = ("stages/chunks/tokens.py",)
"""Modules that read a file of a library or one that a setting names, once: the vocabulary that counts tokens."""
RAISES_EXCEPTION = ("stages/chunks/tokens.py",)
"""Where a library raises Exception itself, so that nothing narrower can be caught."""
ENTRIES = {"extract", "check"}
"""Functions whose parameters are the dependency graph: what the stages before them gave, each by its name."""
MOST_LINES, MOST_FUNCTION_LINES, MOST_PARAMETERS = 400, 45, 6


def name_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def layer_of(dotted: str) -> int:
    part = dotted.removeprefix("pipeline").lstrip(".").partition(".")[0]
    return next(index for index, layer in enumerate(LAYERS) if part in layer)


def parse(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def imports_of(module: Path) -> Iterator[str]:
    """Everything of the package that a module imports, also inside functions; `from pipeline import x` counts as pipeline.x."""
    for node in ast.walk(parse(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] == "pipeline")
        elif isinstance(node, ast.ImportFrom) and node.module == "pipeline":
            yield from (f"pipeline.{alias.name}" for alias in node.names if not alias.name.startswith("__"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pipeline."):
            yield node.module


def outside_imports_of(module: Path) -> Iterator[str]:
    for node in ast.walk(parse(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def dotted_name(module: Path) -> str:
    return ".".join(("pipeline", *module.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


def functions_of(module: Path) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(parse(module)) if isinstance(node, ast.FunctionDef))


each_module = pytest.mark.parametrize("module", MODULES, ids=name_of)
inner_modules = pytest.mark.parametrize("module", [m for m in MODULES if not name_of(m).startswith(EDGES)], ids=name_of)


@each_module
def test_imports_run_downwards(module):
    here = layer_of(dotted_name(module))

    upwards = [imported for imported in imports_of(module) if layer_of(imported) < here]

    assert not upwards


@pytest.mark.parametrize("module", [m for m in MODULES if name_of(m).startswith("stages/")], ids=name_of)
def test_stages_import_neither_each_other_nor_the_store(module):
    own = module.relative_to(PACKAGE / "stages").with_suffix("").parts[0]

    parts = [imported.split(".") for imported in imports_of(module)]

    assert not [part for part in parts if part[1] == "store"]
    assert not [part for part in parts if part[1] == "stages" and len(part) > 2 and part[2] in STAGES - {own}]


def test_the_independent_reader_imports_nothing_of_the_extraction_by_whatever_way():
    known = {dotted_name(module): set(imports_of(module)) for module in MODULES}
    reached = {name for name in known if name.startswith("pipeline.rereading")}

    while further := {inner for name in reached for inner in known.get(name, ())} - reached:
        reached |= further

    assert not [name for name in reached if name.split(".")[1:2] in (["stages"], ["checks"], ["runner"])]


def test_no_two_modules_import_each_other_in_a_ring():
    known = {dotted_name(module): set(imports_of(module)) for module in MODULES}
    at_top = {name: {inner for inner in inners if inner in known and inner != name} for name, inners in known.items()}

    while free := [name for name, inners in at_top.items() if not inners & at_top.keys()]:
        for name in free:
            del at_top[name]

    assert not at_top


@inner_modules
def test_the_disk_is_touched_at_the_edges_alone(module):
    if name_of(module) in OWN_VOCABULARIES:
        return
    calls = [node.func for node in ast.walk(parse(module)) if isinstance(node, ast.Call)]
    opened = [call.id for call in calls if isinstance(call, ast.Name) and call.id == "open"]
    touched = [
        call.attr for call in calls if isinstance(call, ast.Attribute) and call.attr in DISK_METHODS and not reads_memory(call)
    ]

    assert not opened and not touched
    assert not DISK_MODULES & set(outside_imports_of(module))


def reads_memory(call: ast.Attribute) -> bool:
    """Libraries whose `open` is given bytes."""
    return isinstance(call.value, ast.Name) and call.value.id == "pdfplumber"


@each_module
def test_nothing_prints(module):
    prints = [
        n for n in ast.walk(parse(module)) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "print"
    ]

    assert not prints


@each_module
def test_no_error_is_caught_that_was_not_meant(module):
    for node in ast.walk(parse(module)):
        if isinstance(node, ast.ExceptHandler) and name_of(module) not in RAISES_EXCEPTION:
            caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            names = {name.id for name in caught if isinstance(name, ast.Name)}
            assert node.type is not None and not names & {"Exception", "BaseException"}, f"line {node.lineno}"


@each_module
def test_modules_and_functions_stay_short(module):
    long = [f.name for f in functions_of(module) if f.end_lineno - f.lineno + 1 > MOST_FUNCTION_LINES]
    wide = [
        f.name
        for f in functions_of(module)
        if len([*f.args.args, *f.args.kwonlyargs]) > MOST_PARAMETERS and f.name not in ENTRIES and not f.decorator_list
    ]

    assert len(module.read_text(encoding="utf-8").splitlines()) <= MOST_LINES
    assert not long
    assert not wide


@each_module
def test_a_module_opens_with_what_it_does(module):
    assert ast.get_docstring(parse(module))


def test_the_command_line_starts_without_the_stages_and_their_libraries():
    import subprocess
    import sys

    loaded = "import sys, pipeline.cli; print(sorted({name.partition('.')[0] for name in sys.modules}))"
    heavy = {"pypdfium2", "pdfplumber", "pydantic", "yaml", "rich", "tokenizers", "msgspec", "numpy", "pandas"}

    shown = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout

    assert not heavy & set(ast.literal_eval(shown))


def test_a_run_imports_neither_pandas_nor_an_embedder():
    import subprocess
    import sys

    loaded = "import sys, pipeline.batch.work; print(sorted({name.partition('.')[0] for name in sys.modules}))"

    shown = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout

    assert not {"pandas", "wordllama", "tantivy", "matplotlib", "ray", "fsspec"} & set(ast.literal_eval(shown))


WHOLE_RUN = """
import sys
from pathlib import Path
from pipeline.config.load import load_packaged
from pipeline.config.settings import DocumentSettings
from pipeline.model import Identity
from pipeline.runner import Task, run_document
run_document(Task(Path(sys.argv[1]).read_bytes(), Identity("a", "a", "a", "a.pdf", ""), load_packaged(), DocumentSettings()))
print(sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_a_document_is_done_without_the_libraries_that_are_slow_to_load():
    import subprocess
    import sys

    document = PACKAGE.parent / "fixtures" / "pdf" / "tagged.pdf"

    shown = subprocess.run([sys.executable, "-c", WHOLE_RUN, str(document)], capture_output=True, text=True, check=True).stdout

    assert not {"numpy", "pandas", "pdfplumber", "wordllama", "tantivy", "matplotlib"} & set(ast.literal_eval(shown))


def test_a_run_on_this_machine_loads_neither_a_cluster_nor_object_stores():
    import subprocess
    import sys

    words = "import pipeline.cli.run, pipeline.cli.documents, pipeline.batch.run, pipeline.store.shelf"
    loaded = f"import sys; {words}; print(sorted({{name.partition('.')[0] for name in sys.modules}}))"

    shown = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout

    assert not {"ray", "fsspec", "s3fs", "botocore", "aiohttp"} & set(ast.literal_eval(shown))
