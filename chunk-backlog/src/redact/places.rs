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

/// What `{_}` is in an expression: spaces and tabs; a no-break and an ideographic space count.
const SPACE: &str = r"(?:[ \t]|\xC2\xA0|\xE3\x80\x80)";

/// What `{close}` is in an expression: what closes a name, as quotes, brackets, emphasis and tags do.
const CLOSE: &str = r#"(?:\\*["'`]|&(?:quot|apos|#34|#39);|%2[27]|\\u002[27]|[*]{1,3}|__?|~~|[\])]|</(?:a|b|code|dt|em|i|kbd|label|span|strong|u)>){0,4}"#;

impl Place {
    /// The expression of the place, where a name ends.
    pub(super) fn expression(&self) -> String {
        format!("(?i)^(?:{})", self.between.replace("{close}", CLOSE).replace("{_}", SPACE))
    }
}

const fn place(example: &'static str, between: &'static str, certainty: Certainty, end: End) -> Place {
    Place { example, between, certainty, end }
}

/// All places. The first one counts whose value is a secret.
pub(super) const PLACES: &[Place] = &[
    place(
        "name = V",
        r"{close}\??{_}*(?:\([^()\n]{1,30}\){_}*)?{close}(?:=>|-{1,2}>|→|<-|>>|[|]{2}|[?]{2}|={2,3}|:{0,3}=|[?.+|]=|::[ ]|[.]{2,}[ ]?:?|:|：|＝|%3[AaDd])(?:[*]{1,3}|__?|</(?:b|code|em|i|strong)>)?{_}*",
        Assigned,
        End::Any,
    ),
    place(
        "name: String = V",
        r"{close}\??:{_}*[&A-Za-z][A-Za-z0-9_<>\[\]., |?&'*-]{0,40}?{_}*={_}*",
        Assigned,
        End::Any,
    ),
    place("name string = V", r"(?:{_}+(?:string|str|text)|\[[0-9]*\]){_}*:?={_}*", Assigned, End::Any),
    place("\"name\", \"V\"", r#"\\*["']{_}*,{_}*"#, Assigned, End::Quote),
    place("name, 'V'", r"[)]?{_}*,{_}*", Likely, End::Quote),
    place(
        "name ('V')",
        r"{close}(?:[^\n]{0,40}[| ]default|[)\]]*\.(?:eq|equals|isEqualTo|fill|put|send_?keys|set|toBe|toEqual|type))\({_}*",
        Likely,
        End::Quote,
    ),
    place("name 'V'", r"{close}{_}+", Likely, End::Quote),
    place(
        "- key: name\n  value: V",
        r#"(?:["'`][)\]]?)?(?:\s[a-z-]{2,12}="[^"\n]{0,40}"){0,4}[\s,;{}]{1,60}(?:(?:type|description|sensitive|secure)["']?{_}*[=:][^\n]{0,60}\n\s{0,40}){0,3}["'`]?(?:parameter|attribute|setting|property|data-)?(?:value|val|content|default(?:_?value)?|plaintext)["'`]?{_}*[:=]{_}*"#,
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
        r":?{_}*(?:</[a-z][^<>\n]{0,20}>\s{0,40}){1,3}(?:<[a-z][^<>\n]{0,60}>\s{0,40}){1,3}",
        Assigned,
        End::Tag,
    ),
    place("| name | V |", r"{close}{_}*:?{_}*(?:\||│){_}*", Assigned, End::Cell),
    place(
        "name:\n  V",
        r"{close}{_}*[:=]{close}{_}*(?:[|>][+-]?{_}*)?\r?\n(?:[ \t]*\r?\n){0,2}(?:[ \t]*```[a-z]*\r?\n)?[ \t]*(?:[-*>][ ])?",
        Likely,
        End::Line,
    ),
    place("\"name\"\n\nV", r#"["']\r?\n\r?\n"#, Likely, End::Line),
    place(
        "name\n\nV",
        r"{close}{_}*\r?\n(?:[ \t]*\r?\n){0,2}[ \t]*(?:[-*>][ ])?",
        Beside,
        End::LineBelowHeading,
    ),
    place(
        "the name is V",
        r"{close}(?:{_}+(?:for|of|on|at|in|to)(?:{_}+[a-zA-Z0-9_.'-]{1,20}){1,3}?)?(?:{_}+(?:is|was|(?:can|must|should|will)[ ]be|equals|set|changed|reset|ist|war|lautet|est|es|era|é|è|sarà|jest|är|er)(?:{_}+(?:set|changed|reset))?(?:{_}+(?:now|still|to|auf|a|à))?(?:{_}*:)?{_}+|(?:是|为|為|は){_}*)",
        Likely,
        End::Any,
    ),
    place(
        "name to V",
        r"{close}(?:{_}+[a-zA-Z0-9_.'-]{1,20}){0,3}?{_}+(?:to|as|auf|a|en|à){_}+",
        Likely,
        End::Any,
    ),
    place("name from V", r"{close}(?:{_}+[a-zA-Z0-9_.'-]{1,20}){0,3}?{_}+from{_}+", Likely, End::Any),
    place(
        "name for x: V",
        r"{close}{_}+(?:for|of|on|at|in|para|für|pour|von|de|du)(?:{_}+[a-zA-Z0-9_.'-]{1,20}){1,3}?{_}*[:=]{_}*",
        Likely,
        End::Any,
    ),
    place("name – V", r"{close}{_}+(?:-|–|—|/){_}+", Likely, End::Any),
    place("name (V)", r"{close}{_}*[(\[]", Likely, End::Any),
    place(
        "name --value V",
        r"{_}+(?:--(?:body|value|secret-string|secret|data)|-[bvw]|<<<)(?:=|{_}+)",
        Assigned,
        End::Any,
    ),
    place("name\tV", r"{close}(?:\t|{_}{2}){_}*", Likely, End::Any),
    place("name,V", r"{close}[,;]", Likely, End::Any),
    place("name V", r"{close}[?]?{_}+(?:[0-9][ ])?", Beside, End::Any),
];

#[cfg(test)]
mod tests {
    use super::{super::*, PLACES};

    #[test]
    fn every_example_is_found() {
        for place in PLACES {
            assert!(compile(&place.expression()).is_some(), "{}", place.example);
            let text = place.example.replace("name", "db_password").replace('V', "kT9#vWq2xLm4");
            let found = Redactor::new(true).redact(&text);
            let expected = place.example.replace("name", "db_password").replace('V', "[REDACTED:password]");
            assert_eq!(found, expected);
        }
    }
}
