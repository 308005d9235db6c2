#!/usr/bin/env node
// `chunk-policies POLICY …`: what the conformance suite calls (fixtures/README.md), and a command for machines with Node alone.
import { readFileSync, readdirSync, statSync, writeSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { Backlog, ChunkError, DocumentError, Hybrid, loadEncoding, Markdown, Recorder, Tokens } from "./node.js";

const POLICIES = { backlog: Backlog, hybrid: Hybrid, markdown: Markdown, recorder: Recorder, tokens: Tokens };
const ENCODINGS = ["o200k_base", "p50k_base", "r50k_base"];
const USAGE = `chunk-policies POLICY [PATH|-]: the chunks of a file, or of all files in a folder, as lines of JSON

  POLICY                 ${Object.keys(POLICIES).join(", ")}
  --set KEY=VALUE        a setting; of hybrid also strategy=NAME
  --counter NAME         what counts: cl100k_base, ${ENCODINGS.join(", ")}, characters or bytes
  --root DIR             what paths are relative to
  --id ID                the name of the document that comes on stdin
  --input jsonl          documents come on stdin, one in a line, with --id-field and --text-field
  --source-version REV, --created-at MS, --modified-at MS`;

const string = { type: "string" };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string", multiple: true, default: [] }, "source-version": string, "created-at": string, "modified-at": string,
    counter: string, root: string, id: string, input: string, "id-field": { ...string, default: "id" }, "text-field": { ...string, default: "text" },
    verbose: { type: "boolean" }, help: { type: "boolean", short: "h" },
  },
});

process.exitCode = await main();

async function main() {
  const [name, path = "-"] = positionals;
  if (values.help) return write(1, `${USAGE}\n`), 0;
  if (!Object.hasOwn(POLICIES, name ?? "")) return write(2, `${USAGE}\n`), 2;
  if (values.counter && ["backlog", "recorder"].includes(name)) return write(2, `error: --counter: ${name} counts no tokens\n`), 2;
  let policy;
  try {
    if (ENCODINGS.includes(values.counter)) await loadEncoding(values.counter);
    policy = new POLICIES[name](settings(), { counter: values.counter });
  } catch (error) {
    if (!(error instanceof ChunkError)) throw error;
    return write(2, `error: ${error.message}\n`), 2;
  }
  policy.warnings.forEach(warn);
  const number = value => value === undefined ? undefined : Number(value);
  const known = { revision: values["source-version"], createdAtMs: number(values["created-at"]), modifiedAtMs: number(values["modified-at"]) };
  let status = 0;
  for (const [path_, content, turns] of documents(path)) {
    const about = { path: path_, ...known, turns };
    try {
      write(1, policy.jsonl(content, about));
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      status = 1;
      write(1, error.jsonl);
      write(2, `error: ${error.message}\n`);
    }
    try {
      policy.chunks(content, about).warnings.forEach(warn);
    } catch (error) {
      (error.chunks?.warnings ?? []).forEach(warn);
    }
  }
  return status;
}

function settings() {
  const config = {};
  for (const setting of values.set) {
    const [key, value] = cut(setting, "=");
    const steps = key.split("."), last = steps.pop();
    let table = config;
    for (const step of steps) table = table[step] ??= {};
    table[last] = parsed(value);
  }
  return config;
}

/** A value as JSON, or as the text that it is. */
function parsed(value) {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function* documents(path) {
  if (values.input === "jsonl") {
    for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
      const document = JSON.parse(line);
      // Places of turns are in bytes there.
      const { turns } = document, text = document[values["text-field"]];
      yield [document[values["id-field"]], turns ? Buffer.from(text) : text, turns];
    }
  } else if (path === "-") {
    yield [values.id ?? "-", readFileSync(0)];
  } else {
    const isFolder = statSync(path).isDirectory(), root = values.root ?? (isFolder ? path : ".");
    const files = isFolder ? readdirSync(path, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).map(entry => join(entry.parentPath ?? entry.path, entry.name)) : [path];
    const named = files.map(file => [relative(root, file).split(sep).join("/"), file]);
    for (const [name, file] of named.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) yield [name, readFileSync(file)];
  }
}

function cut(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}

function warn({ code, message }) {
  write(2, `warning: ${message} [${code}]\n`);
}

function write(to, text) {
  for (let bytes = Buffer.from(text), at = 0; at < bytes.length;) {
    try {
      at += writeSync(to, bytes, at);
    } catch (error) {
      if (error.code === "EPIPE") process.exit(0);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}
