"""A check as SARIF 2.1.0 (OASIS, errata 01), in the form that GitHub's code scanning takes.

A rule is a code; all of them are named, so that two reports differ in their results alone. A result's place is the file: a PDF has
no lines, and GitHub shows none without a region, so the region is the file's first character, while page, box and clause stand in
the message, in logical locations and in ``properties``. A fingerprint is made of code, clause and what was found, never the page,
so that a clause which moves to another page keeps its alert. What was accepted is a suppressed result with its reason.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pipeline.checks.outcome import Checked, Outcome, Problem
from pipeline.model.codes import CODES, find_code
from pipeline.model.codes.code import Code
from pipeline.reports.telling import clean, tell, tell_look

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
VERSION = "2.1.0"
NAME = "clausetrace"
ROOT = "%SRCROOT%"
"""What paths are relative to: by SARIF's custom, the root of the repository."""
FIRST_CHARACTER = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}
NUMBERS = re.compile(r"\d+")
"""Masked in messages that a fingerprint is made of: "page 12: 3 lines" is the same problem as "page 14: 2 lines"."""
PLAIN = re.compile(r"[^A-Za-z0-9._~/-]")
"""What stands in an address in a coded form: a space, "#", "ü". No: "policies/care-1.pdf"."""
MARK = 16
"""Hex digits of a fingerprint, as GitHub's own have."""

Json = dict[str, object]


def write_sarif(documents: Sequence[Checked], version: str) -> str:
    """The JSON, with a newline at its end. ``version`` is that of the program."""
    used = {problem.code for checked in documents for problem in checked.problems}
    rules = [*CODES.values(), *(find_code(code) for code in sorted(used - CODES.keys()))]
    driver = {"name": NAME, "semanticVersion": version, "version": version, "rules": [_make_rule(code) for code in rules]}
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
        "artifacts": [{"location": _locate(checked.source), "roles": ["analysisTarget"]} for checked in documents],
        "results": list(_make_results(documents, {code.id: index for index, code in enumerate(rules)})),
    }
    written = msgspec.json.encode({"$schema": SCHEMA, "version": VERSION, "runs": [run]})
    return msgspec.json.format(written, indent=2).decode() + "\n"


def _make_rule(code: Code) -> Json:
    return {
        "id": code.id,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.meaning},
        "help": {"text": f"{code.meaning}\n\n{code.advice}", "markdown": f"{code.meaning}\n\n**What to do.** {code.advice}"},
        "defaultConfiguration": {"level": code.severity.value},
    }


def _make_results(documents: Sequence[Checked], rules: Mapping[str, int]) -> Iterator[Json]:
    for index, checked in enumerate(documents):
        seen: Counter[str] = Counter()
        for outcome in checked.outcomes:
            for problem in outcome.problems:
                mark = _fingerprint(checked, problem)
                seen[mark] += 1
                made = _make_result(checked, outcome, problem, index)
                yield made | {
                    "ruleIndex": rules[problem.code],
                    "partialFingerprints": {"primaryLocationLineHash": f"{mark}:{seen[mark]}"},
                }


def _make_result(checked: Checked, outcome: Outcome, problem: Problem, index: int) -> Json:
    made: Json = {
        "ruleId": problem.code,
        "level": problem.severity.value,
        "message": {"text": tell(problem)},
        "locations": [_make_location(checked, problem, index)],
        "properties": _make_properties(checked, outcome, problem),
    }
    if problem.asked_at:
        made["relatedLocations"] = [_make_related(problem.asked_at)]
    if problem.accepted:
        made["suppressions"] = [{"kind": "external", "status": "accepted", "justification": clean(problem.accepted)}]
    return made


def _make_location(checked: Checked, problem: Problem, index: int) -> Json:
    name = clean(checked.doc_id)
    named = [("page", f"page {problem.page}")] if problem.page else []
    named += [("clause", clean(problem.clause_id))] if problem.clause_id else []
    logical = [{"name": part, "kind": kind, "fullyQualifiedName": f"{name}/{part}"} for kind, part in named]
    physical = {"artifactLocation": {**_locate(checked.source), "index": index}, "region": FIRST_CHARACTER}
    return {"physicalLocation": physical, **({"logicalLocations": logical} if logical else {})}


def _make_related(asked_at: str) -> Json:
    """The line of the YAML that asks, from "clausetrace.yaml:12"."""
    file, _, line = asked_at.rpartition(":")
    region = {"region": {"startLine": int(line)}} if line.isdecimal() and int(line) else {}
    return {"physicalLocation": {"artifactLocation": _locate(file or line), **region}, "message": {"text": "asked for here"}}


def _locate(path: str) -> Json:
    """A file: relative to the repository's root, or the address of one outside it."""
    source = clean(path)
    if source.startswith("/"):
        return {"uri": f"file://{_quote(source)}"}
    return {"uri": source} if "://" in source else {"uri": _quote(source), "uriBaseId": ROOT}


def _quote(path: str) -> str:
    return PLAIN.sub(lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), path)


def _make_properties(checked: Checked, outcome: Outcome, problem: Problem) -> Json:
    """What SARIF has no field for; keys with nothing to say are left out."""
    every = {
        "document": clean(checked.doc_id),
        "family": clean(checked.family),
        "check": outcome.rule,
        "page": problem.page,
        "bbox": problem.bbox,
        "clause": clean(problem.clause_id),
        "text": clean(problem.text),
        "contentHash": problem.content_hash,
        "look": tell_look(checked, problem),
    }
    return {key: value for key, value in every.items() if value}


def _fingerprint(checked: Checked, problem: Problem) -> str:
    """The same for the same problem on another page or in another version; another where the text that it is about changed."""
    about = problem.content_hash or " ".join(problem.text.split()) or NUMBERS.sub("#", problem.message)
    whole = "\n".join((problem.code, checked.family, problem.clause_id, about))
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()[:MARK]
