//! What is found in a text, by the rows of the tables in `data`: whatever a recognizer reads of it, in the form that the test says.
#![allow(clippy::unwrap_used, clippy::string_slice, missing_docs)]

use chunk_hybrid::*;
use rstest::rstest;
use std::ops::Range;

/// The fields of the rows of a form in `forms.tsv`: those at the end are empty where they are missing.
fn forms(form: &str) -> impl Iterator<Item = [String; 3]> {
    let all = rows(include_str!("data/forms.tsv"));
    all.filter(move |[own, ..]: &[String; 4]| own == form).map(|[_, text, found, rest]| [text, found, rest])
}

fn rows<const FIELDS: usize>(table: &str) -> impl Iterator<Item = [String; FIELDS]> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split('\t').map(|field| field.replace("\\n", "\n"));
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    })
}

/// What is found in a document, which says that it is of a type, with decisions that are at least so sure.
fn analyzed<T>(content_type: &str, least: f64, text: &str, found: impl Fn(&Analysis<'_>) -> T) -> T {
    let mut config = ChunkingConfig::default();
    config.preference_signal.min_confidence = least;
    let system = HybridPolicy::new(config).unwrap();
    let text = format!("---\ntype: {content_type}\n---\n{text}");
    let content = system.read(Document::new("a.md", &text));
    found(&system.analyze(&content))
}

/// Something of each decision in a text, with its bytes; `-` where it has none.
fn decisions(text: &str, least: f64, own: fn(&Signal) -> Option<Range<usize>>) -> Vec<[String; 2]> {
    analyzed("decision", least, text, |analysis| {
        let slice = |span: &Range<usize>| analysis.text()[span.clone()].to_owned();
        let shown =
            |signal: &Signal| [slice(&signal.span), own(signal).as_ref().map_or_else(|| "-".into(), slice)];
        analysis.signals().iter().map(shown).collect()
    })
}

/// What the decisions of a text are for and against.
fn options(text: &str) -> Vec<[String; 2]> {
    analyzed("decision", 0.0, text, |analysis| {
        let slice = |span: &Range<usize>| &analysis.text()[span.clone()];
        let shown = |signal: &Signal| {
            let rejected: Vec<_> = signal.rejected.iter().map(slice).collect();
            [signal.preferred.as_ref().map_or("", slice).to_owned(), rejected.join(" | ")]
        };
        analysis.signals().iter().map(shown).collect()
    })
}

#[test]
fn options_of_a_sentence_or_row() {
    let rows = rows(include_str!("data/options.tsv")).chain(forms("row"));
    for [text, preferred, rejected] in rows {
        let found = options(&text);
        assert!(found.contains(&[preferred, rejected]), "{text}: {found:?}");
    }
}

/// What the examples of forms name is found in them.
#[test]
fn forms_of_sentences_name_what_their_examples_say() {
    for [group, _, text, preferred, rejected] in
        rows(include_str!("../src/recognize/decisions/options/forms.tsv"))
    {
        if !["define", "order"].contains(&&*group) && !text.is_empty() {
            let found = options(&text);
            assert!(found.contains(&[preferred, rejected]), "{text}: {found:?}");
        }
    }
}

#[test]
fn what_a_document_calls_a_decision_is_one() {
    for [text, expected, _] in forms("decided") {
        let found = decisions(&text, 0.5, |signal| signal.preferred.clone());
        let found: Vec<_> = found.into_iter().map(|[_, preferred]| preferred).collect();
        assert_eq!(found.join(" / "), expected, "{text}");
    }
}

#[test]
fn a_name_is_a_speaker_by_its_place() {
    for [text, expected, _] in forms("speaker") {
        let found = decisions(&text, 0.0, |signal| signal.user.clone());
        assert_eq!(found.last().map(|[_, user]| user), Some(&expected), "{text}");
    }
}

#[test]
fn reasons() {
    for [text, expected, _] in forms("reason") {
        let found = decisions(&text, 0.0, |signal| signal.rationale.clone());
        assert_eq!(found.last().map(|[_, reason]| reason), Some(&expected), "{text}");
    }
}

#[test]
fn a_reason_is_named_by_a_label_or_a_heading() {
    for [text, expected, _] in forms("named-reason") {
        let found = decisions(&text, 0.2, |signal| signal.rationale.clone());
        assert!(found.contains(&["Use tabs.".into(), expected]), "{text}: {found:?}");
    }
}

/// The steps of a procedure as `number title`, of one that is a part of another with ` < ` and the title of that.
fn steps(text: &str) -> Vec<String> {
    analyzed("sop", 0.5, text, |analysis| {
        let steps = analysis.steps(&analysis.body());
        let title = |step: &Step| analysis.text()[step.title.clone()].to_owned();
        let shown = |step: &Step| {
            let around = steps.iter().find(|other| Some(other.span.start) == step.parent).map(title);
            let number = step.number.map_or_else(|| "-".into(), |number| number.to_string());
            format!(
                "{number} {}{}",
                title(step),
                around.map_or_else(String::new, |title| format!(" < {title}"))
            )
        };
        steps.iter().map(shown).collect()
    })
}

#[test]
fn numbers_of_headings() {
    for [heading, expected, _] in forms("step-number") {
        let text = format!("# Tea\n\n## {heading}\n\nStir the tea.\n\n## Step 9: Drink\n\nSip it.\n");
        assert_eq!(steps(&text).first(), Some(&expected), "{heading}");
    }
}

#[test]
fn titles_of_steps() {
    for [text, expected, _] in forms("step-title") {
        assert_eq!(steps(&text).first(), Some(&format!("1 {expected}")), "{text}");
    }
}

#[rstest]
#[case::each_other("## Step 1: Open\n\n1. **Turn** it.\n   - Left.\n2. Wait.\n\n## Step 2: Close\n", &["1 Open", "1 **Turn** it. < Open", "- Left. < **Turn** it.", "2 Wait. < Open", "2 Close"])]
// H20: a prerequisite has no number, and nothing is a part of it.
#[case::prerequisites("# A\n\n## Prerequisites\n\n1. A key.\n   - Blue.\n", &["- A key.", "- Blue."])]
// H20: a number above 999,999 is no step number, nor is a nested one.
#[case::great_number("## Step 999999: Open\n", &["999999 Open"])]
#[case::nested_number("1.1 Open it.\n", &["- Open it."])]
// H20: a nested number belongs to the step whose number it starts with.
#[case::other_number("## 1. Install\n\nBolt the pump.\n\n## Maintenance\n\n7.1 Clean the pump.\n\n7.2 Oil the pump.\n", &["1 Install", "- Clean the pump.", "- Oil the pump."])]
// H20: what is needed is no step.
#[case::dough("## Dough ingredients\n\n- Two eggs\n\n## Mix ingredients\n\n1. Stir the eggs.\n", &["1 Stir the eggs."])]
#[case::bill("## Bill of materials\n\n- Two pumps\n\n## Tools and materials\n\n- A wrench\n\n## Steps\n\n1. Bolt the pump.\n", &["1 Bolt the pump."])]
#[case::protection("## Personal protective equipment\n\n- Wear gloves.\n\n## Steps\n\n1. Bolt the pump.\n", &["1 Bolt the pump."])]
#[case::number_alone("## Step 3\n", &["3 Step 3"])]
#[case::bold_number("**Step 3.** Mix it.\n", &["3 Mix it."])]
#[case::wrapped("1. Mix it\n   well. Wait.\n", &["1 Mix it\n   well."])]
#[case::mark("## Step 4 (optional): Inspect it\n", &["4 Inspect it"])]
#[case::square_mark("Step 4 [optional]: Shout.\n", &["4 Shout."])]
#[case::mark_and_stop("Step 3 (optional). Put it in.\n", &["3 Put it in."])]
// H20.6: what else a paragraph with a number says is that step, and so is what a paragraph below a heading with a number says.
#[case::bold_number_alone("**Step 2.** Wait\n\n**Step 3.** Stir the tea. Then drink it.\n", &["2 Wait", "3 Stir the tea."])]
#[case::paragraph_below_number("## 2. Build\n\n### 2.2\n\nOpen the valve.\n\n## 3. Test\n\nClose the valve.\n", &["2 Build", "- Open the valve. < Build", "3 Test"])]
#[case::bold_number_of_an_item("- **Step 1:** Open the box.\n", &["1 Open the box."])]
#[case::dash("# How to make tea\n\n## 1 - Boil the water\n\n## 2 - Stir the tea\n", &["1 Boil the water", "2 Stir the tea"])]
// H20: what is numbered below a step is a part of it; ingredients of a part are no steps.
#[case::below("# How to build\n\n## 2. Build\n\n### 2.1 Fetch\n\nIt is big.\n\n## 3. Test\n\nIt is slow.\n", &["2 Build", "- Fetch < Build", "3 Test"])]
#[case::material_of_a_part("# Pie\n\n## Ingredients\n\n- 200 g of flour\n\n## For the filling\n\n- 5 apples\n\n## Directions\n\n1. Mix it.\n2. Bake it.\n", &["1 Mix it.", "2 Bake it."])]
// H20.8: nor is what opens with an amount.
#[case::amounts("# Pad Thai\n\n### For the sauce\n\n- 3 tablespoons fish sauce\n- chopped peanuts, to serve\n\n### Method\n\n1. Mix it.\n2. Toss it.\n", &["1 Mix it.", "2 Toss it."])]
// H20.6: letters number steps.
#[case::letters("a) Open the box.\nb) The lid is red.\nc) Close the box.\n", &["1 Open the box.", "2 The lid is red.", "3 Close the box."])]
#[case::bullets_after_numbers("1. Open the box.\n- Turn it.\n2. Close it.\n", &["1 Open the box.", "- Turn it. < Open the box.", "2 Close it."])]
#[case::letters_after_numbers("1. Open the box.\na) Turn it.\n2. Close it.\n", &["1 Open the box.", "1 Turn it. < Open the box.", "2 Close it."])]
// H20.1: a single row among several is none, nor is indented code.
#[case::single_row("# Test\n\n1. Open the valve.\n2. Close the valve.\n\n## Troubleshooting\n\n| Problem | Cause | Remedy |\n|---|---|---|\n| No pellet | Too few cells | Start with 3 ml |\n| Smear on the gel | Genomic DNA | Do not vortex in step 2 |\n", &["1 Open the valve.", "2 Close the valve."])]
#[case::indented_code("Step 1 - Freeze\n\nStep 2 - Tag\n\n    git push --tags\n\nStep 3 - Wait\n", &["1 Freeze", "2 Tag", "3 Wait"])]
#[case::amount_and_orders("## Prep\n\n- 2 flasks\n- Remove the lid.\n- Spin the samples down.\n", &["- Remove the lid.", "- Spin the samples down."])]
#[case::numbered_notes("## Notes\n\n1. Unplug the printer.\n2. Remove the tape.\n", &["1 Unplug the printer.", "2 Remove the tape."])]
#[case::rows("| Step | Action |\n|---|---|\n| **Step 3** | Open the valve. |\n| Wait for water | 2 |\n", &["3 Open the valve.", "- Wait for water"])]
fn steps_lie_in_each_other_as_headings_and_items_do(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(steps(text), expected);
}

#[rstest]
#[case::list("1. Open it.\n\n   Then wait.\n\n2. Close it.\n\nThe end of the story.\n", &["1. Open it.\n\n   Then wait.\n\n", "2. Close it.\n\n"])]
#[case::fence("1. Open it.\n```\nopen\n```\n\nThe end.\n", &["1. Open it.\n```\nopen\n```\n\n"])]
#[case::section("1. Open it.\n# Close\n", &["1. Open it.\n"])]
#[case::table("1. Open it.\n\n| a |\n", &["1. Open it.\n\n"])]
fn a_step_ends_with_its_list(#[case] text: &str, #[case] expected: &[&str]) {
    let found = analyzed("sop", 0.5, text, |analysis| {
        let steps = analysis.steps(&analysis.body());
        steps.iter().map(|step| analysis.text()[step.span.clone()].to_owned()).collect::<Vec<_>>()
    });
    assert_eq!(found, expected);
}

/// What a document says of itself in a place.
fn readings(text: &str, place: &str) -> Vec<&'static str> {
    let found = HybridPolicy::default().findings(&Document::new("a.md", text)).readings;
    found.into_iter().filter(|own| own.place == place).map(|own| own.meaning).collect()
}

