// Choosing, judging, keys, files and printing.
const choose = (target, focus = false) => {
  chosen = target;
  showTab(TAB_OF[target.kind]);
  markChosen(focus);
  markItems();
  showDetail();
  showTarget();
  detail.scrollTop = target.cell ? detail.scrollTop : 0;
  const cell = target.cell && one(`[data-cell="${target.cell.join()}"]`);
  if (cell) { cell.scrollIntoView({ block: "nearest", inline: "nearest" }); if (focus) cell.focus({ preventScroll: true }); }
};
const showProgress = () => {
  const mine = leaves.filter((leaf) => leaf.asked).map((leaf) => standingOf(leaf.key).state);
  const of = (state) => mine.filter((each) => each === state).length;
  const parts = [`${of("accepted").toLocaleString("en")} of ${mine.length.toLocaleString("en")} clauses signed off`];
  if (of("rejected")) parts.push(`${of("rejected").toLocaleString("en")} rejected`);
  if (of("changed")) parts.push(`${of("changed").toLocaleString("en")} changed`);
  one("#progress").textContent = parts.join(" · ");
  one("#bar").max = Math.max(1, mine.length);
  one("#bar").value = of("accepted");
  one("#bar").textContent = parts[0];
};
const refresh = () => {
  leaves.forEach((_, at) => showMark(at));
  filter();
  if (chosen.kind === "leaf" && treeRows[chosen.at].hidden) treeRows[chosen.at].hidden = false;
  fillTables();
  markItems();
  redrawDetail();
  showProgress();
};

// A verdict bears a name: asked once, then remembered.
const NAME = "clausetrace-audit-name";
const nameNow = () => one("#who").value.trim();
const withName = (then) => {
  if (nameNow()) { then(); return; }
  const dialog = one("#ask-name");
  one("#name-form").onsubmit = (event) => {
    event.preventDefault();
    one("#who").value = one("#name").value.trim();
    keepName();
    dialog.close();
    if (nameNow()) then();
  };
  one("#name-cancel").onclick = () => dialog.close();
  dialog.showModal();
  one("#name").focus();
};
const keepName = () => { try { localStorage.setItem(NAME, nameNow()); } catch { /* it is asked again next time */ } };

const give = (verdict, note) => {
  const target = keyOf(chosen);
  if (!target) { say("It asks for no verdict."); return; }
  const [key, content_hash] = target;
  record(key, { key, content_hash, verdict, note, who: nameNow(), when: stamp() });
};
const noteNow = () => (one("#note") ? one("#note").value.trim() : "");
const judgeChosen = (verdict) => withName(() => {
  if (!keyOf(chosen)) { say("It asks for no verdict."); return; }
  give(verdict, noteNow());
  if (verdict === "rejected") { const note = one("#note"); if (note && !note.value) note.focus(); }
});
const writeNote = (note) => withName(() => {
  const target = keyOf(chosen);
  const now = standingOf(target[0]);
  const said = now.state === "accepted" || now.state === "rejected" ? now.state : "noted";
  if (note.trim() || said !== "noted") give(said, note.trim()); else record(target[0], null);
});
const takeBack = () => {
  const target = keyOf(chosen);
  if (target && rows.has(target[0])) record(target[0], null);
  else say("There is no verdict of its own to take back.");
};
const acceptAndGoOn = () => withName(() => {
  if (!keyOf(chosen)) { say("Choose a clause first: j."); return; }
  const on = chosen.kind === "leaf" ? nearest(1, (at) => fits[at] && !treeRows[at].hidden && leaves[at].asked) : -1;
  give("accepted", noteNow());
  if (on >= 0) choose({ kind: "leaf", at: on }, true);
});

