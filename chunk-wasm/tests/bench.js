// `node bench.js PATH…`: the same files through several splitters, in one run, and what each gets wrong. All count in cl100k_base.
// (LangChain's TokenTextSplitter is left out: it fetches its vocabulary from a network.) `countTokens` decides which chunks are above the limit. Each has its turn once to warm up; of the rounds after it, the median counts.
//
//   MB/s            10⁶ bytes per second of CPU time, whatever else the machine does
//   failed          documents that raise an error, such as one that mentions `<|endoftext|>`
//   lost            characters that are not white space and are in no chunk
//   wrong offsets   chunks whose offsets do not give their text; `-` if the splitter gives no offsets
//   above           chunks with more tokens than the limit
//
// `--only REGEX` runs some of them. `--native CHUNK` also says how fast that program is beside the package, with the same texts and settings, JSONL written by both.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { Backlog, countTokens, DocumentError, Hybrid, Markdown, Recorder, Tokens } from "chunk-policies";
import { RecursiveChunker, SentenceChunker, TokenChunker } from "@chonkiejs/core";
import { MarkdownTextSplitter, RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import { getEncoding } from "js-tiktoken";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "max-tokens": { type: "string", default: "512" }, rounds: { type: "string", default: "3" }, native: { type: "string" }, only: { type: "string", default: "" } },
});
const limit = Number(values["max-tokens"]), rounds = Number(values.rounds);
const encoding = getEncoding("cl100k_base");
const count = text => encoding.encode(text, [], []).length;

const langchain = splitter => async text => (await splitter.splitText(text)).map(text => ({ text }));
const chonkie = chunker => async text => (await chunker.chunk(text)).map(({ text, startIndex: start, endIndex: end }) => ({ text, start, end }));
// Its own tokenizers come from a network, so it is given this one.
const tokenizer = { countTokens: count, encode: text => encoding.encode(text, [], []), decode: tokens => encoding.decode([...tokens]), decodeBatch: many => many.map(tokens => encoding.decode([...tokens])) };

const CONTESTANTS = {
  "chunk-policies, tokens": ["chunk-policies", () => ours(new Tokens({ maxTokens: limit }))],
  "chunk-policies, markdown": ["chunk-policies", () => ours(new Markdown({ chunkSize: limit, chunkOverlap: 0 }))],
  "js-tiktoken, windows": ["js-tiktoken", () => windows],
  "langchain, recursive": ["@langchain/textsplitters", () => langchain(new RecursiveCharacterTextSplitter({ chunkSize: limit, chunkOverlap: 0, lengthFunction: count }))],
  "langchain, markdown": ["@langchain/textsplitters", () => langchain(new MarkdownTextSplitter({ chunkSize: limit, chunkOverlap: 0, lengthFunction: count }))],
  "chonkie, tokens": ["@chonkiejs/core", async () => chonkie(await TokenChunker.create({ tokenizer, chunkSize: limit, chunkOverlap: 0 }))],
  "chonkie, sentences": ["@chonkiejs/core", async () => chonkie(await SentenceChunker.create({ tokenizer, chunkSize: limit, chunkOverlap: 0 }))],
  "chonkie, recursive": ["@chonkiejs/core", async () => chonkie(await RecursiveChunker.create({ tokenizer, chunkSize: limit }))],
};

function ours(policy) {
  return text => policy.chunks(text).map(({ start, end, text: own, content }) => ({ text: own ?? content, start, end }));
}

function windows(text) {
  const tokens = encoding.encode(text, [], []), chunks = [];
  for (let at = 0; at < tokens.length; at += limit) chunks.push({ text: encoding.decode(tokens.slice(at, at + limit)) });
  return chunks;
}

/** How many characters that are not white space are in no chunk. Each chunk is searched for after the one before. */
function lost(text, chunks) {
  let missing = 0, at = 0;
  for (const chunk of chunks) {
    const core = chunk.text.trim(), found = text.indexOf(core, at);
    if (found < 0) continue; // it is not in the rest of the document, so it covers nothing
    missing += solid(text.slice(at, found));
    at = found + core.length;
  }
  return missing + solid(text.slice(at));
}

const solid = text => [...text.replace(/\s+/g, "")].length;
const seconds = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6 };
const median = list => list.toSorted((a, b) => a - b)[list.length >> 1];
const number = (value, digits = 0) => value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

