// The page: its picture, the boxes of what was made of it, and the place of what is chosen.
const LAYERS = [
  ["body", "words of clauses"], ["label", "label"], ["title", "title"], ["heading", "heading without a number"],
  ["overview", "before the first clause"], ["aside", "beside the text"], ["kept", "table kept"], ["excluded", "table excluded"],
  ["released", "table read as text"], ["furniture", "furniture"], ["contents", "table of contents"],
  ["unseen", "watermark, hidden, garbled, left out"], ["rejected", "not taken for a label"], ["finding", "finding"],
];
const SET_ASIDE = ["furniture", "contents", "unseen"];
const hiddenLayers = new Set();
const canvas = one("#canvas");
const paper = one("#paper");
const picture = one("#picture");
const boxes = one("#boxes");
let pageNow = pages.length ? pages[0].number : 0;
let zoom = 1;
const MOST_ZOOM = 4, LEAST_ZOOM = 0.4, STEP = 1.25;

const sourceOf = (number) => {
  if (setup.server) return setup.pictures ? `pages/${number}.webp` : "";
  const kept = document.getElementById(`picture-${number}`);
  return kept ? `data:image/webp;base64,${kept.textContent.trim()}` : "";
};
const targetOf = (kind, owner) => {
  if (kind === "finding") return { kind, at: Number(owner) };
  if (kind === "rejected") return rejectedOf.has(owner) ? { kind: "rejected", at: rejectedOf.get(owner) } : null;
  if (SET_ASIDE.includes(kind)) return groupOf.has(owner) ? { kind: "group", at: groupOf.get(owner)[0], index: groupOf.get(owner)[1] } : null;
  if (["kept", "excluded", "released"].includes(kind)) return { kind: "grid", at: gridOf.get(owner) };
  return leafOf.has(owner) ? { kind: "leaf", at: leafOf.get(owner) } : null;
};
const titleOf = (kind, owner) => {
  const layer = LAYERS.find(([name]) => name === kind)[1];
  if (kind === "finding") return `${findings[owner].code}: ${findings[owner].message}`;
  return leafOf.has(owner) && !SET_ASIDE.includes(kind) ? `${layer}: ${nameOf(leaves[leafOf.get(owner)]) || owner}` : layer;
};
const rectOf = (kind, x0, top, x1, bottom, more = 0) => ({
  class: kind, x: Math.min(x0, x1) - more, y: Math.min(top, bottom) - more,
  width: Math.abs(x1 - x0) + 2 * more, height: Math.abs(bottom - top) + 2 * more,
});

const spotsOf = (target) => {
  if (target.kind === "leaf") return leaves[target.at].spots;
  if (target.kind === "grid") {
    const grid = grids[target.at];
    return target.cell ? [grid.rows[target.cell[0]][target.cell[1]].spot] : grid.spots;
  }
  if (target.kind === "finding") {
    const note = findings[target.at];
    if (note.bbox.length) return [[note.page, ...note.bbox]];
    return leafOf.has(note.clause_id) ? leaves[leafOf.get(note.clause_id)].spots : note.page ? [[note.page, 0, 0, 0, 0]] : [];
  }
  const line = target.kind === "group" ? aside[target.at].lines[target.index || 0] : target.kind === "rejected" ? rejected[target.at] : null;
  if (!line) return [];
  const [number, id] = Array.isArray(line) ? line : [line.page, line.line_id];
  const page = pages[pageAt.get(number)];
  const found = page ? page.boxes.filter((box) => box[5] === id).map((box) => [number, ...box.slice(1, 5)]) : [];
  return found.length ? found : [[number, 0, 0, 0, 0]];
};