const exportCsv = () => {
  const address = URL.createObjectURL(new Blob([formatCsv()], { type: "text/csv" }));
  make("a", { href: address, download: `${cover.family}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
};
const importCsv = async (file) => {
  try {
    const taken = parseCsv(await file.text()).filter((row) => !rows.has(row.key) || rows.get(row.key).when < row.when);
    if (setup.server) for (const row of taken) await record(row.key, row, false);
    else { taken.forEach((row) => put(row.key, row)); keep(); judge(); refresh(); }
    say(`${count(taken.length, "verdict")} taken in from ${file.name}; where both had one, the later one holds.`);
  } catch (error) {
    say(`${file.name} was not taken in: ${error.message}.`, true);
  }
};

const KEYS = {
  j: () => step(1), k: () => step(-1), a: acceptAndGoOn, r: () => judgeChosen("rejected"), u: takeBack, f: nextFinding,
  n: () => { const note = one("#note"); if (note) note.focus(); else say("Choose a clause first: j."); },
  "/": () => { showTab("clauses"); one("#find").focus(); one("#find").select(); },
  "?": () => one("#help").showModal(),
  "[": () => turn(-1), "]": () => turn(1), "+": () => setZoom(zoom * STEP), "=": () => setZoom(zoom * STEP), "-": () => setZoom(zoom / STEP), 0: () => setZoom(1),
  1: () => showTab("clauses", true), 2: () => showTab("tables", true), 3: () => showTab("aside", true), 4: () => showTab("findings", true),
};
const onKey = (event) => {
  const field = event.target.closest("input:not([type=checkbox]), textarea, select, dialog");
  if (field) {
    if (event.key === "Escape" && field.tagName !== "DIALOG" && !field.closest("dialog")) { field.blur(); markChosen(true); }
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
};

// On paper: the clauses that are shown, each with its words and its verdict.
const layOutPrint = () => {
  const shown = leaves.map((leaf, at) => [leaf, at]).filter(([leaf, at]) => fits[at] && leaf.asked);
  one("#printed").replaceChildren(make("h1", {}, cover.title || cover.doc_id), make("p", {}, one("#progress").textContent, isFiltered() ? ` · ${count(shown.length, "clause")} shown` : ""),
    ...shown.map(([leaf]) => {
      const now = standingOf(leaf.key);
      return make("section", {}, make("h2", {}, [leaf.label, leaf.title].filter(Boolean).join(" ") || KINDS[leaf.kind]), make("p", { class: "meta" }, `${leaf.id} · ${pageName(leaf.page)} · ${standingLine(now)}${now.row && now.row.note ? ` Note: ${now.row.note}` : ""}`),
        ...leaf.findings.map((at) => make("p", { class: "meta" }, `${findings[at].code}: ${findings[at].message}`)), ...leaf.text.split("\n").filter(Boolean).map((each) => make("p", {}, each)));
    }));
};

load();
startPage();
startTree();
startLists();
showProgress();
try { if (!one("#who").value) one("#who").value = localStorage.getItem(NAME) || ""; } catch { /* the name is asked for */ }
one("#who").addEventListener("change", keepName);
one("#export").addEventListener("click", exportCsv);
one("#import").addEventListener("click", () => one("#file").click());
one("#file").addEventListener("change", (event) => { if (event.target.files[0]) importCsv(event.target.files[0]); event.target.value = ""; });
one("#help-button").addEventListener("click", () => one("#help").showModal());
document.addEventListener("keydown", onKey);
addEventListener("beforeprint", layOutPrint);
addEventListener("hashchange", () => { const at = leafOf.get(decodeURIComponent(location.hash.slice(1))); if (at !== undefined) choose({ kind: "leaf", at }, true); });
const first = leafOf.get(decodeURIComponent(location.hash.slice(1)));
if (first !== undefined) choose({ kind: "leaf", at: first });
else { showDetail(); if (pages.length) showPage(pages[0].number); }
if (setup.server) { poll(); setInterval(poll, 15000); addEventListener("focus", poll); }
document.documentElement.dataset.ready = "yes";
