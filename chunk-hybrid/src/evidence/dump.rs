use super::*;
use crate::document::Document;

#[test]
#[ignore]
fn dump() {
    let dirs = std::env::var("DUMP_DIRS").unwrap();
    let mut out = String::new();
    for dir in dirs.split(':') {
        let mut names: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "json")).collect();
        names.sort();
        for path in names {
            let labels: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            if labels["strategy"] != "event-based" { continue; }
            let text = std::fs::read_to_string(path.with_extension("md")).unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let file = format!("{name}.md");
            let content = ParsedContent::new(Document::new(&file, &text));
            let blocks = content.blocks_in(&content.body());
            let all = sight::sights(&content, blocks);
            let rows: Vec<_> = all.iter().map(|s| {
                let block = &content.blocks()[s.block];
                // the line where an event begins, with headings and dates above
                let mut first = s.block;
                while first > 0 && sight::belongs_below(&content, first - 1) { first -= 1; }
                serde_json::json!({
                    "counts": s.counts.to_vec(), "words": s.words, "label": s.label, "heading": s.heading,
                    "first": s.place.is_first, "last": s.place.is_last, "depth": s.place.depth, "before_stamps": s.place.before_stamps,
                    "behind_stamps": s.place.behind_stamps, "code": s.place.is_code, "stamped": s.place.is_stamped,
                    "parted": s.joint.is_parted, "headed": s.joint.is_headed, "day": s.joint.is_other_day, "kind": s.joint.is_other_kind, "pause": s.joint.is_pause,
                    "line": content.lines.line(block.span.start), "top": content.lines.line(content.blocks()[first].span.start),
                    "text": content.slice(&block.span).chars().take(140).collect::<String>(),
                })
            }).collect();
            let doc = serde_json::json!({"dir": dir, "name": name, "phases": labels["phases"], "rows": rows, "features": feature::Feature::NAMES});
            out.push_str(&doc.to_string());
            out.push('\n');
        }
    }
    std::fs::write(std::env::var("DUMP_OUT").unwrap(), out).unwrap();
}
