// The page to try the policies on: what `chunk inspect` shows, made in the browser.
import { Backlog, ConfigError, counters, Hybrid, loadEncoding, Markdown, Recorder, Tokens } from "./chunk-policies/web.js";

const POLICIES = { markdown: Markdown, tokens: Tokens, hybrid: Hybrid, backlog: Backlog, recorder: Recorder };
const ENCODINGS = ["cl100k_base", "o200k_base", "p50k_base", "r50k_base"], COUNTING = ["markdown", "tokens", "hybrid"];
const STRATEGIES = ["", "event-based", "semantic-boundary", "preference-signal", "step-based"];
const at = id => document.getElementById(id), root = document.documentElement;
const make = (tag, attributes, ...inner) => { const e = Object.assign(document.createElement(tag), attributes); e.append(...inner); return e };

let records = [], jsonl = "", document_ = null; // a file as bytes, until its text is edited: a text field would change its line ends
const { show } = chunkView({ main: at("views"), search: at("search"), found: at("found"), records: () => records });

root.classList.toggle("dark", matchMedia("(prefers-color-scheme: dark)").matches);
at("theme").onclick = () => root.classList.toggle("dark");

let waiting;
const later = () => { clearTimeout(waiting); waiting = setTimeout(update, 150) };

const event = (number, ms, type, text) => JSON.stringify({ schema_version: "ft.recorder.event.v1", event_id: `e${number}`, pane_id: 1, occurred_at_ms: ms, event_type: type, text });
const MARKDOWN = `# Tea\n\nTea is the second most drunk liquid, after water. It comes from one plant.\n\n## Green tea\n\nIts leaves are heated soon after picking, so that they stay green.\n\n| water | minutes |\n|---|---|\n| 70 °C | 2 |\n| 80 °C | 1 |\n\n## Black tea\n\nIts leaves wither, are rolled, and turn dark in the air. 🍵\n\n\`\`\`sh\nkettle --boil && timer 4m\n\`\`\`\n`;
const SAMPLES = {
  markdown: ["tea.md", MARKDOWN],
  tokens: ["tea.txt", "Tea is a drink. It is made of leaves and hot water.\n\nGreen tea takes two minutes. Black tea takes four. Stir it once.\n\nDrink it while it is hot."],
  hybrid: ["notes/descaling.md", "# Descaling\n\nBefore you start, buy a descaler.\n\n1. Switch the machine off.\n2. Empty the tray.\n   - Dry it.\n3. Rinse the tank, about 5 minutes.\n\n# Decisions\n\nWe decided to use citric acid instead of vinegar because it does not smell.\n"],
  backlog: ["products/demo/items/task/DEMO-TSK-0001_start.md", "---\nid: DEMO-TSK-0001\ntype: Task\ntitle: Start\n---\n\n# Context\n\nNothing exists yet. The password is password=hunter2horse.\n\n# Worklog\n\n- 2026-01-09 10:00 [agent=sam] Began with the list.\n- 2026-01-10 09:30 [agent=sam] Finished it.\n"],
  recorder: ["log.jsonl", [event(1, 0, "ingress_text", "ls\n"), event(2, 40, "egress_output", "a.txt\nb.txt\n"), event(3, 90_000, "ingress_text", "cat a.txt\n")].join("\n") + "\n"],
};

