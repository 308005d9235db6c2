use super::*;
use crate::document::Document;

fn look(look: &Look) -> serde_json::Value {
    let strengths: Vec<_> = look.signals.iter().map(|(k, s)| serde_json::json!([serde_json::to_value(k).unwrap(), s.min(&1000)])).collect();
    let names: Vec<_> = look.names.iter().map(|(k, t)| serde_json::json!([serde_json::to_value(k).unwrap(), t.strategy()])).collect();
    serde_json::json!({"s": strengths, "n": names})
}

#[test]
#[ignore]
fn dump_select() {
    let mut out = String::new();
    for dir in std::env::var("DUMP_DIRS").unwrap().split(':') {
        let mut paths = vec![std::path::PathBuf::from(dir)];
        let mut files = Vec::new();
        while let Some(path) = paths.pop() {
            if path.is_dir() { paths.extend(std::fs::read_dir(path).unwrap().map(|e| e.unwrap().path())); } else if path.extension().is_some_and(|e| e == "md") { files.push(path); }
        }
        files.sort();
        for path in files {
            let labels: Option<serde_json::Value> = std::fs::read_to_string(path.with_extension("json")).ok().and_then(|t| serde_json::from_str(&t).ok());
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let file = if labels.is_some() { path.file_name().unwrap().to_string_lossy().into_owned() } else { path.strip_prefix(dir).unwrap().to_string_lossy().into_owned() };
            let content = ParsedContent::new(Document::new(&file, &text));
            let parts: Vec<_> = crate::select::top_sections(&content).into_iter().map(|span| serde_json::json!({
                "line": content.lines.line(span.start), "end": content.lines.line(span.end.saturating_sub(1)), "words": content.words.within(&span).len(), "look": look(&Look::part(&content, &span))})).collect();
            let doc = serde_json::json!({"dir": dir, "name": file, "labels": labels, "whole": look(&Look::whole(&content)), "words": content.words.within(&content.body()).len(), "parts": parts});
            out.push_str(&doc.to_string()); out.push('\n');
        }
    }
    std::fs::write(std::env::var("DUMP_OUT").unwrap(), out).unwrap();
}
