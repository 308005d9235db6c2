// Runs the code of the package's README, as a file of its own each, with the package that is installed here. A line that ends with
// `// => VALUE` must print that value.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

const page = readFileSync(new URL("node_modules/chunk-policies/README.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(match => match[1]);
assert.ok(blocks.length > 1);
for (const [number, code] of blocks.entries()) {
  const file = new URL(`readme-${number}.mjs`, import.meta.url);
  writeFileSync(file, code);
  const printed = execFileSync(process.execPath, [file.pathname], { encoding: "utf8" }).trimEnd().split("\n");
  const wanted = [...code.matchAll(/\/\/ => (.*)$/gm)].map(match => match[1]);
  assert.deepEqual(printed, wanted, `block ${number + 1}`);
  rmSync(file);
}
console.log(`README: ${blocks.length} blocks run`);
