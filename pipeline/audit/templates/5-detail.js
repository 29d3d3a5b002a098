// What is chosen, in words: its text, why it stands there, what was found about it, what is beside it, and its verdict.
const detail = one("#detail");
const link = (words, target) => make("button", { type: "button", class: "link", onclick: () => choose(target, true) }, words);
const line = (name, ...inner) => [make("dt", {}, name), make("dd", {}, ...inner)];
const because = (rule, evidence) => [make("span", { class: "rule" }, rule.replaceAll("_", " ")), evidence ? `: ${evidence}` : ""];

const marked = (text) => {
  const sought = one("#find").value.trim();
  const parts = [];
  const low = text.toLowerCase();
  let from = 0;
  for (let at = sought ? low.indexOf(sought.toLowerCase()) : -1; at >= 0; at = low.indexOf(sought.toLowerCase(), from)) {
    parts.push(text.slice(from, at), make("mark", {}, text.slice(at, at + sought.length)));
    from = at + sought.length;
  }
  return [...parts, text.slice(from)];
};
const words = (text, fallback) => (text.trim()
  ? make("div", { class: "words", dir: "auto", lang: cover.language || undefined }, ...text.split("\n").map((each) => make("p", {}, ...marked(each))))
  : make("p", { class: "soft" }, fallback));

const keyOf = (target) => {
  if (target.kind === "leaf") return leaves[target.at].asked ? [leaves[target.at].key, leaves[target.at].hash] : null;
  if (target.kind !== "grid") return null;
  const grid = grids[target.at];
  if (!target.cell) return [grid.key, grid.hash];
  const cell = grid.rows[target.cell[0]][target.cell[1]];
  return [cell.key, cell.hash];
};
const told = (row) => [row.verdict, row.who ? ` by ${row.who}` : "", row.when ? `, ${row.when.replace("T", " ").replace("Z", " UTC")}` : ""].join("");
const standingLine = (now) => {
  if (now.state === "changed") return `Its words changed since it was ${told(now.row)}${now.row.note ? ` (“${now.row.note}”)` : ""}.`;
  if (now.moved) return `${told(now.row)}, as ${now.row.key.split("/").slice(1).join("/")}; only its number changed since.`;
  return now.row ? told(now.row) : "No verdict yet.";
};
const verdictPanel = ([key]) => {
  const now = standingOf(key);
  const own = now.row && now.state !== "changed" ? now.row : null;
  const pressed = (state) => String(now.state === state);
  const note = make("textarea", { id: "note", rows: "2", placeholder: "Note (n)", "aria-label": "Note" });
  note.value = own ? own.note : "";
  note.addEventListener("blur", () => { if (!redrawing && note.value.trim() !== (own ? own.note : "")) writeNote(note.value); });
  const conflict = conflicts.get(key);
  return make("section", { class: `verdict ${now.state}`, "aria-label": "Verdict" },
    make("div", { class: "buttons" },
      make("button", { type: "button", class: "accept", "aria-pressed": pressed("accepted"), title: "Accept (a)", onclick: () => judgeChosen("accepted") }, "✓ Accept"),
      make("button", { type: "button", class: "reject", "aria-pressed": pressed("rejected"), title: "Reject (r)", onclick: () => judgeChosen("rejected") }, "✗ Reject"),
      own ? make("button", { type: "button", title: "Take the verdict back (u)", onclick: takeBack }, "Take back") : null,
      make("span", { class: "state" }, standingLine(now))),
    note,
    conflict === undefined ? null : make("p", { class: "conflict", role: "alert" },
      `Yours was not written: ${conflict ? `${told(conflict)}${conflict.note ? ` (“${conflict.note}”)` : ""}` : "to take the verdict back"}. `,
      make("button", { type: "button", onclick: () => { conflicts.delete(key); record(key, conflict && { ...conflict, when: stamp() }); } }, "Write mine over theirs"), " ",
      make("button", { type: "button", onclick: () => { conflicts.delete(key); showDetail(); } }, "Keep theirs")));
};