// Lines that follow one another, as one block each: a line around every line would strike the words through.
const APART = 0.8; // of a line's height, between two lines of one block
const BESIDE = 40; // points between a label and its words
const blocksOf = (spots) => spots.map((spot) => spot.slice(1)).reduce((blocks, [x0, top, x1, bottom]) => {
  const last = blocks.at(-1);
  const tall = bottom - top;
  const below = last && top - last[3] < APART * tall && top > last[1] - tall && x0 < last[2] + BESIDE && x1 > last[0] - BESIDE;
  if (below) blocks[blocks.length - 1] = [Math.min(x0, last[0]), Math.min(top, last[1]), Math.max(x1, last[2]), Math.max(bottom, last[3])];
  else blocks.push([x0, top, x1, bottom]);
  return blocks;
}, []);

const drawBoxes = () => {
  const page = pages[pageAt.get(pageNow)];
  boxes.replaceChildren();
  if (!page) return;
  boxes.setAttribute("viewBox", `0 0 ${page.width} ${page.height}`);
  for (const [x0, top, x1, bottom, text] of picture.hasAttribute("src") ? [] : page.words) {
    const line = draw("text", { class: "line", x: x0, y: bottom - 0.22 * (bottom - top), "font-size": 0.86 * (bottom - top), textLength: Math.max(1, x1 - x0), lengthAdjust: "spacingAndGlyphs" });
    line.textContent = text;
    boxes.append(line);
  }
  const shown = page.boxes.filter(([kind]) => !hiddenLayers.has(kind));
  const noted = findings.map((note, at) => [note, at]).filter(([note]) => note.page === pageNow && note.bbox.length && !hiddenLayers.has("finding"));
  for (const [kind, x0, top, x1, bottom, owner] of shown) {
    const rect = draw("rect", rectOf(kind, x0, top, x1, bottom), titleOf(kind, owner));
    rect.dataset.kind = kind;
    rect.dataset.owner = owner;
    boxes.append(rect);
    if (kind === "rejected") boxes.append(draw("path", { class: "cross", d: `M${x0} ${top}L${x1} ${bottom}M${x0} ${bottom}L${x1} ${top}` }));
  }
  for (const [note, at] of noted) {
    const rect = draw("rect", rectOf("finding", ...note.bbox, 1.5), titleOf("finding", at));
    rect.dataset.kind = "finding";
    rect.dataset.owner = at;
    boxes.append(rect);
  }
  const here = spotsOf(chosen).filter(([number, x0, , x1]) => number === pageNow && x1 > x0);
  const tinted = chosen.kind !== "grid" || chosen.cell;
  for (const spot of tinted ? here : []) boxes.append(draw("rect", rectOf("chosen", ...spot.slice(1))));
  for (const block of blocksOf(here)) boxes.append(draw("rect", rectOf("around", ...block, 1.5)));
  boxes.setAttribute("aria-label", `Page ${pageNow}: ${count(shown.length, "box", "boxes")}`);
};
const layOut = () => {
  const page = pages[pageAt.get(pageNow)];
  if (!page) return;
  const room = Math.max(200, canvas.clientWidth - 16);
  const tall = page.height / page.width;
  const width = Math.round(room * zoom);
  paper.style.width = `${width}px`;
  paper.style.height = `${Math.round(width * tall)}px`;
  one("#zoom").textContent = `${Math.round((width / page.width) * 75)}%`;
};
const showPage = (number) => {
  if (!pageAt.has(number)) return;
  const other = number !== pageNow || !picture.dataset.page;
  pageNow = number;
  const page = pages[pageAt.get(number)];
  if (other) {
    const source = sourceOf(number);
    picture.dataset.page = number;
    paper.classList.toggle("blank", !source);
    if (source) picture.src = source; else picture.removeAttribute("src");
    picture.alt = `Page ${number}${page.label && page.label !== String(number) ? `, printed ${page.label}` : ""}`;
    one("#page-number").value = number;
    one("#page-label").textContent = page.label && page.label !== String(number) ? `printed ${page.label}` : "";
    one("#page-back").disabled = pageAt.get(number) === 0;
    one("#page-on").disabled = pageAt.get(number) === pages.length - 1;
    canvas.scrollTop = 0;
  }
  layOut();
  drawBoxes();
};
const turn = (step) => {
  const next = pages[pageAt.get(pageNow) + step];
  if (next) showPage(next.number);
};
// The chosen words come into sight, a little below the top; nothing moves where they are in sight already.
const bringIntoSight = (spots) => {
  const here = spots.filter(([number, x0, , x1]) => number === pageNow && x1 > x0);
  if (!here.length) return;
  const page = pages[pageAt.get(pageNow)];
  const scale = paper.offsetWidth / page.width;
  const top = Math.min(...here.map((spot) => spot[2])) * scale + paper.offsetTop;
  const bottom = Math.max(...here.map((spot) => spot[4])) * scale + paper.offsetTop;
  const left = Math.min(...here.map((spot) => spot[1])) * scale + paper.offsetLeft;
  const right = Math.max(...here.map((spot) => spot[3])) * scale + paper.offsetLeft;
  const above = canvas.clientHeight * 0.2;
  if (top < canvas.scrollTop || Math.min(bottom, top + canvas.clientHeight - 40) > canvas.scrollTop + canvas.clientHeight) canvas.scrollTop = top - above;
  if (left < canvas.scrollLeft || right > canvas.scrollLeft + canvas.clientWidth) canvas.scrollLeft = left - 24;
};
const showTarget = () => {
  const spots = spotsOf(chosen);
  if (spots.length && !spots.some(([number]) => number === pageNow)) showPage(spots[0][0]);
  else drawBoxes();
  bringIntoSight(spots);
};
const setZoom = (wanted) => {
  const page = pages[pageAt.get(pageNow)];
  if (!page) return;
  const before = canvas.scrollTop / Math.max(1, paper.offsetHeight);
  zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, wanted));
  layOut();
  canvas.scrollTop = before * paper.offsetHeight;
  bringIntoSight(spotsOf(chosen));
};