const files = positionals.flatMap(path => statSync(path).isDirectory()
  ? readdirSync(path, { recursive: true }).map(name => join(path, name)).filter(file => statSync(file).isFile()).sort()
  : [path]);
const texts = [];
for (const file of files) {
  try {
    // Without CRLF, so that no splitter's chunks differ from the text only in line ends.
    texts.push(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file)).replace(/\r+\n/g, "\n"));
  } catch {
    console.error(`${file} is not UTF-8 and is left out`);
  }
}
const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
console.log(`${texts.length} documents, ${number(megabytes, 2)} MB, at most ${limit} tokens, ${rounds} rounds, Node ${process.versions.node}\n`);
console.log(`| splitter | MB/s | chunks | failed | lost | wrong offsets | above |\n|---|${"---:|".repeat(6)}`);

for (const [name, [module, build]] of Object.entries(CONTESTANTS)) {
  if (!new RegExp(values.only).test(name)) continue;
  const split = await build(), times = [];
  let made;
  for (let round = 0; round <= rounds; round++) {
    const begun = seconds();
    made = [];
    for (const text of texts) made.push(await Promise.resolve(text).then(split).catch(() => null));
    if (round) times.push(seconds() - begun);
  }
  const kept = texts.map((text, at) => [text, made[at]]).filter(([, chunks]) => chunks);
  const all = kept.flatMap(([text, chunks]) => chunks.map(chunk => ({ ...chunk, in: text })));
  const placed = all.filter(chunk => chunk.start !== undefined);
  const cells = [
    number(megabytes / median(times), 2), number(all.length), texts.length - kept.length, number(kept.reduce((sum, [text, chunks]) => sum + lost(text, chunks), 0)),
    placed.length ? number(placed.filter(chunk => chunk.in.slice(chunk.start, chunk.end) !== chunk.text).length) : "-",
    number(all.filter(chunk => countTokens(chunk.text.toWellFormed()) > limit).length),
  ];
  console.log(`| ${name} ${versionOf(module)} | ${cells.join(" | ")} |`);
}

if (values.native) {
  console.log(`\n| policy | the command, MB/s | the package, MB/s | share |\n|---|${"---:|".repeat(3)}`);
  const named = name => texts.map((text, at) => [name(String(at).padStart(4, "0")), text]);
  // The same texts: as pages, as work items, and as what a terminal prints, an event for each line.
  const pages = named(at => `${at}.md`), items = named(at => `products/demo/items/task/DEMO-TSK-${at}_a.md`);
  const event = (text, at) => ({ schema_version: "ft.recorder.event.v1", event_id: `e${at}`, pane_id: 1, occurred_at_ms: at, event_type: "egress_output", text });
  const log = texts.join("\n").split("\n").map((line, at) => JSON.stringify(event(`${line}\n`, at)) + "\n").join("");
  const inputs = [[new Tokens(), pages], [new Markdown(), pages], [new Hybrid(), pages], [new Backlog(), items], [new Recorder(), [["log.jsonl", log]]]];
  for (const [policy, documents] of inputs) {
    const name = policy.constructor.name.toLowerCase(), folder = mkdtempSync(join(tmpdir(), "bench-"));
    for (const [path, text] of documents) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const native = [], own = [], size = documents.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0) / 1e6;
    for (let round = 0; round <= rounds; round++) {
      // The times of a program are on the stderr of the shell.
      const shell = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time "$0" ${name} "$1" -j 1 -q > /dev/null 2> /dev/null`, values.native, folder], { encoding: "utf8" });
      const took = shell.stderr.trim().split(" ").map(Number).reduce((a, b) => a + b);
      const begun = seconds();
      for (const [path, text] of documents) attempt(() => policy.jsonl(text, { path }));
      if (round) native.push(took), own.push(seconds() - begun);
    }
    rmSync(folder, { recursive: true });
    const [fast, slow] = [native, own].map(times => size / median(times));
    console.log(`| ${name} | ${number(fast, 1)} | ${number(slow, 1)} | ${number(slow / fast, 2)} |`);
  }
}

/** A document that the policy refuses, the command refuses too. */
function attempt(work) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
  }
}

function versionOf(module) {
  const main = createRequire(import.meta.url).resolve.paths(module).map(folder => join(folder, module, "package.json"));
  for (const path of main) {
    try {
      return JSON.parse(readFileSync(path)).version;
    } catch {}
  }
  return "";
}
