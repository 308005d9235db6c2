//! What may stand between a name and its value (B21): in code and configuration, markup, tables, command lines and sentences.

/// How sure it is that what comes next is the value of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// Beside each other: `the password manager`. The value must look like no word at all.
    Beside,
    /// In a list or a sentence: it must have digits or signs.
    Likely,
    /// Assigned.
    Assigned,
}

use Certainty::{Assigned, Beside, Likely};

/// What a value must be followed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Any,
    /// A tag: the value is all the text of its element.
    Tag,
    /// A bar or a line end: it is all of its cell.
    Cell,
    /// A line end: it is all of its line.
    Line,
    /// The same, and the name is a line of words: a heading.
    LineBelowHeading,
    /// A closing quote: only a quoted text is a value here.
    Quote,
}

/// A place.
#[derive(Debug)]
pub(super) struct Place {
    /// An example; the name is `name`, the value `V`.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader of the table, and checked by a test"))]
    pub(super) example: &'static str,
    /// What stands between the name and the value, or the quote before it.
    pub(super) between: &'static str,
    pub(super) certainty: Certainty,
    pub(super) end: End,
}

/// Spaces and tabs; a no-break and an ideographic space count.
macro_rules! s {
    () => {
        r"(?:[ \t]|\xC2\xA0|\xE3\x80\x80)"
    };
}

/// What closes a name: quotes, brackets, emphasis, tags.
macro_rules! c {
    () => {
        r#"(?:\\*["'`]|&(?:quot|apos|#34|#39);|%2[27]|\\u002[27]|[*]{1,3}|__?|~~|[\])]|</(?:a|b|code|dt|em|i|kbd|label|span|strong|u)>){0,4}"#
    };
}

const fn place(example: &'static str, between: &'static str, certainty: Certainty, end: End) -> Place {
    Place { example, between, certainty, end }
}

