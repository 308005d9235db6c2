// Every conformance case: its records byte for byte, its warnings and its errors. FIXTURES is the folder of cases.
import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { test } from "node:test";
import { Backlog, ConfigError, DocumentError, Hybrid, Markdown, Recorder, Tokens } from "chunk-policies";
import { parse } from "smol-toml";

const POLICIES = { backlog: Backlog, hybrid: Hybrid, markdown: Markdown, recorder: Recorder, tokens: Tokens };

for (const [name, Policy] of Object.entries(POLICIES)) {
  test(`the cases of ${name}`, () => {
    const folder = join(process.env.FIXTURES, name);
    const cases = readdirSync(folder).map(name => join(folder, name)).filter(folder => existsSync(join(folder, "case.toml")));
    assert.ok(cases.length > 50);
    cases.forEach(folder => check(Policy, folder));
  });
}

function check(Policy, folder) {
  const about = parse(readFileSync(join(folder, "case.toml"), "utf8"));
  const json = name => existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), "utf8")) : undefined;
  let policy;
  try {
    policy = new Policy(json("config.json") ?? {});
  } catch (error) {
    assert.ok(error instanceof ConfigError, error);
    return says(error.message, about.config_fails ?? ["no error"], folder);
  }
  assert.equal(about.config_fails, undefined, folder);
  const turns = json("turns.json"), documents = read(folder, about), expected = readFileSync(join(folder, "expected.jsonl"), "utf8");
  // As bytes; and as text, in whose units turns are not given.
  for (const form of [bytes => bytes, bytes => isUtf8(bytes) && !turns ? bytes.toString() : bytes]) {
    let lines = "";
    const warnings = policy.warnings.map(({ code }) => code), errors = [];
    for (const [path, bytes] of documents) {
      const known = { path, revision: about.revision, createdAtMs: about.created_at_ms, modifiedAtMs: about.modified_at_ms, turns };
      try {
        lines += policy.jsonl(form(bytes), known);
      } catch (error) {
        assert.ok(error instanceof DocumentError, error);
        lines += error.jsonl;
        errors.push(error.message);
      }
      let chunks;
      try {
        chunks = policy.chunks(form(bytes), known);
      } catch (error) {
        chunks = error.chunks;
      }
      warnings.push(...(chunks?.warnings ?? []).map(({ code }) => code));
    }
    assert.equal(lines, expected, folder);
    assert.deepEqual(warnings, about.warnings ?? [], folder);
    assert.equal(errors.length, (about.fails ?? []).length, folder);
    errors.forEach((message, at) => says(message, [about.fails[at]], folder));
  }
}

function says(message, parts, folder) {
  for (const part of parts) assert.ok(message.includes(part), `${folder}: ${message}`);
}

/** The documents of a case, each with its path. */
function read(folder, about) {
  const input = join(folder, "input");
  if (!existsSync(input)) {
    const file = readdirSync(folder).find(name => name.startsWith("input."));
    return [[about.path ?? file, readFileSync(join(folder, file))]];
  }
  const files = readdirSync(input, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const named = files.map(entry => join(entry.parentPath ?? entry.path, entry.name)).map(file => [relative(input, file).split(sep).join("/"), readFileSync(file)]);
  return named.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
