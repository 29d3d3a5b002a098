"use strict";
for (const main of document.querySelectorAll("main")) {
  const links = [...main.querySelectorAll("nav a")];
  const articles = [...main.querySelectorAll("article")];
  const count = main.querySelector("output");

  const show = (index, focus) => {
    articles.forEach((article, at) => { article.hidden = at !== index; });
    links.forEach((link, at) => at === index ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"));
    if (focus && articles[index]) articles[index].focus({ preventScroll: true });
  };
  const move = (from, step) => {
    let at = from + step;
    while (links[at] && links[at].parentElement.hidden) at += step;
    if (links[at]) { show(at, false); links[at].focus(); }
  };
  links.forEach((link, at) => {
    link.addEventListener("click", (event) => { event.preventDefault(); history.replaceState(null, "", link.hash); show(at, true); });
    link.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) { event.preventDefault(); move(at, step); }
    });
  });
  main.querySelector("input").addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    links.forEach((link) => {
      const text = link.textContent.toLowerCase();
      const fits = words.every((word) => text.includes(word));
      link.parentElement.hidden = !fits;
      shown += fits;
    });
    count.textContent = shown === 1 ? "1 fact" : `${shown} facts`;
    const first = links.findIndex((link) => !link.parentElement.hidden);
    if (first >= 0) show(first, false);
  });
  const asked = links.findIndex((link) => link.hash === location.hash);
  show(asked >= 0 ? asked : 0, false);
}