/// All places. The first one counts whose value is a secret.
pub(super) const PLACES: &[Place] = &[
    place(
        "name = V",
        concat!(
            c!(),
            r"\??",
            s!(),
            r"*(?:\([^()\n]{1,30}\)",
            s!(),
            "*)?",
            c!(),
            "(?:=>|-{1,2}>|→|<-|>>|[|]{2}|[?]{2}|={2,3}|:{0,3}=|[?.+|]=|::[ ]|[.]{2,}[ ]?:?|:|：|＝|%3[AaDd])(?:[*]{1,3}|__?|</(?:b|code|em|i|strong)>)?",
            s!(),
            "*"
        ),
        Assigned,
        End::Any,
    ),
    place(
        "name: String = V",
        concat!(c!(), r"\??:", s!(), r"*[&A-Za-z][A-Za-z0-9_<>\[\]., |?&'*-]{0,40}?", s!(), "*=", s!(), "*"),
        Assigned,
        End::Any,
    ),
    place(
        "name string = V",
        concat!("(?:", s!(), r"+(?:string|str|text)|\[[0-9]*\])", s!(), "*:?=", s!(), "*"),
        Assigned,
        End::Any,
    ),
    place("\"name\", \"V\"", concat!(r#"\\*["']"#, s!(), "*,", s!(), "*"), Assigned, End::Quote),
    place("name, 'V'", concat!("[)]?", s!(), "*,", s!(), "*"), Likely, End::Quote),
    place(
        "name ('V')",
        concat!(
            c!(),
            r"(?:[^\n]{0,40}[| ]default|[)\]]*\.(?:eq|equals|isEqualTo|fill|put|send_?keys|set|toBe|toEqual|type))\(",
            s!(),
            "*"
        ),
        Likely,
        End::Quote,
    ),
    place("name 'V'", concat!(c!(), s!(), "+"), Likely, End::Quote),
    place(
        "- key: name\n  value: V",
        concat!(
            r#"(?:["'`][)\]]?)?(?:\s[a-z-]{2,12}="[^"\n]{0,40}"){0,4}[\s,;{}]{1,60}(?:(?:type|description|sensitive|secure)["']?"#,
            s!(),
            r"*[=:][^\n]{0,60}\n\s{0,40}){0,3}",
            r#"["'`]?(?:parameter|attribute|setting|property|data-)?(?:value|val|content|default(?:_?value)?|plaintext)["'`]?"#,
            s!(),
            "*[:=]",
            s!(),
            "*",
        ),
        Assigned,
        End::Any,
    ),
    place(
        "<name>V</name>",
        r#"["']?(?:\s[^<>\n]{0,80})?(?:>|&gt;)\s*(?:<[a-z][^<>\n]{0,60}>\s*){0,2}"#,
        Assigned,
        End::Tag,
    ),
    place(
        "<td>name</td><td>V</td>",
        concat!(":?", s!(), r"*(?:</[a-z][^<>\n]{0,20}>\s{0,40}){1,3}(?:<[a-z][^<>\n]{0,60}>\s{0,40}){1,3}"),
        Assigned,
        End::Tag,
    ),
    place("| name | V |", concat!(c!(), s!(), "*:?", s!(), r"*(?:\||│)", s!(), "*"), Assigned, End::Cell),
    place(
        "name:\n  V",
        concat!(
            c!(),
            s!(),
            r"*[:=]",
            c!(),
            s!(),
            r"*(?:[|>][+-]?",
            s!(),
            r"*)?\r?\n(?:[ \t]*\r?\n){0,2}(?:[ \t]*```[a-z]*\r?\n)?[ \t]*(?:[-*>][ ])?"
        ),
        Likely,
        End::Line,
    ),
    place("\"name\"\n\nV", r#"["']\r?\n\r?\n"#, Likely, End::Line),
    place(
        "name\n\nV",
        concat!(c!(), s!(), r"*\r?\n(?:[ \t]*\r?\n){0,2}[ \t]*(?:[-*>][ ])?"),
        Beside,
        End::LineBelowHeading,
    ),
    place(
        "the name is V",
        concat!(
            c!(),
            "(?:",
            s!(),
            "+(?:for|of|on|at|in|to)(?:",
            s!(),
            r"+[a-zA-Z0-9_.'-]{1,20}){1,3}?)?(?:",
            s!(),
            "+(?:is|was|(?:can|must|should|will)[ ]be|equals|set|changed|reset|ist|war|lautet|est|es|era|é|è|sarà|jest|är|er)(?:",
            s!(),
            "+(?:set|changed|reset))?(?:",
            s!(),
            "+(?:now|still|to|auf|a|à))?(?:",
            s!(),
            "*:)?",
            s!(),
            "+|(?:是|为|為|は)",
            s!(),
            "*)"
        ),
        Likely,
        End::Any,
    ),
    place(
        "name to V",
        concat!(c!(), "(?:", s!(), "+[a-zA-Z0-9_.'-]{1,20}){0,3}?", s!(), "+(?:to|as|auf|a|en|à)", s!(), "+"),
        Likely,
        End::Any,
    ),
    place(
        "name from V",
        concat!(c!(), "(?:", s!(), "+[a-zA-Z0-9_.'-]{1,20}){0,3}?", s!(), "+from", s!(), "+"),
        Likely,
        End::Any,
    ),
    place(
        "name for x: V",
        concat!(
            c!(),
            s!(),
            "+(?:for|of|on|at|in|para|für|pour|von|de|du)(?:",
            s!(),
            r"+[a-zA-Z0-9_.'-]{1,20}){1,3}?",
            s!(),
            "*[:=]",
            s!(),
            "*"
        ),
        Likely,
        End::Any,
    ),
    place("name – V", concat!(c!(), s!(), "+(?:-|–|—|/)", s!(), "+"), Likely, End::Any),
    place("name (V)", concat!(c!(), s!(), r"*[(\[]"), Likely, End::Any),
    place(
        "name --value V",
        concat!(s!(), "+(?:--(?:body|value|secret-string|secret|data)|-[bvw]|<<<)(?:=|", s!(), "+)"),
        Assigned,
        End::Any,
    ),
    place("name\tV", concat!(c!(), "(?:\t|", s!(), "{2})", s!(), "*"), Likely, End::Any),
    place("name,V", concat!(c!(), "[,;]"), Likely, End::Any),
    place("name V", concat!(c!(), r"[?]?", s!(), "+(?:[0-9][ ])?"), Beside, End::Any),
];

#[cfg(test)]
mod tests {
    use super::{super::*, PLACES};

    #[test]
    fn every_example_is_found() {
        for place in PLACES {
            assert!(compile(&format!("^(?:{})", place.between)).is_some(), "{}", place.example);
            let text = place.example.replace("name", "db_password").replace('V', "kT9#vWq2xLm4");
            let found = Redactor::new(true).redact(&text);
            let expected = place.example.replace("name", "db_password").replace('V', "[REDACTED:password]");
            assert_eq!(found, expected);
        }
    }
}
