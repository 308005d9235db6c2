// The page to try the policies on (docs/playground), in a real Chromium; its bytes are those of the command. SITE is the folder that
// `chunk-wasm/build` wrote the page into, CHUNK the command, SCREENSHOTS a folder for pictures of it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const { SITE, CHUNK, SCREENSHOTS } = process.env;
const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(path => existsSync(path));
const skip = !SITE ? "SITE is not set" : !browserPath && "this machine has no Chromium";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const TEXT = "# Tea 🍵\n\nGreen tea is steeped. It's hot.\n\n## Water\n\nHot water.\n";
let server, browser, address;
const asked = [];

before(async () => {
  if (skip) return;
  server = createServer((request, response) => {
    const path = join(SITE, request.url === "/" ? "index.html" : request.url);
    asked.push(request.url);
    response.writeHead(existsSync(path) ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "text/plain" });
    response.end(existsSync(path) ? readFileSync(path) : "");
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** The page, and the errors and requests that it should not have made. */
async function opened(options) {
  const page = await browser.newPage({ acceptDownloads: true, ...options }), wrong = [];
  page.on("pageerror", error => wrong.push(error.message));
  page.on("console", message => message.type() === "error" && wrong.push(message.text()));
  page.on("request", request => request.url().startsWith(address) || /^(data|blob):/.test(request.url()) || wrong.push(request.url()));
  await page.goto(address);
  await page.waitForSelector("html[data-ready]", { timeout: 60_000, state: "attached" });
  return { page, wrong };
}

/** What the command prints, or the files that it writes, if it is run as the page shows it, beside the file of the page's path. */
async function asShown(page, ...files) {
  const folder = mkdtempSync(join(tmpdir(), "playground-")), path = join(folder, await page.inputValue("#path"));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await page.inputValue("#text"));
  const command = (await page.textContent("#command")).replace(/(^|&& )chunk /g, '$1"$0" ');
  const printed = execFileSync("bash", ["-c", command, CHUNK], { cwd: folder, encoding: "utf8" });
  return files.length ? files.map(file => readFileSync(join(folder, file), "utf8")) : printed;
}

/** The bytes that the page lets one download. */
async function downloaded(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  return readFileSync(await download.path(), "utf8");
}

const settled = page => page.waitForTimeout(400);
const picture = (page, name) => SCREENSHOTS && page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });

test("what is typed and set gives the bytes of the command", { skip }, async () => {
  const { page, wrong } = await opened();
  await picture(page, "desktop");
  await page.fill("#text", TEXT);
  await page.fill("#path", "notes/tea time.md");
  await page.fill("[id='first-chunkOverlap']", "0");
  await settled(page);
  assert.equal(await page.textContent("#command"), "chunk markdown 'notes/tea time.md' --set chunk_overlap=0");
  assert.deepEqual(await page.locator(".chunk .why").allTextContents(), ["heading: Tea 🍵", "heading: Water"]);
  assert.deepEqual(await page.locator(".chunk .lines").allTextContents(), ["lines 1 to 3", "lines 5 to 7"]);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  assert.equal(download.suggestedFilename(), "tea time.md.jsonl");
  const own = readFileSync(await download.path(), "utf8");
  if (CHUNK) assert.equal(own, await asShown(page));
  assert.equal(JSON.parse(own.split("\n")[1]).section_header, "Water");
  assert.deepEqual(wrong, []);
});

test("a setting that is wrong is said and marked, and another policy has its own sample", { skip }, async () => {
  const { page, wrong } = await opened();
  await page.fill("[id='first-chunkSize']", "0");
  await settled(page);
  assert.match(await page.textContent("#problem"), /chunkSize = 0: must be/);
  assert.equal(await page.getAttribute("[id='first-chunkSize']", "aria-invalid"), "true");
  for (const policy of ["tokens", "hybrid", "backlog", "recorder", "markdown"]) {
    await page.selectOption("#first-policy", policy);
    await settled(page);
    assert.ok(await page.locator(".chunk").count() >= 1, policy);
    assert.equal(await page.locator("[aria-invalid]").count(), 0);
    assert.match(await page.textContent("#command"), new RegExp(`^chunk ${policy} `));
  }
  assert.deepEqual(wrong, []);
});

