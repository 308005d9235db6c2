"use strict";
// The view of chunks: of the page that `chunk inspect --html` writes, and of docs/playground. A document's views are shown side by side.
// `records` returns the whole records, a list for each view, or nothing as long as they are not there.
function chunkView({ main, search, found, records }) {
  const make = (tag, name, text) => { const e = document.createElement(tag); if (name) e.className = name; if (text !== undefined) e.textContent = text; return e };
  const counted = (number, many) => `${number} ${number === 1 ? many.replace(/s$/, "") : many}`;
  const chunks = [], buildAll = slices(build), markAll = slices(mark);
  let current = -1, word = "";

  function show(views) {
    main.textContent = "";
    main.style.setProperty("--views", views.length);
    chunks.length = 0;
    current = -1;
    views.forEach((view, at) => {
      const column = make("section"), sizes = view.pieces.map(p => p.size), sum = sizes.reduce((a, b) => a + b, 0);
      const most = sizes.reduce((a, b) => Math.max(a, b), 0), least = sizes.reduce((a, b) => Math.min(a, b), most);
      column.append(make("h2", "", view.title));
      column.append(make("div", "hint", `${counted(sizes.length, "chunks")}, ${counted(sum, view.unit)}` +
        (sizes.length > 1 ? `; ${least} to ${most}, ${Math.round(sum / sizes.length)} on average` : "")));
      if (sizes.length) {
        column.append(histogram(sizes, view.unit));
        const axis = make("div", "axis");
        [0, 1, 2, 3, 4].forEach(part => axis.append(make("span", "", `${Math.round(most * part / 4)}${part === 4 ? " " + view.unit : ""}`)));
        column.append(axis);
      }
      const rest = make("pre", "between", view.rest.trim());
      if (view.rest.trim()) column.append(rest);
      view.pieces.forEach((piece, number) => {
        piece.text = piece.text.replace(/^\n+/, ""); // of the page; the record has it as it is
        chunks.push({ piece, number, view: at, unit: view.unit, hit: true, add: card => rest.parentNode ? rest.before(card) : column.append(card) });
      });
      main.append(column);
    });
    // Views that stand side by side grow together.
    buildAll([...chunks].sort((a, b) => a.number - b.number));
    if (search.value) find();
  }

  /** A way to do something with each of many: the first at once, and the others between frames, until it is done anew. */
  function slices(each) {
    let running;
    return list => {
      clearTimeout(running);
      const from = at => {
        list.slice(at, at + 200).forEach(each);
        if (at + 200 < list.length) running = setTimeout(from, 0, at + 200);
      };
      from(0);
    };
  }

  function build(chunk) {
    const { piece, number, unit, add } = chunk, card = make("article", "chunk"), rule = make("div", "rule");
    if (piece.between.trim()) add(make("pre", "between", piece.between.trim()));
    rule.append(make("b", "", String(number + 1)), make("span", "why", piece.reason), make("span", "", counted(piece.size, unit)));
    if (piece.lines) rule.append(make("span", "lines", lines(piece.lines)));
    rule.append(id(piece.id));
    card.append(rule);
    if (piece.overlap) card.append(make("pre", "overlap", piece.overlap));
    card.append(make("pre", "text", piece.text));
    card.onclick = () => { if (!String(getSelection())) { select(chunks.indexOf(chunk)); record() } };
    card.classList.toggle("hidden", !chunk.hit);
    add(card);
    chunk.card = card;
    if (word && chunk.hit) mark(chunk);
  }

  const lines = ([first, last]) => first === last ? `line ${first}` : `lines ${first} to ${last}`;

  /** An id, of which twelve digits tell a hash; all of it stands in the record. */
  function id(whole) {
    const code = make("code", "", /^[0-9a-f]{64}$/.test(whole) ? whole.slice(0, 12) : whole);
    code.title = whole;
    return code;
  }

  function histogram(sizes, unit) {
    const bins = Math.min(40, Math.max(8, Math.ceil(2 * Math.sqrt(sizes.length)))), svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), most = sizes.reduce((a, b) => Math.max(a, b), 1);
    svg.setAttribute("viewBox", `0 0 ${bins} 20`); svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img"); svg.setAttribute("aria-label", "How many chunks there are of each size");
    const counts = Array(bins).fill(0);
    sizes.forEach(size => counts[Math.min(bins - 1, Math.floor(size / most * bins))]++);
    const highest = Math.max(...counts, 1);
    counts.forEach((count, bin) => {
      if (!count) return;
      const bar = document.createElementNS(svg.namespaceURI, "rect"), height = Math.max(1, count / highest * 20);
      bar.setAttribute("x", bin + .05); bar.setAttribute("width", .9); bar.setAttribute("y", 20 - height); bar.setAttribute("height", height);
      const title = document.createElementNS(svg.namespaceURI, "title");
      title.textContent = `${count} of ${Math.floor(bin * most / bins)} to ${Math.floor((bin + 1) * most / bins)} ${unit}`;
      bar.append(title); svg.append(bar);
    });
    return svg;
  }

  function select(next) {
    const card = chunks[next]?.card;
    if (!card) return;
    chunks[current]?.card.classList.remove("current");
    current = next;
    card.classList.add("current");
    card.scrollIntoView({ block: "nearest" });
  }
  function step(by) {
    let next = current + by;
    while (chunks[next]?.hit === false) next += by;
    select(next);
  }
  function record() {
    const chunk = chunks[current]; if (!chunk) return;
    const open = chunk.card.querySelector(".record");
    if (open) return open.remove();
    const all = records();
    if (all) chunk.card.append(make("pre", "record", JSON.stringify(all[chunk.view][chunk.number], null, 2)));
  }
  let waiting;
  search.oninput = () => { clearTimeout(waiting); waiting = setTimeout(find, 120) };
  function find() {
    word = search.value.toLowerCase();
    let hits = 0;
    for (const chunk of chunks) {
      const { piece, card } = chunk;
      chunk.hit = !word || piece.text.toLowerCase().includes(word) || piece.id.includes(word) || piece.reason.toLowerCase().includes(word);
      card?.classList.toggle("hidden", !chunk.hit);
      hits += chunk.hit;
    }
    found.textContent = word ? `${hits} of ${counted(chunks.length, "chunks")}` : "";
    markAll(chunks.filter(chunk => chunk.hit && (word || chunk.marked)));
  }
  /** Marks where the word stands in a chunk. */
  function mark(chunk) {
    const { piece: { text }, card } = chunk, pre = card?.querySelector(".text"), low = text.toLowerCase();
    if (!pre) return;
    pre.textContent = "";
    let from = 0, at;
    if (word && low.length === text.length) {
      while ((at = low.indexOf(word, from)) >= 0) {
        pre.append(text.slice(from, at), make("mark", "", text.slice(at, at + word.length)));
        from = at + word.length;
      }
    }
    pre.append(text.slice(from));
    chunk.marked = from > 0;
  }
  addEventListener("keydown", event => {
    if (event.target === search && event.key === "Escape") search.blur();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, textarea, select, button, a, summary")) return;
    // The arrows scroll the page, as everywhere.
    const act = { j: () => step(1), k: () => step(-1), Enter: record, "/": () => search.focus() }[event.key];
    if (act) { event.preventDefault(); act() }
  });
  return { show, find, chunks };
}
