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

use super::pattern::Pattern;
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
    /// A line end, and no word before it says that it is about a secret (`password policy for x: …`).
    LineAfterWords,
    /// A closing quote: only a quoted text is a value here.
    Quote,
}

/// A place.
#[derive(Debug)]
pub(super) struct Place {
    /// An example; the name is `name`, the value `V`.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader of the table, and checked by a test"))]
    pub(super) example: &'static str,
    /// Whether what closes a name is a part of `between`.
    pub(super) is_right_behind: bool,
    /// What stands between the name, or what closes it, and the value, or the quote before it.
    pub(super) between: Pattern,
    pub(super) certainty: Certainty,
    pub(super) end: End,
}

const fn place(example: &'static str, between: &'static str, certainty: Certainty, end: End) -> Place {
    Place { example, is_right_behind: false, between: Pattern::at_start_in_any_case(between), certainty, end }
}

/// A place in which nothing closes the name first.
const fn right_behind(example: &'static str, between: &'static str, certainty: Certainty, end: End) -> Place {
    Place { example, is_right_behind: true, between: Pattern::at_start_in_any_case(between), certainty, end }
}

/// What closes a name, as quotes, brackets, emphasis and tags do.
pub(super) static CLOSE: Pattern = Pattern::at_start_in_any_case("{close}");

