// The other lists: tables with their cells, lines set aside with their share, findings.
const tabs = all("[role=tab]");
const TAB_OF = { leaf: "clauses", grid: "tables", group: "aside", finding: "findings", rejected: "findings" };
const showTab = (name, focus = false) => {
  tabs.forEach((tab) => {
    const on = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    one(`#${tab.getAttribute("aria-controls")}`).hidden = !on;
    if (on && focus) tab.focus();
  });
};
const item = (target, ...inner) => {
  const button = make("button", { type: "button", class: "item", onclick: () => choose(target) }, ...inner);
  button.dataset.target = `${target.kind}-${target.at}`;
  return make("li", {}, button);
};
const markItems = () => {
  all(".item[aria-current]").forEach((button) => button.removeAttribute("aria-current"));
  const now = one(`.item[data-target="${chosen.kind}-${chosen.at}"]`);
  if (now) { now.setAttribute("aria-current", "true"); now.scrollIntoView({ block: "nearest" }); }
};

const EXTRACTED = ".extracted"; // what the id of a table ends with that a copy by hand took the place of
const beside = (grid) => gridOf.get(grid.id.endsWith(EXTRACTED) ? grid.id.slice(0, -EXTRACTED.length) : grid.id + EXTRACTED);
const cellOfFinding = new Map(grids.flatMap((grid, at) => grid.rows.flatMap((row, r) => row.flatMap((cell, c) => (cell.finding >= 0 ? [[cell.finding, { kind: "grid", at, cell: [r, c] }]] : [])))));
const captionOf = (grid) => grid.caption || grid.heads || grid.id;
const gridMark = (grid) => {
  const now = standingOf(grid.key).state;
  const wrong = grid.rows.flat().filter((cell) => standingOf(cell.key).state === "rejected").length;
  return [make("span", { class: `mark ${now}` }, MARKS[now][0]), wrong ? make("span", { class: "badge error" }, count(wrong, "wrong cell")) : null];
};
const gridItem = (grid, at) => item({ kind: "grid", at }, ...gridMark(grid),
  make("span", { class: "name" }, make("bdi", {}, captionOf(grid).slice(0, 140))),
  make("span", { class: `badge ${grid.action}` }, grid.id.endsWith(EXTRACTED) ? "copied by hand: what was read" : `${grid.kind}, ${grid.action}`),
  grid.findings.some((each) => findings[each].severity !== "note") ? make("span", { class: "look", title: "needs a look" }, "!") : null,
  make("span", { class: "at" }, grid.pages.length > 1 ? `${grid.pages[0]}–${grid.pages.at(-1)}` : String(grid.pages[0] || "")));

// A kept table, cell by cell: a cell that is chosen stands out on the page, and is marked with the same keys as a clause.
const gridDetail = (grid) => {
  const cell = chosen.cell ? grid.rows[chosen.cell[0]][chosen.cell[1]] : null;
  const why = make("dl", { class: "facts" }, ...line("Why so", ...because(grid.rule, grid.evidence)), ...(leafOf.has(grid.clause_id) ? line("Stands in", neighbour(leafOf.get(grid.clause_id))) : []));
  return [
    make("h2", {}, make("bdi", {}, captionOf(grid))),
    make("p", { class: "meta" }, `${grid.kind}, ${grid.action}${grid.origin === "transcribed" ? ", copied by hand" : ""} · ${count(grid.size[0], "row")}, ${count(grid.size[1], "column")} · `, ...pageLinks(grid.spots.length ? grid.spots : grid.pages.map((number) => [number]))),
    beside(grid) === undefined ? null : make("p", {}, grid.id.endsWith(EXTRACTED) ? "As it was read off the page. " : "Copied by hand; rows that differ from the page are left out. ", link(grid.id.endsWith(EXTRACTED) ? "The copy" : "What was read, with what differs", { kind: "grid", at: beside(grid) })),
    cell ? make("p", { class: "cell-said" }, "Cell: ", make("b", {}, make("bdi", {}, cell.text || "(empty)")), " ", make("button", { type: "button", class: "link", onclick: () => choose({ kind: "grid", at: chosen.at }) }, "whole table")) : null,
    verdictPanel(keyOf(chosen)),
    foundList(cell && cell.finding >= 0 ? [cell.finding] : grid.findings),
    grid.rows.length ? gridTable(grid) : make("p", { class: "soft" }, `Its cells are not in the chunks; they are in tables/${grid.id}.csv.`),
    why,
    yaml([[grid.pages[0] || 0, firstWords(grid.holds), grid.action === "kept" ? "excluded" : "kept"]]),
  ];
};
const gridTable = (grid) => make("div", { class: "scroll", role: "region", "aria-label": "Cells", tabindex: "0" },
  make("table", { id: "cells" },
    make("thead", {}, make("tr", {}, ...grid.header.map((head) => make("th", { scope: "col", dir: "auto" }, head || "–")))),
    make("tbody", {}, ...grid.rows.map((row, r) => make("tr", {}, ...row.map((cell, c) => gridCell(grid, cell, [r, c])))))));
