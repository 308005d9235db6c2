//! A page of `chunk inspect` in a real browser: Chromium without a window.

use serde_json::Value;
use std::{fs, path::Path, process::Command};

/// The answer that `script` passes to `say(answer)` at the end of the page's own script, before anything else can happen; the page is the file
/// `page.html` of `folder`. With `virtual_time` the clock runs five seconds ahead as fast as the page's timers allow. `None` if this machine has no browser.
pub(crate) fn ask(folder: &Path, script: &str, virtual_time: bool) -> Option<Value> {
    let browser = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|browser| {
        Command::new(browser).arg("--version").output().is_ok_and(|ran| ran.status.success())
    })?;
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    let (before, behind) = page.split_once("</script>\n<!-- Last").unwrap();
    let asked = folder.join("asked.html");
    fs::write(&asked, [before, SAY, script, "</script>\n<!-- Last", behind].concat()).unwrap();
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]);
    if virtual_time {
        command.arg("--virtual-time-budget=5000");
    }
    let ran = command
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", asked.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&ran.stdout).into_owned();
    let answer = dom.split("<pre id=\"answer\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let answer = answer.unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(&ran.stderr)));
    let answer = answer.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Some(serde_json::from_str(&answer).unwrap())
}

/// Writes an answer into the page, from which it is read.
const SAY: &str = r#"
const say = answer => {
  const out = document.createElement("pre"); out.id = "answer"; out.textContent = JSON.stringify(answer); document.body.append(out);
};
"#;
