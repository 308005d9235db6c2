//! Generated files, and generated parts of pages, between two comments.

use crate::workspace::{Answer, root};
use std::fs;

const END: &str = "<!-- end -->\n";

/// Writes `text` into the page, between the comment that names the command and the next [`END`]; with `is_check`, only says
/// whether it is there already.
pub fn part(page: &str, text: &str, command: &str, is_check: bool) -> Answer {
    let begin = format!("<!-- written by `{command}` -->\n");
    let before = fs::read_to_string(root().join(page))?;
    let after = replaced(&before, &begin, text).ok_or_else(|| {
        format!(
            "{page} has no place for the generated part: `{}` and below it `{}`",
            begin.trim_end(),
            END.trim_end()
        )
    })?;
    file(page, &after, command, is_check)
}

/// Writes the file; with `is_check`, only says whether it has these bytes already.
pub fn file(name: &str, bytes: impl AsRef<[u8]>, command: &str, is_check: bool) -> Answer {
    let path = root().join(name);
    let is_same = fs::read(&path).is_ok_and(|before| before == bytes.as_ref());
    if is_check && !is_same {
        println!("{name}: not what the sources give: run `{command}`");
    } else if !is_same {
        fs::write(&path, bytes)?;
        println!("{name}: written");
    }
    Ok(is_same || !is_check)
}

fn replaced(page: &str, begin: &str, text: &str) -> Option<String> {
    let (before, rest) = page.split_once(begin)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{begin}{text}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::{END, replaced};

    #[test]
    fn only_the_text_between_the_comments_is_replaced() {
        let page = |between: &str| format!("Above.\nbegin\n{between}{END}Below.\n");
        assert_eq!(replaced(&page("old\n"), "begin\n", "new\n"), Some(page("new\n")));
        assert_eq!(replaced("Above.\nbegin\n", "begin\n", "new\n"), None);
        assert_eq!(replaced(&page("old\n"), "another\n", "new\n"), None);
    }
}
