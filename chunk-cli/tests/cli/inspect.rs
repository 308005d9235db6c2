//! `chunk inspect`: on a terminal, and as a page in a real browser, where there is one.

use crate::{browser, harness::Folder};
use serde_json::Value;

const TEXT: &str =
    "# Tea\n\nGreen tea is steeped. </script><b>&amp;\n\n## Water\n\nHot.\n\n```sh\nboil --now\n```\n";

#[test]
fn chunks_are_shown_with_their_reasons() {
    let folder = Folder::with([("a.md", TEXT)]);
    let shown = folder.run("inspect a.md").well();
    let rules: Vec<_> = shown.lines().filter(|line| line.contains("── ")).collect();
    assert_eq!(rules.len(), 2, "{shown}");
    assert!(rules[0].contains("── 1 · lines 1-3 · ") && rules[0].ends_with("· heading: Tea"), "{}", rules[0]);
    assert!(
        rules[1].contains("── 2 · lines 1-11 · ") && rules[1].ends_with("· heading: Water"),
        "{}",
        rules[1]
    );
    assert!(shown.contains("~ # Tea"), "the overlap is marked: {shown}");
    assert!(!shown.contains('\x1b'));
    assert!(folder.run("inspect a.md --color always").well().contains("\x1b[36m"));
    // "# Tea" with its paragraph is the smallest; sizes are without overlaps.
    let sums = |shown: &str| shown.lines().rev().take(3).map(str::to_owned).collect::<Vec<_>>();
    let end = sums(&shown);
    assert!(end[2].starts_with("2 chunks, ") && end[2].contains(" tokens: smallest "), "{end:?}");
    assert_eq!(end[1], "above each chunk: number · lines · tokens · id · why it begins there");
    assert_eq!(end[0], "after ~: repeated from the chunk before");
    assert!(sums(&folder.run("inspect a.md --color always").well())[0].contains("dimmed: repeated"));
    assert_eq!(
        folder.run("inspect a.md -q").well() + &["", &*end[2], &*end[1], &*end[0], ""].join("\n"),
        shown
    );
    // A document cannot control the terminal.
    folder.write("b.txt", "red \x1b[31m red");
    assert!(folder.run("inspect b.txt --policy tokens").well().contains("red \\u{1b}[31m red"));
}

#[test]
fn every_policy_says_why() {
    let event = r#"{"schema_version":"ft.recorder.event.v1","event_id":"1","pane_id":1,"occurred_at_ms":1,"event_type":"egress_output","text":"hi\n"}"#;
    let log = "# Log\n\n10:20 Replaced the disk.\n";
    let item = "---\nid: DEMO-TSK-0001\ntype: Task\n---\n\n# Goal\n\nBegin.\n";
    let folder = Folder::with([
        ("a.md", TEXT),
        ("log.md", log),
        ("items/task/0000/DEMO-TSK-0001_a.md", item),
        ("e.jsonl", event),
    ]);
    for (arguments, reason) in [
        ("a.md --policy tokens", "start of the text"),
        ("a.md --policy hybrid --strategy semantic-boundary", "topic: Tea"),
        ("log.md --policy hybrid --strategy event-based", "phase: execution"),
        ("items/task/0000/DEMO-TSK-0001_a.md --policy backlog --root . --set product=x", "section"),
        ("e.jsonl --policy recorder", "start of the stream"),
    ] {
        let shown = folder.run(&format!("inspect {arguments}")).well();
        assert!(shown.contains(reason), "{arguments}: {shown}");
    }
    let said = folder.run("inspect . --policy recorder").refused(2);
    assert!(said.contains("is a folder: name one document"), "{said}");
    assert!(folder.run("inspect a.md --html a.md").refused(2).contains("--html would replace it"));
}