const startPage = () => {
  one("#page-count").textContent = pages.length.toLocaleString("en");
  one("#page-back").addEventListener("click", () => turn(-1));
  one("#page-on").addEventListener("click", () => turn(1));
  one("#larger").addEventListener("click", () => setZoom(zoom * STEP));
  one("#smaller").addEventListener("click", () => setZoom(zoom / STEP));
  one("#fit").addEventListener("click", () => setZoom(1));
  one("#page-number").addEventListener("change", (event) => {
    const wanted = event.target.value.trim();
    const labelled = pages.find((page) => page.label === wanted);
    const number = pageAt.has(Number(wanted)) ? Number(wanted) : labelled ? labelled.number : 0;
    if (number) showPage(number); else say(`There is no page ${wanted}.`);
    event.target.value = pageNow;
  });
  boxes.addEventListener("click", (event) => {
    const rect = event.target.closest("rect[data-kind]");
    const target = rect && targetOf(rect.dataset.kind, rect.dataset.owner);
    if (target) choose(target);
  });
  const present = new Set(pages.flatMap((page) => page.boxes.map((box) => box[0])));
  if (findings.some((note) => note.bbox.length)) present.add("finding");
  one("#legend").append(...LAYERS.filter(([kind]) => present.has(kind)).map(([kind, words]) => {
    const box = make("input", { type: "checkbox", checked: true, onchange: (event) => {
      if (event.target.checked) hiddenLayers.delete(kind); else hiddenLayers.add(kind);
      drawBoxes();
    } });
    const swatch = draw("svg", { viewBox: "0 0 18 12", class: "swatch", "aria-hidden": "true" });
    swatch.append(draw("rect", { class: kind, x: 1, y: 1, width: 16, height: 10 }));
    if (kind === "rejected") swatch.append(draw("path", { class: "cross", d: "M1 1L17 11M1 11L17 1" }));
    return make("label", {}, box, swatch, words);
  }));
  addEventListener("resize", layOut);
  new ResizeObserver(layOut).observe(canvas);
};
