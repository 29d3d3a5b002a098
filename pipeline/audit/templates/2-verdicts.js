// Verdicts: the rows, how each clause stands by them, the CSV, and where rows are kept (this browser, or the server's file).
const COLUMNS = ["key", "content_hash", "verdict", "note", "who", "when"];
const STORE = `clausetrace-audit:${cover.family}`;
const FORMULA = /^['=+\-@\t\r]/;
const rows = new Map();
const dropped = new Map(); // verdicts taken back, so that those that came with the file don't come back
const conflicts = new Map(); // what this page wanted to write where somebody else had written meanwhile
let standing = new Map();
const standingOf = (key) => standing.get(key) || { state: "open", row: null, moved: false };

const isClause = (key) => key.split("/").length === 2;
const asked = [
  ...leaves.filter((leaf) => leaf.asked).map((leaf) => [leaf.key, leaf.hash]),
  ...grids.map((grid) => [grid.key, grid.hash]),
  ...grids.flatMap((grid) => grid.rows.flat().map((cell) => [cell.key, cell.hash])),
];
const hashes = new Map(asked);

// A verdict stands where its key names the same words; a clause that was only renumbered keeps it if no other has its words.
const judge = () => {
  const holds = (key, hash) => rows.has(key) && rows.get(key).content_hash === hash;
  const gone = [...rows.values()].filter((row) => isClause(row.key) && hashes.get(row.key) !== row.content_hash);
  const tally = (list) => list.reduce((sum, hash) => sum.set(hash, (sum.get(hash) || 0) + 1), new Map());
  const lacking = tally(asked.filter(([key, hash]) => isClause(key) && !holds(key, hash)).map(([, hash]) => hash));
  const left = tally(gone.map((row) => row.content_hash));
  const alone = new Map(gone.filter((row) => left.get(row.content_hash) === 1 && lacking.get(row.content_hash) === 1
    && row.content_hash !== setup.nothing).map((row) => [row.content_hash, row]));
  const state = (row) => (row.verdict === "noted" ? "open" : row.verdict);
  standing = new Map(asked.map(([key, hash]) => {
    const row = rows.get(key);
    if (holds(key, hash)) return [key, { state: state(row), row, moved: false }];
    const other = isClause(key) ? alone.get(hash) : undefined;
    if (other) return [key, { state: state(other), row: other, moved: true }];
    return [key, { state: row && row.verdict !== "noted" ? "changed" : "open", row: row || null, moved: false }];
  }));
};

// CSV, as the program reads and writes it.
const guard = (text) => (FORMULA.test(text) ? "'" + text : text);
const unguard = (text) => (text.startsWith("'") ? text.slice(1) : text);
const quote = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const formatCsv = () => [COLUMNS, ...[...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  .map((row) => COLUMNS.map((name) => guard(row[name])))].map((cells) => cells.map(quote).join(",") + "\n").join("");
const parseCells = (text) => {
  const table = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const ch = text[at];
    const line = table[table.length - 1];
    if (quoted) {
      if (ch === '"' && text[at + 1] === '"') { line[line.length - 1] += '"'; at += 1; }
      else if (ch === '"') quoted = false;
      else line[line.length - 1] += ch;
    } else if (ch === '"') quoted = true;
    else if (ch === ",") line.push("");
    else if (ch === "\n") table.push([""]);
    else if (ch !== "\r") line[line.length - 1] += ch;
  }
  return table.filter((line) => line.length > 1 || line[0]);
};
const parseCsv = (text) => {
  const [head, ...lines] = parseCells(text.replace(/^\uFEFF/, ""));
  if (!head || head.join() !== COLUMNS.join()) throw new Error(`its columns must be ${COLUMNS.join(", ")}`);
  return lines.map((cells, at) => {
    const row = Object.fromEntries(COLUMNS.map((name, column) => [name, unguard(cells[column] || "")]));
    if (cells.length !== COLUMNS.length || !["accepted", "rejected", "noted"].includes(row.verdict))
      throw new Error(`row ${at + 2} is no verdict`);
    return row;
  });
};

// Of two rows for one key the later one holds.
const takeIn = (others) => {
  const taken = others.filter((row) => !rows.has(row.key) || rows.get(row.key).when < row.when);
  taken.forEach((row) => rows.set(row.key, row));
  return taken.length;
};
const keep = () => {
  if (setup.server) return;
  try {
    localStorage.setItem(STORE, JSON.stringify([...rows.values(), ...dropped.values()]));
  } catch (error) {
    say(`This browser keeps nothing (${error.name}): export the CSV before you close the page.`, true);
  }
};
const load = () => {
  read("verdicts").forEach((row) => rows.set(row.key, row));
  if (!setup.server) {
    try {
      takeIn(JSON.parse(localStorage.getItem(STORE) || "[]"));
      [...rows.values()].filter((row) => !row.verdict).forEach((row) => { rows.delete(row.key); dropped.set(row.key, row); });
    } catch (error) {
      say(`What this browser kept cannot be read (${error.name}).`, true);
    }
  }
  judge();
};

// With a server a row goes to the file at once, and with it the row that the file had when this page heard of it last: if the file has
// another by now, nothing is written and that one is shown. One after the other, so that nobody is in conflict with himself.
const inFile = new Map();
let sending = 0;
let queue = Promise.resolve();
const send = async (key, row, given) => {
  const answer = await fetch("verdict", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ key, row: row && given ? { ...row, when: "" } : row, known: inFile.get(key) || null }),
  });
  if (!answer.ok && answer.status !== 409) throw new Error((await answer.text()).trim() || `the server says ${answer.status}`);
  const there = (await answer.json()).row;
  if (there) inFile.set(key, there); else inFile.delete(key);
  return { there, done: answer.ok };
};
const put = (key, row) => {
  if (row) { rows.set(key, row); dropped.delete(key); return; }
  rows.delete(key);
  dropped.set(key, { key, content_hash: "", verdict: "", note: "", who: "", when: stamp() });
};
const show = () => { judge(); refresh(); };
const tellConflict = (key, row, there) => {
  put(key, there);
  conflicts.set(key, row);
  show();
  const other = there ? `${there.who || "somebody"} said ${there.verdict} at ${there.when}` : "somebody took the verdict back";
  say(`Not written: ${other}. Theirs is kept and shown; yours is beside it, to be written over theirs or dropped.`, true);
};
const write = async (key, row, given) => {
  const isLast = () => (rows.get(key) || null) === row;
  try {
    const { there, done } = await send(key, row, given);
    if (!done) tellConflict(key, row, there);
    else if (isLast()) { put(key, there); judge(); }
  } catch (error) {
    if (isLast()) { put(key, inFile.get(key) || null); show(); }
    say(`Not written (${error.message}). Is \`clausetrace audit serve\` still running?`, true);
  }
};
// `given` says that it is given now, by the server's clock; one from a CSV keeps its own moment.
const record = (key, row, given = true) => {
  put(key, row);
  show();
  if (!setup.server) { keep(); return queue; }
  sending += 1;
  queue = queue.then(() => write(key, row, given)).finally(() => { sending -= 1; });
  return queue;
};
const poll = async () => {
  try {
    const answer = await fetch("verdicts");
    if (!answer.ok || sending) return;
    const theirs = await answer.json();
    if (sending) return;
    const before = JSON.stringify([...rows.values()]);
    for (const kept of [rows, inFile]) {
      kept.clear();
      theirs.forEach((row) => kept.set(row.key, row));
    }
    if (JSON.stringify([...rows.values()]) !== before) show();
  } catch { /* the next verdict tells that the server has gone */ }
};
const stamp = () => new Date().toISOString().replace(/\.\d+Z$/, "Z");