/// Each option is obeyed or refused.
#[test]
fn no_option_is_ignored() {
    let folder = Folder::with([("a.md", TEXT)]);
    let shown = folder.run("inspect a.md --policy tokens --set max_tokens=200 --show-config").well();
    assert_eq!(
        shown,
        folder
            .run("tokens a.md --max-tokens 200 --show-config")
            .well()
            .replace("--max-tokens 200", "--set max_tokens=200")
    );
    let said = folder.run("inspect a.md --input jsonl").refused(2);
    assert!(said.contains("with --input jsonl each line is one"), "{said}");
    folder.run("inspect a.md --html page.html").well();
    let page = folder.run("inspect a.md --html -").well();
    assert_eq!(page, folder.read("page.html"));
    assert_eq!(folder.names("."), ["a.md", "page.html"]);
}

/// Errors in a document are reported as in a run.
#[test]
fn what_has_no_chunks_is_told() {
    let folder = Folder::with([("a.md", TEXT.as_bytes()), ("empty.md", b""), ("bad.md", b"\xff")]);
    for (policy, file) in [("recorder", "a.md"), ("markdown", "bad.md")] {
        let said = folder.run(&format!("inspect {file} --policy {policy}")).refused(1);
        assert!(said.starts_with(&format!("error: {file}: ")), "{said}");
        assert_eq!(said, folder.run(&format!("{policy} {file}")).refused(1));
    }
    for policy in ["markdown", "recorder"] {
        let ran = folder.run(&format!("inspect empty.md --policy {policy}"));
        assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "", "empty.md: it has no chunks\n"));
    }
}

/// The page's behaviour is tested by a script in the page.
const ASK: &str = r#"addEventListener("DOMContentLoaded", () => {
const answer = {}, key = key => dispatchEvent(new KeyboardEvent("keydown", { key }));
answer.title = document.querySelector("h1").textContent + document.title;
answer.columns = document.querySelectorAll("main > section").length;
answer.chunks = document.querySelectorAll(".chunk").length;
answer.bars = document.querySelectorAll("svg rect").length > 0;
answer.overlaps = document.querySelectorAll(".overlap").length;
const card = document.querySelectorAll(".chunk")[1];
card.click();
answer.record = JSON.parse(card.querySelector(".record").textContent).section_header;
card.click();
answer.closed = !card.querySelector(".record");
key("j"); answer.second = document.querySelector(".current .rule b").textContent;
key("k"); key("k"); answer.first = document.querySelector(".current .why").textContent;
key("Enter"); answer.opened = !!document.querySelector(".current .record");
const field = document.getElementById("search");
field.value = "STEEPED"; find();
answer.found = document.getElementById("found").textContent;
answer.marks = document.querySelectorAll("mark").length;
answer.visible = [...document.querySelectorAll(".chunk")].filter(c => !c.classList.contains("hidden")).length;
field.value = ""; find();
answer.again = document.querySelectorAll(".chunk.hidden, mark").length;
const dark = document.documentElement.classList.contains("dark");
document.getElementById("theme").click();
answer.turned = document.documentElement.classList.contains("dark") !== dark;
answer.text = document.querySelector(".chunk .text").textContent;
answer.lines = document.querySelector(".chunk .lines").textContent;
answer.one = document.querySelector("main .hint").textContent.split(",")[0];
say(answer);
});"#;

/// The first of many chunks are there at once, the others follow between frames; a search also finds those still to come.
const ASK_MANY: &str = r#"
const field = document.getElementById("search"), cards = () => document.querySelectorAll(".chunk").length;
const answer = { first: cards() };
field.value = "pears"; find();
answer.found = document.getElementById("found").textContent;
setTimeout(() => {
  answer.later = cards();
  answer.visible = document.querySelectorAll(".chunk:not(.hidden)").length;
  answer.marks = document.querySelectorAll("mark").length;
  const card = chunks.at(-1).card; card.click();
  answer.record = JSON.parse(card.querySelector(".record").textContent).section_header;
  answer.order = [...document.querySelectorAll(".rule b")].every((b, at) => b.textContent === String(at + 1));
  field.value = ""; find();
  setTimeout(() => { answer.again = document.querySelectorAll(".chunk.hidden, mark").length; say(answer) }, 1000);
}, 1000);"#;