const yamlText = (text) => `"${text.replace(/[\\"]/g, "\\$&").replace(/\s+/g, " ").trim()}"`;
const firstWords = (text, most = 60) => (text.length <= most ? text : text.slice(0, most).replace(/\s+\S*$/, ""));
const yaml = (entries) => {
  const lines = ["documents:", `  ${yamlText(setup.entry)}:`, "    overrules:",
    ...entries.flatMap(([page, text, is]) => [`      - page: ${page}`, `        text: ${yamlText(text)}`, `        is: ${is}`, '        reason: "..."'])];
  const text = lines.join("\n") + "\n";
  return make("details", { class: "yaml" }, make("summary", {}, "Overrule it in the YAML"),
    make("pre", { tabindex: "0" }, text),
    make("button", { type: "button", onclick: async () => {
      try { await navigator.clipboard.writeText(text); say("Copied. Give it a reason, put it into the YAML, and run the document again."); }
      catch { say("The browser does not let it be copied; select the lines above.", true); }
    } }, "Copy"));
};

const findingCard = (at) => {
  const note = findings[at];
  return make("li", { class: `found ${note.severity}` }, make("span", { class: `badge ${note.severity}` }, `${note.severity} ${note.code}`), " ", note.message,
    note.bbox.length ? make("span", {}, " ", link("show", { kind: "finding", at })) : "");
};
const foundList = (list) => (list.length ? make("ul", { class: "plain", "aria-label": "Findings about it" }, ...list.map(findingCard)) : null);

const trail = (leaf) => {
  const above = [];
  for (let up = leaf.parent; up && leafOf.has(up); up = leaves[leafOf.get(up)].parent) above.unshift(leafOf.get(up));
  return above.length ? make("p", { class: "trail" }, ...above.flatMap((at, index) => [index ? " › " : "", link(nameOf(leaves[at]).slice(0, 60) || KINDS[leaves[at].kind], { kind: "leaf", at })])) : null;
};
const neighbour = (at) => link(nameOf(leaves[at]).slice(0, 50) || KINDS[leaves[at].kind], { kind: "leaf", at });
const neighbours = (leaf, at) => {
  const parent = leafOf.has(leaf.parent) ? leafOf.get(leaf.parent) : -1;
  const siblings = children.get(leaf.parent);
  const place = siblings.indexOf(at);
  return make("dl", { class: "facts" },
    ...(parent >= 0 && leaves[parent].text ? line("Leads in", words(leaves[parent].text.slice(0, 400), "")) : []),
    ...(place > 0 ? line("Before it", neighbour(siblings[place - 1])) : []),
    ...(place < siblings.length - 1 ? line("After it", neighbour(siblings[place + 1])) : []),
    ...(children.has(leaf.id) ? line("Under it", count(children.get(leaf.id).length, "clause"), ": ", ...children.get(leaf.id).slice(0, 4).flatMap((each, index) => [index ? ", " : "", neighbour(each)]), children.get(leaf.id).length > 4 ? ", …" : "") : []));
};
const pagesOf = (spots) => [...new Set(spots.map(([number]) => number))];
const pageLinks = (spots) => pagesOf(spots).flatMap((number, index) => [index ? ", " : "", make("button", { type: "button", class: "link", onclick: () => showPage(number) }, pageName(number))]);