#[test]
fn marks_and_headings_have_meanings() {
    for [text, expected, _] in forms("optional") {
        assert_eq!((!readings(&text, "mark").is_empty()).to_string(), expected, "{text}");
    }
    for [title, expected, _] in forms("meaning") {
        let text = format!("## {}\n\nIt rains.\n", title.trim_start_matches("## "));
        assert_eq!(readings(&text, "heading").join(", "), expected, "{title}");
    }
}

/// The type that a document says it is, by its path, its headings or both; `-` if it says none, or several.
fn said(path: &str, text: &str) -> String {
    let system = HybridPolicy::default();
    let content = system.read(Document::new(path, text));
    let found = system.analyze(&content).classification();
    let places = ["folder", "file", "title", "template"];
    let is_said = found.signals.iter().any(|own| places.contains(&&*own.slot) && own.points > 50_000);
    if is_said { found.best().content_type.name().to_owned() } else { "-".to_owned() }
}

#[test]
fn kinds() {
    for [path, expected, _] in forms("kind-of-path") {
        assert_eq!(said(&path, "It rains.\n"), expected, "{path}");
    }
    for [titles, expected, _] in forms("kind-of-headings") {
        let sections = titles.split(" / ").map(|title| format!("# {title}\n\nIt rains.\n\n"));
        assert_eq!(said("a.md", &sections.collect::<String>()), expected, "{titles}");
    }
}