/// All places. The first one counts whose value is a secret.
pub(super) static PLACES: [Place; 36] = [
    place(
        "name = V",
        r"[?$]?(?:{_}+(?:#|no\.?|nr\.?){_}?[0-9]{1,2})?(?:{_}+get)?(?:\(\))?{_}*(?:[*_]{0,2}\([^()\n]+\)[*_]{0,2}{_}*|\[[^\[\]\n]+\]{_}*|\{[^{}\n]+\}{_}*)?{close}(?:={1,3}>|[-~]{1,2}>|→|≔|⇒|➜|<-|<br[ ]?/?>|&#(?:58|61|x3[ad]);|&colon;|&equals;|>>|[|]{2}=?|[?]{2}=?|={2,3}|:{0,3}=|[?.+|]=|::[ ]|[.]{2,}[ ]?:?|:|：|＝|%3[AaDd])(?:[*]{1,3}|__?|\}|</(?:b|code|em|i|strong)>)?(?:<br[ ]?/?>)?{_}*(?:&nbsp;|%20|\\\r?\n{_}*)?(?:\([a-z, ]*\){_}*=>{_}*|lambda[^:\n]*:{_}*)?",
        Assigned,
        End::Any,
    ),
    place(
        "name: String = V",
        r"(?:(?:\??:|{_}+as{_}){_}*[&A-Za-z][A-Za-z0-9_<>\[\]., |?&'*-]{0,40}?|{_}*<(?:const|close)>){_}*={_}*",
        Assigned,
        End::Any,
    ),
    right_behind("name string = V", r"(?:{_}+(?:string|str|text)|\[[0-9]*\]){_}*:?={_}*", Assigned, End::Any),
    right_behind("\"name\", \"V\"", r#"\\*["']{_}*,{_}*"#, Assigned, End::Quote),
    place("name, 'V'", r"{_}*,{_}*", Likely, End::Quote),
    place("name, with: 'V'", r"(?:\(\))?,?{_}+(?:with:?|or|\?:|\.){_}+", Likely, End::Quote),
    place(
        "name() { return 'V' }",
        r#"(?:\(\))?(?:[^\n"'`{}=]{0,16}(?:&'static[ ]str[ ])?\{\s*(?:return[ ]+|case[ ]+)?|,{_}+do:{_}+|\([a-z, ]*\)[^\n"'`{}=:]{0,20}:\s*return[ ]+)"#,
        Assigned,
        End::Quote,
    ),
    place(
        "name ('V')",
        r"(?:[^\n]{0,40}[| ]default|[)\]]*\.(?:eq|equals|isEqualTo|fill|put|send_?keys|set|setValue|toBe|toEqual|toHaveValue|type|val))\({_}*",
        Likely,
        End::Quote,
    ),
    place("name 'V'", r"{_}+", Likely, End::Quote),
    right_behind(
        "- key: name\n  value: V",
        r#"(?:["'`][)\]]?)?(?:\s[a-z-]{2,12}="[^"\n]*"){0,4}[\s,;{}]+(?:["'`]?(?:type|description|sensitive|secure)["']?{_}*[=:][^\n,]*[\n,]\s*){0,3}["'`]?(?:parameter|attribute|setting|property|data-|android:)?(?:value|val|content|default(?:_?value)?|plaintext)["'`]?{_}*[:=]{_}*"#,
        Assigned,
        End::Any,
    ),
    place(
        "name: {value: V}",
        r#"{_}*[:=]?{_}*(?:\{|\r?\n)\s*(?:["'`]?(?:type|description|sensitive|noecho)["']?{_}*[=:][^\n,]*[\n,]\s*){0,3}["'`]?(?:parameter|property)?(?:value|val|default(?:_?value)?|plain(?:_?text)?|s|string(?:_?value)?|content|raw|current)["'`]?{_}*[:=]{_}*"#,
        Assigned,
        End::Any,
    ),
    right_behind("name REG_SZ V", r"{_}+(?:/t{_}+)?REG_[A-Z_]{2,12}{_}+(?:/d{_}+)?", Assigned, End::Any),
    right_behind(
        "<name>V</name>",
        r#"["']?(?:\s[^<>\n]*)?(?:>|&gt;|\\u003[eE])\s*(?:<[a-z][^<>\n]*>\s*){0,2}"#,
        Assigned,
        End::Tag,
    ),
    right_behind(
        "<td>name</td><td>V</td>",
        r":?{_}*(?:</[a-z][^<>\n]*>\s*){1,3}(?:<[a-z][^<>\n]*>\s*){1,3}",
        Assigned,
        End::Tag,
    ),
    place("| name | V |", r"{_}*:?{_}*(?:\||│|║){_}*", Assigned, End::Cell),
    place("name\n: V", r"{_}*\r?\n:{_}+", Likely, End::Line),
    place(
        "name = <<EOT\nV",
        r#"{_}*=>?{_}*<{2,3}[~-]?["']?[A-Z]{2,10}["']?\r?\n[ \t]*"#,
        Assigned,
        End::Line,
    ),
    place(
        "name:\n  V",
        r"(?:{_}+(?:is|was|are))?{_}*[:=]{close}{_}*(?:[|>][+-]?{_}*)?\r?\n(?:[ \t]*\r?\n){0,2}(?:[ \t]*```[a-z]*\r?\n)?[ \t]*(?:[-*>][ ])?",
        Likely,
        End::Line,
    ),
    right_behind("\"name\"\n\nV", r#"["']\r?\n[ \t]*\r?\n[ \t]*"#, Likely, End::Line),
    place(
        "name\n\nV",
        r"{_}*\r?\n(?:[ \t]*\r?\n){0,2}(?:[ \t]*```[a-z]*\r?\n)?[ \t]*(?:[-*>][ ])?",
        Beside,
        End::LineBelowHeading,
    ),
    place(
        "the name is V",
        r"(?:{_}+(?:for|of|on|at|in|to|that|which|i|we|you|par|du|de|del|vom|von|für)(?:{_}+[a-zA-Z0-9_.'\x80-\xff-]+){1,5}?)?(?:(?:'|\xE2\x80\x99)?s{_}+|{_}+(?:is|was|are|were|stays|remains|bleibt|reste|(?:can|must|should|will)[ ]be|equals|set|changed|reset|ist|war|lautet|est|es|era|é|è|sarà|jest|är|er)(?:{_}+(?:set|changed|reset))?(?:{_}+(?:now|still|to|auf|a|à))?(?:{_}*:)?{_}+|(?:是|为|為|は|は、|는|은|が){_}*)",
        Likely,
        End::Any,
    ),
    place("name to V", r"(?:{_}+[a-zA-Z0-9_.'-]+){0,3}?{_}+(?:to|as|auf|a|en|à){_}+", Likely, End::Any),
    right_behind("name「V」", "(?:「|『)", Assigned, End::Any),
    place("name from V", r"(?:{_}+[a-zA-Z0-9_.'-]+){0,3}?{_}+(?-i:from){_}+", Likely, End::Any),
    place(
        "name for x: V",
        r"{_}+(?:for|of|on|at|in|para|für|pour|von|de|du)(?:{_}+[a-zA-Z0-9_.'-]+){1,3}?(?:{_}*\([^()\n]+\))?{_}*[:=]{_}*",
        Likely,
        End::Any,
    ),
    place(
        "name was made for x: V",
        r#",?(?:{_}+[a-zA-Z0-9_.@'"`/:\x80-\xff-]+?){1,6}?{_}*[:=]{_}+"#,
        Likely,
        End::LineAfterWords,
    ),
    place(
        "name below:\nV",
        r"(?:{_}+[a-zA-Z]+){1,3}:{_}*\r?\n(?:[ \t]*\r?\n){0,2}(?:[ \t]*```[a-z]*\r?\n)?[ \t]*",
        Likely,
        End::LineAfterWords,
    ),
    place("name:\n  x: V", r":{_}*(?:\r?\n[ \t]+)?[a-zA-Z0-9_.@-]+:{_}+", Likely, End::LineAfterWords),
    place("name – V", r"{_}+(?:-|–|—|/){_}+", Likely, End::Any),
    place("name (V)", r"{_}*[(\[]", Likely, End::Any),
    right_behind(
        "name --value V",
        r"{_}+(?:--(?:body|value|secret-string|secret|data)|-[bvw]|<<<)(?:=|{_}+)",
        Assigned,
        End::Any,
    ),
    place("name\tV", r"(?:\t|{_}{2}){_}*", Likely, End::Any),
    place("name,V", r"[,;]", Likely, End::Any),
    place("name V", "{_}+", Likely, End::LineBelowHeading),
    place("name, V", ",{_}", Beside, End::Any),
    place("name V", r"[?]?{_}+(?:\\\r?\n{_}*)?(?:[0-9][ ])?", Beside, End::Any),
];

#[cfg(test)]
mod tests {
    use super::{super::*, PLACES};

    #[test]
    fn every_example_is_found() {
        for place in &PLACES {
            assert!(place.between.regex().is_some(), "{}", place.example);
            let text = place.example.replace("name", "db_password").replace('V', "kT9#vWq2xLm4");
            let found = Redactor::new(true).redact(&text);
            let expected = place.example.replace("name", "db_password").replace('V', "[REDACTED:password]");
            assert_eq!(found, expected);
        }
    }
}
