//! Counts the tokens of a word as a Unigram model does: those of the likeliest path. The library, which makes the tokens, takes several times
//! as long.

use serde_json::Value;
use std::ops::Range;

/// The scores of the tokens, as a tree of their bytes.
pub(super) struct Unigram {
    /// The root, and after each node, somewhere, its children side by side, by their bytes.
    nodes: Vec<Node>,
    /// The score of a character that is no token.
    unknown: f64,
    /// The token that stands for unknown characters.
    unknown_token: String,
}

struct Node {
    byte: u8,
    /// That of the token that ends here.
    score: Option<f64>,
    children: Range<usize>,
}

/// The best path up to a place.
#[derive(Clone, Copy, Default)]
struct Path {
    score: f64,
    tokens: usize,
    /// Whether unknown characters, which may be one token together, are on it.
    is_unknown: bool,
}

impl Unigram {
    /// Of the `model` of a `tokenizer.json`; `None` if it is of another kind.
    pub(super) fn of(model: &Value) -> Option<Self> {
        let unknown_id = usize::try_from(model.get("unk_id")?.as_u64()?).ok()?;
        let mut tokens = Vec::new();
        for token in model.get("vocab")?.as_array()? {
            tokens.push((token.get(0)?.as_str()?, token.get(1)?.as_f64()?));
        }
        let unknown_token = tokens.get(unknown_id)?.0.to_owned();
        let least = tokens.iter().map(|(_, score)| *score).fold(f64::INFINITY, f64::min);
        // Of tokens that are the same the last one counts.
        tokens.sort_by_key(|(token, _)| *token);
        let node = |byte| Node { byte, score: None, children: 0..0 };
        let (mut nodes, mut groups, mut at) = (vec![node(0)], vec![(&*tokens, 0)], 0);
        while let Some(&(group, depth)) = groups.get(at) {
            let (whole, longer) = group.split_at(group.partition_point(|(token, _)| token.len() == depth));
            let first = nodes.len();
            let byte = |token: &(&str, f64)| token.0.as_bytes().get(depth).copied().unwrap_or_default();
            for group in longer.chunk_by(|a, b| byte(a) == byte(b)) {
                nodes.push(node(group.first().map(byte).unwrap_or_default()));
                groups.push((group, depth + 1));
            }
            let children = first..nodes.len();
            if let Some(node) = nodes.get_mut(at) {
                (node.score, node.children) = (whole.last().map(|(_, score)| *score), children);
            }
            at += 1;
        }
        // The library scores an unknown character by 10 less than the least token.
        Some(Self { nodes, unknown: least - 10.0, unknown_token })
    }

    /// The number of tokens of `word`; `None` if it has unknown characters.
    pub(super) fn count(&self, word: &str) -> Option<usize> {
        if word.contains(&self.unknown_token) {
            return None;
        }
        let mut paths: Vec<Option<Path>> = vec![None; word.len() + 1];
        for (start, c) in word.char_indices() {
            let before = paths.get(start).copied().flatten().unwrap_or_default();
            let mut reach = |end: usize, score: f64, is_unknown: bool| {
                let path = Path {
                    score: score + before.score,
                    tokens: before.tokens + 1,
                    is_unknown: before.is_unknown | is_unknown,
                };
                if let Some(best) = paths.get_mut(end)
                    && best.is_none_or(|best| path.score > best.score)
                {
                    *best = Some(path);
                }
            };
            let mut is_known = false;
            let mut node = self.nodes.first()?;
            for (end, byte) in (start + 1..).zip(word.bytes().skip(start)) {
                let children = self.nodes.get(node.children.clone()).unwrap_or_default();
                let Ok(child) = children.binary_search_by_key(&byte, |child| child.byte) else { break };
                let Some(child) = children.get(child) else { break };
                if let Some(score) = child.score {
                    is_known |= end == start + c.len_utf8();
                    reach(end, score, false);
                }
                node = child;
            }
            if !is_known {
                reach(start + c.len_utf8(), self.unknown, true);
            }
        }
        paths.last().copied().flatten().filter(|path| !path.is_unknown).map(|path| path.tokens)
    }
}