const gridCell = (grid, cell, place) => {
  const now = standingOf(cell.key);
  const isChosen = chosen.cell && chosen.cell[0] === place[0] && chosen.cell[1] === place[1];
  const classes = [now.state, cell.finding >= 0 ? "mismatch" : "", isChosen ? "chosen" : ""].filter(Boolean).join(" ");
  const sign = now.state === "rejected" ? " ✗" : now.state === "accepted" ? " ✓" : now.state === "changed" ? " ≠" : "";
  const button = make("button", {
    type: "button", dir: "auto", tabindex: isChosen || (!chosen.cell && !place[0] && !place[1]) ? "0" : "-1",
    "aria-pressed": String(Boolean(isChosen)), onclick: () => choose({ kind: "grid", at: chosen.at, cell: place }, true),
  }, cell.text || "–", sign ? make("span", { class: "sign" }, sign) : null, now.state === "rejected" ? make("span", { class: "hide" }, " marked wrong") : null, cell.finding >= 0 ? make("span", { class: "hide" }, " differs from the page") : null);
  button.dataset.cell = place.join();
  return make("td", { class: classes }, button);
};
const moveCell = (event) => {
  const [row, column] = event.target.dataset.cell.split(",").map(Number);
  const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] || [0, 0];
  if (!down && !right) return;
  const grid = grids[chosen.at];
  event.preventDefault();
  if (grid.rows[row + down] && grid.rows[row + down][column + right]) choose({ kind: "grid", at: chosen.at, cell: [row + down, column + right] }, true);
};

const groupItem = (group, at) => item({ kind: "group", at, index: 0 },
  make("span", { class: "badge" }, group.kind.replaceAll("_", " ")),
  make("span", { class: "name" }, make("bdi", {}, group.lines[0][2].slice(0, 120))),
  make("span", { class: "share" }, group.share ? `${(100 * group.share).toFixed(1)}%` : ""),
  make("span", { class: "at" }, `${group.lines.length}×`));
const findingItem = (note, at) => item({ kind: "finding", at },
  make("span", { class: `badge ${note.severity}` }, `${note.severity} ${note.code}`),
  make("span", { class: "name" }, note.message.slice(0, 200)),
  make("span", { class: "at" }, note.page ? String(note.page) : ""));
const rejectedItem = (each, at) => item({ kind: "rejected", at },
  make("b", {}, make("bdi", {}, each.printed)), make("span", { class: "name" }, make("bdi", {}, each.line.slice(0, 100))), make("span", { class: "at" }, String(each.page)));
const emptyItem = (words) => make("li", { class: "soft none" }, words);

const fillTables = () => one("#tables").replaceChildren(...(grids.length ? grids.map(gridItem) : [emptyItem("The document has no tables.")]));
const fillLists = () => {
  fillTables();
  one("#aside").replaceChildren(...(aside.length ? aside.map(groupItem) : [emptyItem("No line was set aside.")]));
  const order = { error: 0, warning: 1, note: 2 };
  const sorted = findings.map((note, at) => [note, at]).sort(([a], [b]) => order[a.severity] - order[b.severity] || a.page - b.page);
  one("#findings").replaceChildren(...(sorted.length ? sorted.map(([note, at]) => findingItem(note, at)) : [emptyItem("Nothing was found.")]));
  one("#rejected").replaceChildren(...rejected.map(rejectedItem));
  one("#rejected-head").hidden = !rejected.length;
};
const nextFinding = () => {
  const place = (at) => findings[at].page || Infinity; // what is said of the whole document comes last
  const order = findings.map((note, at) => at).sort((a, b) => (place(a) === place(b) ? a - b : place(a) - place(b)));
  if (!order.length) { say("Nothing was found."); return; }
  const from = lastFinding >= 0 ? order.indexOf(lastFinding) : -1;
  const at = order[(from + 1) % order.length];
  lastFinding = at;
  const leaf = leafOf.get(findings[at].clause_id);
  if (leaf === undefined) choose({ kind: "finding", at });
  else choose({ kind: "leaf", at: leaf }, true);
  say(`${findings[at].code}: ${findings[at].message}`);
};
let lastFinding = -1;
const startLists = () => {
  fillLists();
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => showTab(tab.id.replace("tab-", "")));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) { event.preventDefault(); showTab(tabs[(at + by + tabs.length) % tabs.length].id.replace("tab-", ""), true); }
    });
  });
  detail.addEventListener("keydown", (event) => { if (event.target.dataset.cell) moveCell(event); });
};
