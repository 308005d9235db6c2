//! Where the elements of a JSON file are, and what ends them: each is no issue of GitHub, so it is an error at its first byte.

use chunk_readers::{Format, item::Items};
use rstest::rstest;
use std::io::BufReader;

const TORN: &str = "the file ends before its list does; it is cut short";

#[rstest]
#[case::array(r#"[{"a":"]}\"\\"},1, "x" ,[2,[3]]]"#, &[(1, ""), (16, ""), (19, ""), (24, "")])]
#[case::values("{\"a\":1}\n{\"b\":[2]}", &[(0, ""), (8, "")])]
#[case::torn_line("{\"a\":1}\n{\"b\":\"x\n{\"c\":{\n{\"d\":2}", &[(0, ""), (8, ""), (16, ""), (23, "")])]
#[case::string_without_its_quote("[{\"a\":\"x\\\n},{\"b\":2}]", &[(1, ""), (12, "")])]
#[case::object_of_lines("{\n\"a\":1}\n{\"b\":\n2}", &[(0, ""), (9, "")])]
#[case::too_many_brackets(r#"[{"a":1}},{"b":2}]"#, &[(1, ""), (8, "nothing opened the bracket here"), (10, "")])]
#[case::after_the_list("[1] [2]", &[(1, ""), (4, "something follows the end of the list")])]
#[case::prose("Note: [a]", &[(0, "a list or an object of JSON is expected here")])]
#[case::damaged_in_between(r#"[{"a":1},{"b" 2},{"c":3}]"#, &[(1, ""), (9, ""), (17, "")])]
#[case::torn(r#"[{"a":1},{"b":"#, &[(1, ""), (9, ""), (14, TORN)])]
#[case::torn_after_a_comma("[1,", &[(1, ""), (3, TORN)])]
#[case::nothing(" [ ] ", &[])]
#[case::mark("\u{FEFF}[7]", &[(4, "")])]
fn elements(#[case] json: &str, #[case] expected: &[(u64, &str)]) {
    for capacity in 1..json.len() + 2 {
        // A mark is looked for in one piece; three bytes always are there in a file's first buffer.
        let capacity = if json.starts_with('\u{FEFF}') { capacity.max(3) } else { capacity };
        let file = BufReader::with_capacity(capacity, json.as_bytes());
        let errors: Vec<String> =
            Items::new(Format::Github, "", file).map(|item| item.unwrap_err().to_string()).collect();
        assert_eq!(errors.len(), expected.len(), "{errors:?}");
        for (error, (byte, what)) in errors.iter().zip(expected) {
            assert!(error.starts_with(&format!("byte {byte}: {what}")), "{error}");
        }
    }
}
