// Runs the code of the package's README, as a file of its own each, with the package that is installed here. A line that ends with
// `// => VALUE` must print that value. The front page's example is run too, over the front page itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

function blocks(page, language) {
  const text = readFileSync(new URL(page, import.meta.url), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(match => match[1]);
}

function run(code) {
  const file = new URL("readme-block.mjs", import.meta.url);
  writeFileSync(file, code);
  const printed = execFileSync(process.execPath, [file.pathname], { encoding: "utf8" }).trimEnd().split("\n");
  rmSync(file);
  return printed;
}

const examples = blocks("node_modules/chunk-policies/README.md", "js");
assert.ok(examples.length > 1);
for (const [number, code] of examples.entries()) {
  const wanted = [...code.matchAll(/\/\/ => (.*)$/gm)].map(match => match[1]);
  assert.deepEqual(run(code), wanted, `block ${number + 1}`);
}
const [front] = blocks("README.md", "ts");
const printed = run(front);
assert.match(printed[0], /^1 \d+ chunk$/);
assert.ok(printed.some(line => line.endsWith("Install")));
console.log(`README: ${examples.length + 1} blocks run`);
