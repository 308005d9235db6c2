//! What a `.gitignore` leaves out of a folder. Expected values are those of `git check-ignore` 2.47.
#![cfg(unix)]

use crate::harness::Folder;
use rstest::rstest;

/// Whether a folder that has only this file is read as empty. A path that ends with `/` is a folder.
fn leaves_out(rules: &str, path: &str) -> bool {
    let inside = if path.ends_with('/') { "inside" } else { "" };
    let folder = Folder::with([("d/.gitignore", rules)]);
    folder.write(&format!("d/{path}{inside}"), "Text.\n");
    folder.run("tokens d -q").stdout.is_empty()
}

#[rstest]
#[case("a", &["a", "a/", "x/a", "x/y/a/"], &["b", "ab", "A"])]
#[case("/a", &["a"], &["x/a"])]
#[case("a/", &["a/", "x/a/"], &["a"])]
#[case("a/b", &["a/b"], &["x/a/b", "a/c"])]
#[case("*.md", &["a.md", "x/a.md"], &["a.md5"])]
#[case("a*b*c", &["abc", "axbxc", "aabbcc"], &["abcd", "acb", "x"])]
#[case("x/*.md", &["x/a.md"], &["x/y/a.md", "a.md"])]
#[case("**/x", &["x", "a/x", "a/b/x"], &["xx"])]
#[case("a/**", &["a/b", "a/b/c"], &["b"])]
#[case("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["ab", "a/bb"])]
#[case("a**b", &["axxb", "ab"], &["a/b"])]
#[case("?", &["a"], &["ab"])]
#[case("[a-cx].t", &["a.t", "b.t", "x.t"], &["d.t", "-.t"])]
#[case("[!a-c]", &["d"], &["a"])]
#[case("[]-]", &["]", "-"], &["a"])]
#[case("[[:digit:]_]", &["1", "_"], &["a", ":"])]
#[case("\\#a\n\\!b\n\\*", &["#a", "!b", "*"], &["a", "x"])]
#[case("# a\n\n  \nb  \nc\\ \r\nd\r", &["b", "c ", "d"], &["# a", "c", "a"])]
#[case("*\n!a\n!b/\n", &["x", "b"], &["a", "b/a"])]
#[case("\u{feff}a", &["a"], &[])]
#[case("?*", &["é"], &[])]
#[case("*\t\na\\\t\nb\u{a0} \n", &["x\t", "a\t", "b\u{a0}"], &["x", "a", "b", "a "])]
// A character is a byte, and é has two.
#[case("?", &[], &["é"])]
#[case("{a,b}", &["{a,b}"], &["a", "b"])]
#[case("[[:punct:]][[:graph:]][[:space:]x]", &["!!x", ":ax", "~a ", "-[x"], &["ax ", "! x"])]
#[case("[a\\]]", &["a", "]"], &["b", "\\"])]
#[case("[\\!a]b", &["!b", "ab"], &["cb"])]
#[case("[b-]", &["b", "-"], &["a"])]
#[case("[+-9]x", &["5x", "-x"], &["ax", "a/x"])]
#[case("e[^a]?", &["exy"], &["e/y", "eay"])]
#[case("a[+-9]b", &["a5b"], &["a/b"])]
#[case("[b/]", &["b"], &["x/b"])]
#[case("*\n!\n!/", &["x"], &[])]
#[case("a\\/\n/", &[], &["a/", "x"])]
fn rules_are_those_of_git(#[case] rules: &str, #[case] out: &[&str], #[case] taken: &[&str]) {
    for path in out {
        assert!(leaves_out(rules, path), "{path} is left out");
    }
    for path in taken {
        assert!(!leaves_out(rules, path), "{path} is taken");
    }
}

/// A rule with `!` undoes rules, and not that hidden files are no documents; what is in `.git` is none to git either.
#[rstest]
fn a_rule_takes_no_hidden_file_in(#[values("!*\n", "*\n!*\n", "!.a\n!.git\n")] rules: &str) {
    for path in [".a", ".a/b", ".git/config", "x/.a"] {
        assert!(leaves_out(rules, path), "{path} is left out");
    }
}

/// If each star were tried with every length, this would take longer than anybody waits.
#[test]
fn many_stars_take_no_time() {
    assert!(!leaves_out(&format!("{}b", "*a".repeat(50)), &"a".repeat(200)));
    assert!(!leaves_out(&format!("{}b", "**/a/".repeat(50)), &format!("{}a", "a/".repeat(200))));
}

#[test]
fn a_class_that_git_does_not_know_is_refused() {
    let said = Folder::with([("d/a.txt", "Text.\n")]).run("tokens d --exclude [[:odd:]]").refused(2);
    assert!(said.contains("it has a class of characters that git does not know"), "{said}");
}