test("every policy gives the bytes of the command, by whatever encoding counts", { skip: skip || (!CHUNK && "CHUNK is not set") }, async () => {
  const { page, wrong } = await opened();
  for (const policy of ["tokens", "hybrid", "backlog", "recorder", "markdown"]) {
    await page.selectOption("#first-policy", policy);
    await settled(page);
    assert.equal(await downloaded(page), await asShown(page), policy);
  }
  await page.fill("#text", "# Größenordnung\n\n漢字 😀, und so weiter.\n");
  const before = asked.length;
  await page.selectOption("#counter", "o200k_base");
  await page.waitForFunction(() => document.getElementById("command").textContent.endsWith("--encoding o200k_base"));
  await settled(page);
  assert.equal(await downloaded(page), await asShown(page));
  assert.deepEqual(asked.slice(before), ["/chunk-policies/encodings/o200k_base.tokens"], "it is read when it is asked for");
  await page.fill("[id='first-embed']", "title,headings");
  await settled(page);
  assert.match(await page.textContent("#command"), /--set embed=title,headings/);
  const embedded = await downloaded(page);
  assert.match(embedded, /"embed/);
  assert.equal(embedded, await asShown(page));
  assert.deepEqual(wrong, []);
});

test("two views are those of the commands' pages", { skip: skip || (!CHUNK && "CHUNK is not set") }, async () => {
  const { page, wrong } = await opened();
  /** The chunks that are shown. */
  const shown = () => page.evaluate(() => [...document.querySelectorAll("main > section")].map(one => [...one.querySelectorAll(".chunk")]
    .map(card => [card.querySelector(".why"), card.querySelector(".rule code"), card.querySelector(".text")].map(part => part.textContent))));
  const same = async () => {
    await settled(page);
    const pages = await asShown(page, "first.html", "second.html");
    const views = pages.flatMap(one => JSON.parse(one.match(/application\/json">(.*?)<\/script>/s)[1]).views);
    const id = whole => /^[0-9a-f]{64}$/.test(whole) ? whole.slice(0, 12) : whole;
    assert.deepEqual(await shown(), views.map(view => view.pieces.map(piece => [piece.reason, id(piece.id), piece.text.replace(/^\n+/, "")])));
  };
  await page.fill("#text", TEXT.repeat(9));
  await page.check("#compare");
  await page.fill("[id='first-chunkSize']", "60");
  await page.check("[id='first-hardLimit']");
  await page.fill("[id='first-chunkOverlap']", "0");
  await page.selectOption("#second-policy", "markdown");
  await page.fill("[id='second-chunkOverlap']", "10");
  await settled(page);
  assert.equal(await page.textContent("#command"), "chunk inspect tea.md --policy markdown --set chunk_size=60 --set chunk_overlap=0 --set hard_limit=true " +
    "--html first.html && chunk inspect tea.md --policy markdown --set chunk_overlap=10 --html second.html");
  await same();
  await page.fill("[id='first-embed']", "title,headings");
  await page.fill("[id='second-keep']", "title,tags");
  await same();
  await page.selectOption("#first-policy", "hybrid");
  await page.selectOption("#first-strategy", "step-based");
  await page.selectOption("#second-policy", "hybrid");
  await same();
  await page.selectOption("#second-strategy", "semantic-boundary");
  await page.selectOption("#first-strategy", "");
  await same();
  await page.selectOption("#second-policy", "tokens");
  await page.selectOption("#first-strategy", "step-based");
  await page.selectOption("#counter", "o200k_base");
  await same();
  assert.deepEqual(wrong, []);
});

test("a file is dropped or pasted, the command is copied", { skip }, async () => {
  const { page, wrong } = await opened();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [event, name] of [["drop", "dropped.md"], ["paste", "pasted.md"]]) {
    await page.evaluate(([event, name]) => {
      const data = new DataTransfer();
      data.items.add(new File(["# Dropped\r\n\r\nOne.\r\n"], name));
      const given = { bubbles: true, cancelable: true, [event === "drop" ? "dataTransfer" : "clipboardData"]: data };
      document.body.dispatchEvent(event === "drop" ? new DragEvent(event, given) : new ClipboardEvent(event, given));
    }, [event, name]);
    await settled(page);
    assert.equal(await page.inputValue("#path"), name);
    const record = JSON.parse(await downloaded(page));
    assert.deepEqual([record.source_file, record.source_end_byte, record.content], [name, 17, "# Dropped\n\nOne."]);
  }
  await page.click("#copy");
  await page.waitForFunction(() => document.getElementById("copy").textContent === "Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "chunk markdown pasted.md");
  assert.deepEqual(wrong, []);
});

test("two settings side by side, a chosen file, the keyboard", { skip }, async () => {
  const { page, wrong } = await opened({ viewport: { width: 1200, height: 900 } });
  await page.setInputFiles("#file", { name: "crlf.md", mimeType: "text/markdown", buffer: Buffer.from("# A\r\n\r\nOne.\r\n") });
  await settled(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  const record = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.deepEqual([record.source_file, record.source_end_byte, record.content], ["crlf.md", 11, "# A\n\nOne."]);
  assert.equal(await page.locator("main .hint").first().textContent(), "1 chunk, 5 tokens");

  await page.check("#compare");
  await page.fill("#text", TEXT);
  await settled(page);
  assert.equal(await page.locator("main > section").count(), 2);
  assert.equal(await page.textContent("#command"), "chunk inspect crlf.md --policy markdown --html first.html && chunk inspect crlf.md --policy tokens --html second.html");
  const [left, right] = await page.locator("main > section").evaluateAll(all => all.map(one => one.getBoundingClientRect().x));
  assert.ok(left < right, "side by side");
  await picture(page, "compared");
  await page.setViewportSize({ width: 690, height: 900 });
  const narrow = await page.locator("main > section").evaluateAll(all => all.map(one => one.getBoundingClientRect().x));
  assert.equal(narrow[0], narrow[1], "below each other");

  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  assert.equal(JSON.parse(await page.textContent(".current .record")).section_header, "Tea 🍵");
  const before = await page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press("ArrowDown");
  await page.waitForTimeout(300);
  assert.ok(await page.evaluate(() => scrollY) > 0, `the arrows scroll (from ${before})`);
  assert.equal(await page.locator(".current").count(), 1);
  await page.keyboard.press("/");
  await page.keyboard.type("steeped");
  await settled(page);
  assert.match(await page.textContent("#found"), /^2 of 3 chunks$/);
  assert.deepEqual(wrong, []);
});

test("on a phone of 320 points nothing is cut off, light and dark", { skip }, async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, wrong } = await opened({ viewport: { width: 320, height: 640 }, colorScheme, isMobile: true, hasTouch: true });
    await page.selectOption("#first-policy", "hybrid");
    await page.check("#compare");
    await settled(page);
    const wide = await page.evaluate(() => [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => `${e.tagName}#${e.id}.${e.className}`));
    assert.deepEqual(wide, []);
    assert.equal(await page.evaluate(() => document.documentElement.classList.contains("dark")), colorScheme === "dark");
    const [ink, paper] = await page.evaluate(() => { const style = getComputedStyle(document.body); return [style.color, style.backgroundColor].map(color => color.match(/\d+/g).map(Number).reduce((a, b) => a + b)) });
    assert.ok(colorScheme === "dark" ? ink > paper + 300 : paper > ink + 300, "text stands out");
    await picture(page, `phone-${colorScheme}`);
    if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `phone-${colorScheme}-whole.png`), fullPage: true });
    assert.deepEqual(wrong, []);
  }
});
