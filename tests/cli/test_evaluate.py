"""`clausetrace evaluate` on two small policies: several sets of questions, products named, sweeps, given answers."""

import json

import pytest

CARE = """# Care Advantage

## 1. Room rent
Room rent is paid up to Rs. 5,000 a day of hospitalisation.

## 2. Exclusions
We shall not pay for:
(a) treatment abroad;
(b) cosmetic surgery, unless an accident made it necessary.

## 3. Waiting
Cataract is covered after thirty-six months of continuous cover.
"""
MOTOR = """# Motor Shield

## 1. Collision
We pay for the repair of the insured car after a collision.

## 2. Exclusions
We shall not pay for:
(a) a race on a closed track;
(b) a driver without a licence.

## 3. Excess
The driver bears an excess of Rs. 5,000 of every claim.
"""
CONFIG = "documents:\n  care: {title: Care Advantage}\n  motor: {title: Motor Shield}\n"
ROOM = {"id": "c1", "question": "How much room rent is paid?", "answerable": True, "gold": [{"clause_path": ["1"]}],
        "required_concepts": ["5,000"]}  # fmt: skip
CATARACT = {"id": "c2", "question": "When is cataract covered?", "answerable": True, "gold": [{"clause_path": ["3"]}]}
CRICKET = {"id": "c3", "question": "Who won the world cup of cricket?", "answerable": False}
EXCESS = {"id": "c1", "question": "What excess does the driver bear?", "answerable": True, "gold": [{"clause_path": ["3"]}]}


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def made(run, write):
    """Both policies run and indexed, a file of questions for each."""
    write("in/care.md", CARE)
    write("in/motor.md", MOTOR)
    write("clausetrace.yaml", CONFIG)
    write("care.jsonl", lines(ROOM, CATARACT, CRICKET))
    write("motor.jsonl", lines(EXCESS))
    assert run("run", "in").code == 0
    assert run("index").code == 0