#[test]
fn the_page_works_in_a_browser() {
    let folder = Folder::with([("a.md", TEXT)]);
    folder.run("inspect a.md --html page.html").well();
    let page = folder.read("page.html");
    // It is self-contained: it holds no address, except for the name space of SVG.
    let addresses: Vec<_> = page.match_indices("://").map(|(at, _)| &page[at..]).collect();
    assert!(addresses.iter().all(|address| address.starts_with("://www.w3.org/2000/svg")), "{addresses:?}");
    for loads in [" src=", "<link", "url(", "@import", "import(", "fetch("] {
        assert!(!page.contains(loads), "{loads}");
    }
    let Some(answer) = ask(&folder, ASK) else { return };
    let expected = serde_json::json!({
        "title": "a.mda.md: chunks", "columns": 1, "chunks": 2, "bars": true, "overlaps": 1, "record": "Water", "closed": true,
        "second": "2", "first": "heading: Tea", "opened": true, "found": "1 of 2 chunks", "marks": 1,
        "visible": 1, "again": 0, "turned": true, "text": "# Tea\n\nGreen tea is steeped. </script><b>&amp;",
        "lines": "lines 1 to 3", "one": "2 chunks",
    });
    assert_eq!(answer, expected);
}

#[test]
fn a_page_of_many_chunks_is_shown_before_all_of_them_are() {
    let text: String = (0..1_000)
        .map(|number| {
            format!("# Part {number}\n\nApples{}.\n\n", if number % 2 == 0 { " and pears" } else { "" })
        })
        .collect();
    let folder = Folder::with([("a.md", text)]);
    folder.run("inspect a.md --html page.html").well();
    let Some(answer) = ask(&folder, ASK_MANY) else { return };
    let expected = serde_json::json!({
        "first": 200, "found": "500 of 1000 chunks", "later": 1_000, "visible": 500, "marks": 500, "record": "Part 999",
        "order": true, "again": 0,
    });
    assert_eq!(answer, expected);
}

fn ask(folder: &Folder, script: &str) -> Option<Value> {
    let answer = browser::ask(&folder.path("."), script, true);
    if answer.is_none() {
        eprintln!("skipped: there is no chromium; .ci/browser installs it");
    }
    answer
}

#[cfg(feature = "sqlite")]
#[test]
fn what_to_show_instead_of_a_store_is_told() {
    let said = Folder::new().run("inspect sqlite:chunks.db").refused(2);
    assert!(
        said.contains("a store is not shown; name a document or the folder that it was made of"),
        "{said}"
    );
}

/// What another program wrote is no Markdown, even if it can be chunked as such.
#[test]
fn an_export_that_is_taken_for_text_is_told() {
    let chat = r#"[{"role":"user","content":"How deep?"},{"role":"assistant","content":"Forty metres."}]"#;
    let folder =
        Folder::with([("chats/chat.json", chat), ("other.json", "{\"a\": 1}"), ("a.md", "# A\n\nB.\n")]);
    let note = "warning: chats/chat.json: it is an export of another program (format messages), and is chunked as plain text; \
                tokens or hybrid reads it, by content or by --from messages [export]\n";
    for command in ["inspect chats/chat.json", "markdown chats/chat.json", "inspect chats --include *.json"] {
        let ran = folder.run(command);
        assert_eq!((ran.status, &*ran.stderr.replace(SEVERAL, "")), (Some(0), note), "{command}");
    }
    for command in
        ["tokens chats/chat.json", "tokens chats -q", "hybrid chats/chat.json --from text", "markdown a.md"]
    {
        assert_eq!(folder.run(command).stderr, "", "{command}");
    }
    let said = folder.run("tokens other.json").stderr;
    assert!(
        said.contains("other.json: it is JSON, and is chunked as text; if another program wrote it, --from"),
        "{said}"
    );
    assert_eq!(folder.run("tokens other.json --from text").stderr, "");
    let said = folder.run("inspect chats").stderr;
    assert!(said.contains("note: there is 1 file of JSON: exports of other programs are read by"), "{said}");
    assert!(said.contains("--from FORMAT says which format\n"), "{said}");
}

