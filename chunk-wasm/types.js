// Writes what the package's types have from elsewhere: `npm/types/records`, the schemas of records that `chunk schema --format typescript`
// prints, and `npm/types/settings.d.ts`, asked from the policies themselves: each says which settings it has, and what a wrong value should be.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { initSync, Policy } from "./npm/wasm/all.js";
import { camel } from "./npm/lib/settings.js";

const here = new URL("./", import.meta.url), types = new URL("npm/types/", here), schemas = new URL("../chunk-cli/schemas/", here);
initSync({ module: readFileSync(new URL("npm/wasm/all_bg.wasm", here)) });

rmSync(new URL("records/", types), { recursive: true, force: true });
mkdirSync(new URL("records/", types), { recursive: true });
for (const file of readdirSync(schemas).filter(file => file.endsWith(".ts"))) {
  writeFileSync(new URL(`records/${file.replace(/ts$/, "d.ts")}`, types), readFileSync(new URL(file, schemas)));
}

const written = ["// Written by chunk-wasm/types.js: what the policies say of their settings.\n"];
for (const policy of ["tokens", "markdown", "hybrid", "backlog", "recorder"]) {
  const config = JSON.parse(new Policy(policy, "{}").config());
  written.push(`/** Settings of \`${policy[0].toUpperCase() + policy.slice(1)}\`. */\nexport interface ${policy[0].toUpperCase() + policy.slice(1)}Settings ${table(policy, config, [], "")}\n`);
}
writeFileSync(new URL("settings.d.ts", types), written.join("\n"));

function table(policy, config, outer, indent) {
  // What is off is not among the settings in force.
  const off = keys(policy, outer).filter(key => !(key in config)).map(key => [key, undefined]);
  const lines = [...Object.entries(config), ...off].map(([key, value]) => {
    const path = [...outer, key], name = policy === "hybrid" ? key : camel(key);
    if (value !== null && typeof value === "object") return `${indent}  ${name}?: ${table(policy, value, path, `${indent}  `)};`;
    return `${indent}  /** ${value === undefined ? "Off by default" : `Default ${JSON.stringify(value)}`}. */\n${indent}  ${name}?: ${typeOf(policy, path, value)};`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** The names of all settings, which an error about another name lists. */
function keys(policy, outer) {
  return (/expected (?:one of )?(.*)$/.exec(said(policy, [...outer, "?"], 0))?.[1].match(/`[^`]+`/g) ?? []).map(name => name.slice(1, -1));
}

function typeOf(policy, path, value) {
  const names = /: must be (?:one of )?(`.*)$/.exec(said(policy, path, "?"))?.[1].match(/`[^`]+`/g);
  if (/must be a list/.test(said(policy, path, {}))) {
    return names ? `(${names.map(name => JSON.stringify(name.slice(1, -1))).join(" | ")})[] | string` : "string[] | string";
  }
  const type = names?.map(name => JSON.stringify(name.slice(1, -1))).join(" | ") ?? (value === null || value === undefined ? wanted(policy, path) : typeof value);
  return value === null && said(policy, path, null) === "" ? `${type} | null` : type;
}

function wanted(policy, path) {
  const message = said(policy, path, {});
  const kinds = { number: /number/, boolean: /true or false/, string: /string/ };
  const kind = Object.keys(kinds).find(kind => kinds[kind].test(message.split("must be ")[1] ?? ""));
  if (!kind) throw new Error(`${policy}: what is ${path.join(".")}? ${message}`);
  return kind;
}

/** What the policy says of this value. */
function said(policy, path, value) {
  const settings = path.reduceRight((inner, key) => ({ [key]: inner }), value);
  try {
    new Policy(policy, JSON.stringify(settings));
    return "";
  } catch (thrown) {
    return JSON.parse(thrown).message;
  }
}