const leafDetail = (leaf, at) => [
  trail(leaf),
  make("h2", {}, make("bdi", {}, leaf.label), leaf.label ? " " : "", make("bdi", {}, leaf.title || (leaf.label ? "" : KINDS[leaf.kind]))),
  make("p", { class: "meta" }, ...pageLinks(leaf.spots), " · ", make("code", {}, leaf.id),
    leaf.kind === "clause" ? ` · certainty ${leaf.confidence.toFixed(2)}` : ` · ${KINDS[leaf.kind]}`,
    leaf.verified ? "" : make("strong", { class: "bad" }, " · its words were not found on their page")),
  leaf.asked ? verdictPanel([leaf.key, leaf.hash]) : make("p", { class: "soft" }, "It has no words of its own, and asks for no verdict."),
  foundList(leaf.findings),
  words(leaf.text, leaf.kind === "clause" ? "No words of its own: only a label and a title." : ""),
  ...leafTables(leaf),
  neighbours(leaf, at),
  make("dl", { class: "facts" }, ...line("Why here", ...because(leaf.rule, leaf.evidence)), ...leaf.near.flatMap(([rule, evidence]) => line("Came near", evidence || rule))),
  leaf.label ? yaml([[leaf.page, firstWords(leaf.row), "not_clause"]]) : null,
];
const leafTables = (leaf) => {
  const own = grids.map((grid, at) => [grid, at]).filter(([grid]) => grid.clause_id === leaf.id);
  const shown = own.slice(0, 5).map(([grid, at]) => make("li", {}, link(captionOf(grid).slice(0, 80), { kind: "grid", at }), ` ${grid.kind}, ${grid.action}`));
  return own.length ? [make("p", { class: "soft" }, `Takes ${count(own.length, "table")}:`), make("ul", { class: "plain" }, ...shown, own.length > 5 ? make("li", { class: "soft" }, `and ${own.length - 5} more, under Tables`) : null)] : [];
};
const findingDetail = (note, at) => [
  make("h2", {}, `${note.severity} ${note.code}`),
  make("p", {}, note.message),
  note.text ? make("blockquote", { dir: "auto" }, note.text.slice(0, 600)) : null,
  make("p", { class: "meta" }, note.page ? pageName(note.page) : "the whole document", leafOf.has(note.clause_id) ? make("span", {}, " · ", neighbour(leafOf.get(note.clause_id))) : "",
    cellOfFinding.has(at) ? make("span", {}, " · ", link("the cell in its table", cellOfFinding.get(at))) : ""),
];
const groupDetail = (group, index) => {
  const [number, , text] = group.lines[index];
  const go = (by) => ({ ...chosen, index: (index + by + group.lines.length) % group.lines.length });
  return [
    make("h2", {}, `Set aside: ${group.kind.replaceAll("_", " ")}`),
    make("blockquote", { dir: "auto" }, text),
    make("p", { class: "meta" }, pageName(number), ` · ${index + 1} of ${group.lines.length} `,
      make("button", { type: "button", onclick: () => choose(go(-1)) }, "‹ before"), " ", make("button", { type: "button", onclick: () => choose(go(1)) }, "next ›")),
    make("dl", { class: "facts" }, ...line("Stands on", group.share ? `${(100 * group.share).toFixed(1)}% of the pages` : "no share was looked at"), ...line("Why", ...because(group.rule, group.evidence))),
    yaml([[group.lines.length > 1 && group.lines.every((line) => line[2] === text) ? 0 : number, text, "body"]]),
  ];
};
const rejectedDetail = (each) => [
  make("h2", {}, "Not taken for a label: ", make("bdi", {}, each.printed)),
  make("blockquote", { dir: "auto" }, each.line),
  make("p", { class: "meta" }, pageName(each.page)),
  make("dl", { class: "facts" }, ...line("Why", ...because(each.rule, each.evidence))),
  yaml([[each.page, firstWords(each.line), "clause"]]),
];
// While it is drawn anew, words that are being written stay in their place, the cursor in them.
let redrawing = false;
const redrawDetail = () => {
  const before = document.activeElement;
  if (!before || before.id !== "note") {
    const cell = before && before.dataset.cell;
    showDetail();
    const again = cell && one(`[data-cell="${cell}"]`);
    if (again) again.focus({ preventScroll: true });
    return;
  }
  const { value, selectionStart, selectionEnd } = before;
  showDetail();
  const note = one("#note");
  note.value = value;
  note.focus({ preventScroll: true });
  note.setSelectionRange(selectionStart, selectionEnd);
};
const showDetail = () => {
  const at = chosen.at;
  const shown = {
    "": () => [make("p", { class: "soft" }, "Choose a clause, or press j.")],
    leaf: () => leafDetail(leaves[at], at),
    grid: () => gridDetail(grids[at]),
    finding: () => findingDetail(findings[at], at),
    group: () => groupDetail(aside[at], chosen.index || 0),
    rejected: () => rejectedDetail(rejected[at]),
  }[chosen.kind]();
  redrawing = true;
  detail.replaceChildren(...shown.filter(Boolean));
  redrawing = false;
};