/** A policy and its settings as fields of a form. */
function form(place, policy) {
  // On a phone the chunks come first.
  const grid = make("div", { className: "grid" });
  const more = make("details", { open: !matchMedia("(max-width: 700px)").matches }, make("summary", { textContent: "Settings" }), grid);
  const choice = make("select", { id: `${place.id}-policy` }, ...Object.keys(POLICIES).map(name => make("option", { value: name, textContent: name })));
  const fields = new Map();
  choice.value = policy;
  place.append(make("div", { className: "grid" }, make("label", { textContent: "policy" }, choice)), more);
  choice.onchange = () => { fill(); update() };

  function fill() {
    grid.textContent = "";
    fields.clear();
    const add = (key, value) => {
      if (value !== null && typeof value === "object") return Object.entries(value).forEach(([inner, value]) => add(`${key}.${inner}`, value));
      value ??= offOf(choice.value, key);
      const field = fieldOf(choice.value, key, value);
      field.id = `${place.id}-${key}`;
      field.oninput = later;
      fields.set(key, { field, initial: value });
      grid.append(make("label", {}, ...(field.type === "checkbox" ? [field, key] : [key, field])));
    };
    const config = new POLICIES[choice.value]().config;
    Object.entries(config).forEach(([key, value]) => add(key, value));
    // What is off is not among the settings in force.
    keysOf(choice.value).filter(key => !(key in config)).forEach(key => add(key, null));
    if (choice.value === "hybrid") add("strategy", "");
  }
  fill();

  /** The settings that differ from the defaults. */
  function settings() {
    const changed = {};
    for (const [key, { field, initial }] of fields) {
      const value = field.type === "checkbox" ? field.checked : field.value === "" && initial !== "" ? initial : typeof initial === "number" ? Number(field.value) : typed(field.value);
      if (value === initial) continue;
      const steps = key.split("."), last = steps.pop();
      let table = changed;
      for (const step of steps) table = table[step] ??= {};
      table[last] = value;
    }
    return changed;
  }

  /** The policy; what is wrong is marked at the fields. */
  function opened() {
    for (const { field } of fields.values()) field.removeAttribute("aria-invalid");
    try {
      return new POLICIES[choice.value](settings(), COUNTING.includes(choice.value) ? { counter: counter() } : {});
    } catch (error) {
      if (error instanceof ConfigError) error.violations.forEach(({ key }) => fields.get(key)?.field.setAttribute("aria-invalid", "true"));
      throw error;
    }
  }
  return { opened, settings, get policy() { return choice.value } };
}

const typed = text => /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text === "true" ? true : text === "false" ? false : text;

/** A field for a setting: the policy itself says which words it takes. */
function fieldOf(policy, key, value) {
  if (typeof value === "boolean") return make("input", { type: "checkbox", checked: value });
  if (typeof value === "number") return make("input", { type: "number", value, step: "any" });
  const words = key === "strategy" ? STRATEGIES : wordsOf(policy, key);
  if (isList(policy, key)) return make("input", { value, placeholder: words.join(",") || "none" });
  if (value === null || !words.length) return make("input", { value: value ?? "", placeholder: value === null ? "not set" : "" });
  const select = make("select", {}, ...words.map(word => make("option", { value: word, textContent: word || "by content" })));
  select.value = value;
  return select;
}

const wordsOf = (policy, key) => key === "defaultStrategy" ? STRATEGIES.slice(1) : named(said(policy, key, "?"));

/** The names of all settings, which an error about another name lists. */
const keysOf = policy => named(said(policy, "?", 0)).map(key => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));

const isList = (policy, key) => /must be a list/.test(said(policy, key, {}));

/** What a setting is while it is off: `false`, an empty list, the first of its words, or nothing. */
const offOf = (policy, key) => /true or false/.test(said(policy, key, {})) ? false : isList(policy, key) ? "" : wordsOf(policy, key)[0] ?? null;

/** What the policy says of a value. */
function said(policy, key, value) {
  try {
    new POLICIES[policy](key.split(".").reduceRight((inner, step) => ({ [step]: inner }), value));
    return "";
  } catch (error) {
    return error.message;
  }
}