def evaluate(run, *words):
    ran = run("evaluate", *words, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def figures(told, system):
    [scores] = [each for each in told["scores"] if each["system"] == system]
    return {each["name"]: each["value"] for each in scores["figures"]}


def test_questions_of_several_documents_are_asked_of_one_index(made, run):
    told = evaluate(run, "care.jsonl", "motor.jsonl")

    assert [each["id"] for each in told["scores"][0]["outcomes"]] == ["care/c1", "care/c2", "care/c3", "motor/c1"]
    assert figures(told, "hybrid")["recall@5"] == 1
    assert figures(told, "hybrid")["wrong document at 1"] == 0
    assert figures(told, "windows 400/50")["recall@10"] == 1


def test_each_question_is_asked_again_with_its_product_named(made, run):
    told = evaluate(run, "care.jsonl", "motor.jsonl", "--name-product", "--no-windows")

    assert [each["system"] for each in told["scores"]][3:] == [f"{mode}, product named" for mode in ("hybrid", "keyword", "dense")]
    assert figures(told, "hybrid, product named")["wrong document at 1"] == 0
    assert figures(told, "hybrid, product named")["absent not answered"] == 1


def test_the_table_shows_both_ways_of_asking_and_what_one_question_is_worth(made, run):
    shown = run("evaluate", "care.jsonl", "--name-product", "--no-windows").out

    assert "with the product's name" in shown
    assert "2 questions with an answer, one is worth 50.0 points" in shown


def test_doubtful_questions_have_lines_of_their_own(made, run, write):
    write("care.jsonl", lines(ROOM, {**CATARACT, "doubtful": True}, CRICKET))

    shown = run("evaluate", "care.jsonl", "--no-windows").out

    assert "1 questions with an answer" in shown
    assert "1 doubtful questions, apart\nrecall@5" in shown


def test_with_only_each_question_is_asked_of_its_own_document(made, run, write):
    write("care.jsonl", lines({**EXCESS, "answerable": False, "gold": []}))

    alone = evaluate(run, "care.jsonl", "motor.jsonl", "--only")

    assert figures(alone, "hybrid")["absent not answered"] == 1
    assert figures(alone, "hybrid")["recall@1"] == 1
    assert figures(alone, "windows 900/160")["wrong document at 1"] == 0


def test_a_setting_is_swept_into_a_table_and_a_picture(made, run, here):
    ran = run("evaluate", "care.jsonl", "--sweep", "keyword_floor", "--steps", "5")

    assert ran.code == 0, ran.err
    assert "retrieval.keyword_floor" in ran.out
    assert "in force" in ran.out
    assert (here / "sweep-keyword_floor.png").read_bytes().startswith(b"\x89PNG")


def test_a_sweep_as_json_has_each_value_and_what_they_say_together(made, run, here):
    told = evaluate(run, "care.jsonl", "--sweep", "retrieval.keyword_floor", "--from", "0", "--to", "1", "--steps", "3")

    assert [point["value"] for point in told["points"]] == [0, 0.5, 0.7, 1]
    assert told["setting"] == "retrieval.keyword_floor"
    assert told["first"] <= told["middle"] <= told["last"]
    assert not list(here.glob("*.png"))


def test_a_sweep_shows_what_the_floor_of_an_answer_does(made, run):
    told = evaluate(
        run, "care.jsonl", "--sweep", "answer_dense", "--objective", "absent not answered", "--from", "0", "--steps", "3"
    )

    at = {point["value"]: {figure["name"]: figure["value"] for figure in point["figures"]} for point in told["points"]}
    assert at[0]["absent not answered"] == 0
    assert at[1]["absent not answered"] == 1


def test_near_words_are_looked_for_anew_at_each_value(made, run, write):
    write("clausetrace.yaml", f"{CONFIG}retrieval: {{answer_words: 0.3, near_floor: 0.5}}\n")
    write("motor.jsonl", lines({**EXCESS, "question": "automobile crash", "gold": [{"clause_path": ["1"]}]}, CRICKET))

    told = evaluate(run, "motor.jsonl", "--sweep", "near_floor", "--steps", "3", "--objective", "recall@5")

    assert [point["value"] for point in told["points"]] == [0, 0.5, 1]
    assert [point["figures"][0]["value"] for point in told["points"]] == [1, 1, 0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--sweep", "retrieval.embedder.length"], "clausetrace index --index DIR"),
        (["--sweep", "chunks.size"], "no setting of searching"),
        (["--sweep", "keyword_floor", "--to", "2"], "cannot be"),
        (["--sweep", "keyword_floor", "-o", "curve.jpg"], "drawn as .png"),
        (["--sweep", "keyword_floor", "--objective", "nothing"], "choose one of"),
        (["--sweep", "keyword_floor", "--against", "before.json"], "leave out --against"),
        (["--answers", "none.jsonl"], "cannot be read"),
        (["--answers", "empty.jsonl"], "has no answer"),
        (["--against", "empty.jsonl"], "is no evaluation"),
        (["--doc", "none"], "no document 'none'"),
        (["--part", "held"], "no question of --part held"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(made, run, here, words, said):
    (here / "empty.jsonl").touch()

    ran = run("evaluate", "care.jsonl", *words)

    assert ran.code == 2
    assert said in ran.err


def test_answers_are_judged_by_their_own_sources(made, run, write):
    source = [{"number": 1, "text": "Room rent is paid up to Rs. 5,000 a day of hospitalisation."}]
    write(
        "answers.jsonl",
        lines(
            {"question": "How much room rent is paid?", "answer": "Up to Rs. 6,000 a day [1].", "sources": source},
            {"id": "c3", "answer": "The excerpts do not say who won.", "sources": source},
        ),
    )

    told = evaluate(run, "care.jsonl", "--answers", "answers.jsonl", "--no-windows")["answers"]

    [wrong, absent] = told["outcomes"]
    assert [(each["verdict"], each["missing"]) for each in wrong["statements"]] == [("unsupported", ["Rs. 6,000"])]
    assert absent["says_so"]
    assert told["not_given"] == ["c2"]


def test_answers_without_sources_are_judged_by_what_the_search_finds(made, run, write):
    write("answers.jsonl", lines({"id": "c1", "answer": "Room rent is paid up to Rs. 5,000 a day [1]."}))

    shown = run("evaluate", "care.jsonl", "--answers", "answers.jsonl", "--no-windows").out

    assert "1 answers, 2 questions without one" in shown
    assert "statements supported                  1.00" in shown


def test_what_ask_printed_is_an_answer(made, run, write):
    prompt = json.loads(run("prompt", "How much room rent is paid?", "--json").out)
    answered = {"question": "How much room rent is paid?", "answer": "Scuba diving is reimbursed [1].", "model": "m", "cut": False}
    write("answers.jsonl", lines({**answered, "sources": prompt["sources"]}))

    shown = run("evaluate", "care.jsonl", "--answers", "answers.jsonl", "--no-windows").out

    assert "c1: unsupported: 0% of its words stand in [1]; not scuba, diving, reimbursed" in shown


def test_an_absent_question_that_is_answered_is_named(made, run, write):
    write("answers.jsonl", lines({"id": "c3", "answer": "Room rent is paid [1]."}))

    shown = run("evaluate", "care.jsonl", "--answers", "answers.jsonl", "--no-windows").out

    assert "c3: has no answer in the documents, and the answer does not say so" in shown
