"""Files that parsers are tested with: read where PDFium opens them and finds text, else refused by name."""

import json
import subprocess
import sys
from collections import Counter

from tests.hostile.trial import run_over

MOST_REFUSED = 0.01
"""Share of the files with text that may end in an error."""
BARE = """
import json, pathlib, sys
import pypdfium2

def look(path):
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        return ["refused: " + str(error).split("PDFium: ")[-1].rstrip(").")]
    letters = 0
    for index in range(len(document)):
        try:
            text = document[index].get_textpage().get_text_range()
        except pypdfium2.PdfiumError:
            continue
        letters += sum(map(str.isalnum, text))
    return ["opens, with text" if letters else "opens, no text"]

print(json.dumps({path.name: look(path)[0] for path in sorted(pathlib.Path(sys.argv[1]).glob("*.pdf"))}))
"""
"""What PDFium alone makes of each file, asked for apart from the program."""


def test_what_pdfium_opens_and_finds_text_in_is_read(shared, tmp_path, record_property):
    (tmp_path / "in").mkdir()
    for path in sorted((shared / "hostile").glob("*.pdf")):
        (tmp_path / "in" / path.name).symlink_to(path.resolve())
    bare = subprocess.run([sys.executable, "-c", BARE, "in"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=600)
    alone = json.loads(bare.stdout)

    ended = run_over(tmp_path)

    counted = Counter((alone[source], f"{row['how']} {row['code']}".strip()) for source, row in ended.rows.items())
    table = "\n".join(f"{count:>5}  {what:<45} {how}" for (what, how), count in sorted(counted.items()))
    record_property("scores", f"{len(ended.rows)} files of parsers' test suites\n{table}")
    readable = {source for source, what in alone.items() if what == "opens, with text"}
    refused = sorted(source for source in readable if ended.rows[source]["how"] == "failed")
    assert set(ended.rows) == set(alone) and len(readable) > len(alone) / 2
    assert len(refused) <= MOST_REFUSED * len(readable), [ended.rows[source]["message"] for source in refused]
