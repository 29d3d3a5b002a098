// The clause tree: a row a node, filters, search, and the way from one row to the next.
const MARKS = { accepted: ["✓", "accepted"], rejected: ["✗", "rejected"], changed: ["≠", "changed since it was judged"], open: ["", ""] };
const list = one("#list");
const closed = new Set();
let treeRows = [];
let fits = [];
let texts = null;

const levelOf = (leaf) => leaf.depth;
const makeRow = (leaf, at) => {
  const branch = children.has(leaf.id);
  const row = make("div", {
    role: "treeitem", id: `leaf-${at}`, class: `row ${leaf.kind}${leaf.asked ? "" : " unasked"}`, tabindex: "-1",
    "aria-level": levelOf(leaf), "aria-selected": "false", "aria-expanded": branch ? "true" : undefined,
  },
  make("span", { class: "mark" }),
  make("span", { class: "fold", "aria-hidden": "true" }, branch ? "▾" : ""),
  make("span", { class: "name" }, make("b", {}, leaf.label), leaf.label ? " " : "", make("span", { class: leaf.title ? "titled" : "" }, shortOf(leaf))),
  leaf.look ? make("span", { class: "look", title: "needs a look" }, "!") : null,
  leaf.page ? make("span", { class: "at" }, String(leaf.page)) : null);
  row.style.setProperty("--level", Math.min(leaf.depth, 9) - 1);
  row.dir = "auto";
  return row;
};
const showMark = (at) => {
  const leaf = leaves[at];
  const now = standingOf(leaf.key);
  const [sign, words] = MARKS[now.state];
  const mark = treeRows[at].firstChild;
  mark.className = `mark ${now.state}`;
  mark.textContent = now.state === "open" && now.row && now.row.note ? "✎" : sign;
  const told = [leaf.label, shortOf(leaf), words, now.moved ? "under another number before" : "", leaf.look ? "needs a look" : "", leaf.page ? `page ${leaf.page}` : ""];
  treeRows[at].setAttribute("aria-label", told.filter(Boolean).join(", "));
};
const ASKS = {
  all: () => true,
  look: (leaf) => leaf.look,
  changed: (leaf, now) => now.state === "changed",
  open: (leaf, now) => leaf.asked && (now.state === "open" || now.state === "changed"),
  unverified: (leaf) => !leaf.verified,
  rejected: (leaf, now) => now.state === "rejected",
  accepted: (leaf, now) => now.state === "accepted",
  noted: (leaf, now) => Boolean(now.row && now.row.note),
};
const isFiltered = () => one("#show").value !== "all" || one("#find").value.trim() !== "";

// Rows that fit, and the rows above them so that their place can be read.
const filter = () => {
  const asks = ASKS[one("#show").value];
  const sought = one("#find").value.trim().toLowerCase();
  if (sought && !texts) texts = leaves.map((leaf) => `${leaf.id} ${leaf.label} ${leaf.title} ${leaf.text}`.replace(/\s+/g, " ").toLowerCase());
  fits = leaves.map((leaf, at) => asks(leaf, standingOf(leaf.key)) && (!sought || texts[at].includes(sought)));
  const filtered = isFiltered();
  const above = new Set();
  if (filtered) leaves.forEach((leaf, at) => {
    for (let up = leaf.parent; fits[at] && up && leafOf.has(up); up = leaves[leafOf.get(up)].parent) above.add(up);
  });
  const folded = new Set();
  leaves.forEach((leaf, at) => {
    const inFold = !filtered && (folded.has(leaf.parent) || closed.has(leaf.parent));
    if (inFold) folded.add(leaf.id);
    treeRows[at].hidden = inFold || !(fits[at] || above.has(leaf.id));
    treeRows[at].classList.toggle("above", !fits[at]);
  });
  const shown = fits.filter(Boolean).length;
  one("#count").textContent = filtered ? `${shown.toLocaleString("en")} of ${leaves.length.toLocaleString("en")}` : leaves.length.toLocaleString("en");
  one("#none").hidden = shown > 0;
  list.hidden = shown === 0;
};
const fold = (at, wanted) => {
  const id = leaves[at].id;
  if (!children.has(id)) return;
  if (wanted) closed.add(id); else closed.delete(id);
  treeRows[at].setAttribute("aria-expanded", String(!wanted));
  treeRows[at].querySelector(".fold").textContent = wanted ? "▸" : "▾";
  filter();
};
// What is chosen is never folded away, and the filter that hides it is left.
const reveal = (at) => {
  for (let up = leaves[at].parent; up && leafOf.has(up); up = leaves[leafOf.get(up)].parent) if (closed.has(up)) fold(leafOf.get(up), false);
  if (treeRows[at].hidden) { one("#filters").reset(); filter(); }
};
const markChosen = (focus) => {
  all("[aria-selected=true]", list).forEach((row) => { row.setAttribute("aria-selected", "false"); row.tabIndex = -1; });
  if (chosen.kind !== "leaf") return;
  reveal(chosen.at);
  const row = treeRows[chosen.at];
  row.setAttribute("aria-selected", "true");
  row.tabIndex = 0;
  row.scrollIntoView({ block: "nearest" });
  if (focus) row.focus({ preventScroll: true });
};
const nearest = (step, wanted = (at) => fits[at] && !treeRows[at].hidden) => {
  const from = chosen.kind === "leaf" ? chosen.at : step > 0 ? -1 : leaves.length;
  for (let at = from + step; at >= 0 && at < leaves.length; at += step) if (wanted(at)) return at;
  return -1;
};
const step = (by) => {
  const at = nearest(by);
  if (at >= 0) choose({ kind: "leaf", at }, true);
  else say(by > 0 ? "This is the last one." : "This is the first one.");
};

const startTree = () => {
  treeRows = leaves.map(makeRow);
  list.replaceChildren(...treeRows);
  leaves.forEach((_, at) => showMark(at));
  filter();
  if (treeRows[0]) treeRows[0].tabIndex = 0;
  list.addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (!row) return;
    const at = treeRows.indexOf(row);
    if (event.target.closest(".fold") && children.has(leaves[at].id)) fold(at, !closed.has(leaves[at].id));
    else choose({ kind: "leaf", at }, true);
  });
  list.addEventListener("keydown", (event) => {
    const at = treeRows.indexOf(document.activeElement);
    const act = at < 0 ? null : {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => choose({ kind: "leaf", at }, true),
      " ": () => choose({ kind: "leaf", at }, true),
      Home: () => { chosen = { kind: "" }; step(1); },
      End: () => { chosen = { kind: "" }; step(-1); },
      ArrowLeft: () => (children.has(leaves[at].id) && !closed.has(leaves[at].id) ? fold(at, true)
        : leafOf.has(leaves[at].parent) && choose({ kind: "leaf", at: leafOf.get(leaves[at].parent) }, true)),
      ArrowRight: () => (closed.has(leaves[at].id) ? fold(at, false) : children.has(leaves[at].id) && choose({ kind: "leaf", at: children.get(leaves[at].id)[0] }, true)),
    }[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); act(); }
  });
  const form = one("#filters");
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => { event.preventDefault(); step(1); });
  form.addEventListener("reset", () => setTimeout(filter));
  one("#show-all").addEventListener("click", () => { form.reset(); one("#show").focus(); });
};
