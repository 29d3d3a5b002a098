// What all parts share: the document as it came, by id, and small hands for making elements. Text is only ever set as text.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const SVG = "http://www.w3.org/2000/svg";

const make = (tag, properties = {}, ...inner) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inner.filter((each) => each !== null && each !== undefined && each !== ""));
  return made;
};
const draw = (tag, properties, title = "") => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
  if (title) {
    const words = document.createElementNS(SVG, "title");
    words.textContent = title;
    made.append(words);
  }
  return made;
};
const count = (number, what, many = what + "s") => `${number.toLocaleString("en")} ${number === 1 ? what : many}`;

const view = read("view");
const setup = read("setup");
const { leaves, grids, aside, findings, rejected, pages, cover } = view;
const pageAt = new Map(pages.map((page, at) => [page.number, at]));
const leafOf = new Map(leaves.map((leaf, at) => [leaf.id, at]));
const gridOf = new Map(grids.map((grid, at) => [grid.id, at]));
const groupOf = new Map(aside.flatMap((group, at) => group.lines.map((line, index) => [line[1], [at, index]])));
const rejectedOf = new Map(rejected.map((each, at) => [each.line_id, at]));
const children = new Map();
leaves.forEach((leaf, at) => {
  if (!children.has(leaf.parent)) children.set(leaf.parent, []);
  children.get(leaf.parent).push(at);
});

const KINDS = { clause: "clause", heading: "heading", overview: "before the first clause", aside: "beside the text" };
const nameOf = (leaf) => [leaf.label, leaf.title].filter(Boolean).join(" ");
const shortOf = (leaf, most = 90) => {
  const words = [leaf.title, leaf.title.length > 40 ? "" : leaf.text].filter(Boolean).join(" · ");
  return words.length > most ? words.slice(0, most).trimEnd() + "…" : words || (leaf.label ? "" : KINDS[leaf.kind]);
};
const pageName = (number) => {
  const page = pages[pageAt.get(number)];
  return page && page.label && page.label !== String(number) ? `p. ${number} (${page.label})` : `p. ${number}`;
};
const say = (words, bad = false) => {
  const place = one("#said");
  place.textContent = words;
  place.classList.toggle("bad", bad);
  place.hidden = !words;
  clearTimeout(say.timer);
  if (!bad) say.timer = setTimeout(() => { place.hidden = true; }, 6000);
};
let chosen = { kind: "" };