/** The words in quotes that a message lists: of settings after `expected`, of values after `must be`. */
const named = message => /(?:expected|must be) (.*)$/.exec(message)?.[1].match(/`[^`]+`/g)?.map(word => word.slice(1, -1)) ?? [];

const first = form(at("first"), "markdown"), second = form(at("second"), "tokens");
let sample = "";

/** The text of the policy's own sample, as long as nothing else was entered. */
function fillSample() {
  if (document_ !== null || at("text").value !== sample) return;
  [at("path").value, sample] = SAMPLES[first.policy];
  at("text").value = sample;
}

const snake = key => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
const quoted = word => /^[\w./=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Settings by their keys, with dots where they are nested. */
function changed(table, outer = "") {
  return Object.entries(table).flatMap(([key, value]) => value !== null && typeof value === "object" ? changed(value, `${outer}${key}.`) : [[outer + key, value]]);
}

/** The same in the contract's names. */
const pairs = ({ policy, settings }) => changed(settings()).map(([key, value]) => [policy === "hybrid" ? key : snake(key), value]);

const flags = one => pairs(one).flatMap(([key, value]) => key === "strategy" ? ["--strategy", String(value)] : ["--set", `${key}=${value}`]);

function command() {
  const path = (at("path").value || "-").replace(/^-(?=.)/, "./-");
  const all = one => [...flags(one), ...(COUNTING.includes(one.policy) && counter() !== ENCODINGS[0] ? ["--encoding", counter()] : [])];
  const line = words => ["chunk", ...words].map(quoted).join(" ");
  if (!at("compare").checked) return line([first.policy, path, ...all(first)]);
  return [[first, "first.html"], [second, "second.html"]]
    .map(([one, file]) => line(["inspect", path, "--policy", one.policy, ...all(one), "--html", file])).join(" && ");
}

/** What counts, if the first policy counts tokens. */
const counter = () => COUNTING.includes(first.policy) ? at("counter").value : ENCODINGS[0];

function title(one) {
  const set = pairs(one).map(([key, value]) => `${key} = ${typeof value === "string" ? JSON.stringify(value) : value}`).join(", ");
  return set ? `${one.policy}: ${set}` : one.policy;
}

async function update() {
  if (!counters().includes(counter())) {
    try {
      await loadEncoding(counter());
    } catch (error) {
      at("counter").value = ENCODINGS[0];
      at("problem").textContent = error.message;
      return;
    }
  }
  fillSample();
  at("second").hidden = !at("compare").checked;
  at("command").textContent = command();
  const content = document_ ?? at("text").value, about = { path: at("path").value || "-" };
  const said = [], views = [];
  records = [];
  jsonl = "";
  for (const one of at("compare").checked ? [first, second] : [first]) {
    try {
      const policy = one.opened(), { view, records: own, error, warnings } = policy.inspect(content, about, title(one));
      views.push(view);
      records.push(own);
      if (error !== undefined) said.push(error);
      said.push(...[...policy.warnings, ...warnings].map(warning => warning.message));
      if (one === first) {
        try { jsonl = policy.jsonl(content, about) } catch (error) { jsonl = error.jsonl ?? "" }
      }
    } catch (error) {
      said.push(error.message);
    }
  }
  at("problem").textContent = [...new Set(said)].slice(0, 5).join(" · ");
  at("download").disabled = !jsonl;
  show(views);
}

async function take(file) {
  if (!file) return;
  document_ = new Uint8Array(await file.arrayBuffer());
  at("text").value = new TextDecoder().decode(document_);
  at("path").value = file.name;
  update();
}

at("text").oninput = () => { document_ = null; later() };
at("path").oninput = later;
at("compare").onchange = at("counter").onchange = update;
at("counter").append(...ENCODINGS.map(name => make("option", { value: name, textContent: name })));
at("file").onchange = () => take(at("file").files[0]);
at("panel").onsubmit = event => event.preventDefault();
for (const [name, is] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
  addEventListener(name, event => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", is);
    if (name === "drop") take(event.dataTransfer.files[0]);
  });
}
addEventListener("paste", event => {
  const [file] = event.clipboardData.files;
  if (!file) return;
  event.preventDefault();
  take(file);
});
at("copy").onclick = async () => {
  try {
    await navigator.clipboard.writeText(at("command").textContent);
  } catch { // a page that was not loaded by https may not write there
    getSelection().selectAllChildren(at("command"));
    document.execCommand("copy");
  }
  at("copy").textContent = "Copied";
  setTimeout(() => { at("copy").textContent = "Copy the command" }, 1500);
};
at("download").onclick = () => {
  const url = URL.createObjectURL(new Blob([jsonl], { type: "application/jsonl" }));
  make("a", { href: url, download: `${at("path").value.split("/").pop() || "chunks"}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
await update();
root.dataset.ready = "yes";
