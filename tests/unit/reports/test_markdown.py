import re

from markdown_it import MarkdownIt

from pipeline.reports.markdown import write_markdown
from tests.unit.reports.checks import ERROR, FAILING, WARNING, checked, every_kind, outcome, problem

COMMENT = 65_536
"""Characters that GitHub takes of a comment."""
OWN_TAGS = {"br", "details", "summary"}


def show(written):
    """As a page shows it."""
    return MarkdownIt("gfm-like", {"linkify": False}).render(written)


def test_it_says_first_whether_the_check_failed():
    failed, passed = write_markdown(every_kind(), FAILING), write_markdown([checked(outcome("ledger"))], FAILING)

    assert failed.startswith("## Check failed: 1 of 2 documents\n")
    assert passed.startswith("## Check passed: 1 document\n")


def test_a_document_has_a_row_with_its_counts():
    shown = show(write_markdown(every_kind(), FAILING))

    cells = re.findall(r"<td[^>]*>(.*?)</td>", shown)

    assert cells[:6] == ["policies/care.pdf", "<strong>fails</strong>", "2", "1", "1", "1"]
    assert cells[6:] == ["policies/übersicht 2 #1.pdf", "passes", "0", "0", "0", "0"]


def test_what_fails_says_where_what_was_asked_and_what_to_do():
    shown = show(write_markdown(every_kind(), FAILING))
    open_part = shown.partition("<details>")[0]

    assert "<strong>PRV001</strong> error, page 37: chunk care/4.2.c#1 is unverified (4.2.c)" in open_part
    assert "“maternity”" in open_part
    assert "Rule: what verified asks. Compare the chunk with the page" in open_part
    assert "<code>clausetrace explain page policies/care.pdf 37</code>" in open_part
    assert "NUM001" not in open_part


def test_what_was_accepted_stands_in_the_fold_with_its_reason():
    folded = write_markdown(every_kind(), (ERROR, WARNING)).partition("<details>")[2]

    assert "b) missing before c) (2.c); accepted: the insurer's own slip" in folded


def test_rules_that_nothing_broke_are_named():
    written = write_markdown(every_kind(), FAILING)

    assert "<summary>What held (1)</summary>\n\n- what ledger asks (2 documents)" in written


def test_words_of_a_document_give_neither_tags_nor_links_nor_calls():
    shown = show(write_markdown(every_kind(), (ERROR, WARNING)))

    tags = set(re.findall(r"<(\w+)", re.sub(r"<(/?)(ul|li|h2|h3|p|table|thead|tbody|tr|th|td|strong|code)\b", "", shown)))

    assert tags <= OWN_TAGS
    assert "@\u200ball" in shown and "@all" not in shown
    assert "&lt;b&gt;" in shown


def test_what_follows_in_the_same_summary_is_read_by_itself():
    shown = show(write_markdown(every_kind(), FAILING) + "## Something else\n")

    assert "<h2>Something else</h2>" in shown


def test_it_fits_into_a_comment_whatever_was_found():
    long = "`<@&|" * 1000
    worst = problem(message=long, text=long, clause_id=long, page=10**6)
    lesser = problem("NUM001", WARNING, long, text=long, clause_id=long, accepted=long)
    documents = [
        checked(outcome("verified", *[worst, lesser] * 50, title=long), doc_id=f"{at}{long}", source=long) for at in range(200)
    ]

    written = write_markdown(documents, FAILING)

    assert len(written) < COMMENT
    assert "| and 1" in written and "more that fail" in written and "- and 99" in written


def test_the_problems_of_a_long_list_come_in_order_from_the_first():
    written = write_markdown([checked(outcome("verified", *[problem(message=f"chunk {at}.") for at in range(500)]))], FAILING)

    shown = [int(number) for number in re.findall(r"chunk (\d+)\.", written)]

    assert shown == list(range(len(shown)))
    assert f"and {500 - len(shown)} more that fail" in written
