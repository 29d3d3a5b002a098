"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const cards = all("article");
  const views = all("svg[data-picture]");
  const items = new Map(all("#list li").map((item) => [item.dataset.for, item]));
  const words = new Map();

  // A page stands once in the file, as text; it becomes a picture where it comes into sight.
  const draw = (view) => {
    const image = view.querySelector("image");
    const kept = document.getElementById("picture-" + view.dataset.picture);
    if (kept && !image.hasAttribute("href")) image.setAttribute("href", "data:image/webp;base64," + kept.textContent);
  };
  const sight = new IntersectionObserver(
    (seen) => seen.filter((each) => each.isIntersecting).forEach((each) => { draw(each.target); sight.unobserve(each.target); }),
    { rootMargin: "600px 0px" },
  );
  views.forEach((view) => sight.observe(view));
  addEventListener("beforeprint", () => cards.filter((card) => !card.hidden).flatMap((card) => all("svg[data-picture]", card)).forEach(draw));

  // Only the part around the clause, or the whole page.
  const pages = one("#pages");
  pages.hidden = !views.length;
  pages.addEventListener("click", () => {
    const whole = pages.getAttribute("aria-pressed") !== "true";
    const kept = cards.find((card) => !card.hidden && card.getBoundingClientRect().bottom > 0);
    const before = kept ? kept.getBoundingClientRect().top : 0;
    pages.setAttribute("aria-pressed", String(whole));
    document.body.classList.toggle("whole-pages", whole);
    views.forEach((view) => {
      const [part, all, scale] = view.dataset.wide.split(" ").map(Number);
      view.setAttribute("viewBox", whole ? view.dataset.whole : view.dataset.crop);
      view.setAttribute("width", Math.round((whole ? all : part) * scale));
    });
    if (kept) scrollBy({ top: kept.getBoundingClientRect().top - before, behavior: "instant" });
  });

  // Long stretches of words that did not change.
  all(".unfold").forEach((button) => {
    const folded = button.nextElementSibling;
    folded.hidden = true;
    button.hidden = false;
    button.addEventListener("click", () => { folded.hidden = false; folded.tabIndex = -1; folded.focus(); button.remove(); });
  });

  const form = one("#filters");
  if (!form) return;
  form.hidden = false;
  const kinds = all("input[name=kind]", form);
  const textOf = (card) => {
    if (!words.has(card)) words.set(card, card.textContent.toLowerCase());
    return words.get(card);
  };
  const filter = () => {
    const wanted = new Set(kinds.filter((box) => box.checked).map((box) => box.value));
    const heavy = one("#weighty-only").checked;
    const sought = one("#find").value.trim().toLowerCase();
    let shown = 0;
    cards.forEach((card) => {
      const fits = card.dataset.kinds.split(" ").some((kind) => wanted.has(kind))
        && (!heavy || card.dataset.weighty === "yes")
        && (!sought || textOf(card).includes(sought));
      card.hidden = !fits;
      items.get(card.id).hidden = !fits;
      shown += fits;
    });
    one("#shown").textContent = `${shown} of ${cards.length} shown`;
    one("#none").hidden = shown > 0;
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  one("#again").addEventListener("click", () => { form.reset(); one("#weighty-only").focus(); });

  // Up and down in the list of changes; Enter follows the link, and the reader stands at the change.
  const list = one("#list");
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = all("li:not([hidden]) a", list);
    const next = links[links.indexOf(document.activeElement) + step];
    if (!step || !next) return;
    event.preventDefault();
    next.focus();
  });
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) setTimeout(() => document.getElementById(link.hash.slice(1)).focus({ preventScroll: true }));
  });
  const here = new IntersectionObserver((seen) => {
    seen.forEach((each) => {
      const link = items.get(each.target.id).querySelector("a");
      if (each.isIntersecting) {
        all("[aria-current]", list).forEach((other) => other.removeAttribute("aria-current"));
        link.setAttribute("aria-current", "true");
        const frame = list.parentElement;
        const [a, b] = [link.getBoundingClientRect(), frame.getBoundingClientRect()];
        if (a.top < b.top || a.bottom > b.bottom) frame.scrollTop += a.top - b.top - b.height / 3;
      }
    });
  }, { rootMargin: "-15% 0px -84% 0px" });
  cards.forEach((card) => here.observe(card));
})();