/// The note that ends a list of documents.
const SEVERAL: &str =
    "note: name a document to see its chunks; --html FILE writes a page with those of all\n";

/// A folder's documents are listed, with what a run would say of them.
/// What is shown is what is embedded: the text that a conversation became, and a text with its secrets written over.
#[test]
fn the_text_that_is_chunked_is_shown() {
    let chat = r#"[{"role":"user","content":"How deep?"},{"role":"assistant","content":"Forty metres."}]"#;
    let folder = Folder::with([("chat.json", chat), ("a.md", "# A\n\nThe password is hunter2-Q9x.\n")]);
    let shown = folder.run("inspect chat.json --policy tokens").stdout;
    assert!(shown.contains("user: How deep?") && !shown.contains("role"), "{shown}");
    let shown = folder.run("inspect a.md --policy markdown --redact").stdout;
    assert!(shown.contains("The password is XXXXXXXXXXX.") && !shown.contains("hunter2"), "{shown}");
}

#[test]
fn the_documents_of_a_folder_are_listed() {
    let folder = Folder::with([
        ("d/a.md", TEXT.as_bytes()),
        ("d/sub/b.md", b"# B\n\nOne two three.\n"),
        ("d/bad.md", b"caf\xe9"),
        ("d/no.txt", b"x"),
    ]);
    let ran = folder.run("inspect d -q");
    let lines: Vec<Vec<&str>> = ran.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["chunks", "tokens", "smallest", "largest", "warnings", "document"]);
    assert_eq!((lines[1][0], lines[1][4], lines[1][5]), ("2", "0", "a.md"));
    assert_eq!(lines[2][..6], ["0", "0", "0", "0", "0", "bad.md:"]);
    // "# B" are two tokens, the line ends one, and the sentence four.
    assert_eq!(lines[3], ["1", "7", "7", "7", "0", "sub/b.md"]);
    assert_eq!(ran.stderr, "error: d/bad.md: byte 3 is not valid UTF-8; convert the file to UTF-8\n");
    assert_eq!(ran.status, Some(1));
    let shown = folder.run("inspect d").stdout;
    assert_eq!(
        shown.strip_prefix(&ran.stdout).map(|end| end.ends_with(" tokens, 0 warnings\n")),
        Some(true),
        "{shown}"
    );
    assert!(shown.contains("\n3 documents: 3 chunks, "), "{shown}");
    assert!(folder.run("inspect d").stderr.ends_with("--html FILE writes a page with those of all\n"));
}

/// Each document has the page that it has by itself.
#[test]
fn a_folder_has_a_page() {
    let folder = Folder::with([("d/a.md", TEXT), ("d/{{title}}.md", "# Tea </script>\n\n{{data}}\n")]);
    folder.run("inspect d -q --html page.html").well();
    let page = folder.read("page.html");
    let data = page.split("application/json\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let documents = data["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 2);
    let parts: Vec<&str> =
        data["template"].as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect();
    for document in documents {
        let of = |key: &str| document[key].as_str().unwrap();
        let head = parts[0].replace("{{title}}", &of("name").replace('<', "&lt;"));
        let made = [&head, of("data"), parts[1], of("records"), parts[2]].concat();
        let alone = folder.run(&format!("inspect {} --html - --root d --id {}", "d/a.md", of("name")));
        if of("name") == "a.md" {
            assert_eq!(
                made,
                alone.well().replace(">d/a.md", ">a.md").replace("\"name\":\"d/a.md\"", "\"name\":\"a.md\"")
            );
        }
    }
}
