//! Where one window of the parser may end and the next one start (M2).

use crate::tree::{Kind, Open};
use chunk_core::Container;

/// A place between two blocks, and how much the [`Builder`](crate::builder::Builder) had found there: what it goes back to.
#[derive(Debug, Clone)]
pub(crate) struct Seam {
    /// The start of a line, or of a definition.
    pub(crate) at: usize,
    /// The blocks that have not ended there.
    pub(crate) open: Vec<Open>,
    pub(crate) before: u32,
    pub(crate) covered: usize,
    pub(crate) last_top_level: Option<Kind>,
    pub(crate) tree: usize,
    pub(crate) code: usize,
    pub(crate) tables: usize,
    pub(crate) sentences: usize,
    pub(crate) footnotes: usize,
}

impl Seam {
    /// Whether it is in no block.
    pub(crate) const fn is_top_level(&self) -> bool {
        self.open.is_empty()
    }

    /// The blocks around this place, from the outermost, with lines counted from the byte `start`.
    pub(crate) fn containers(&self, start: usize) -> impl Iterator<Item = Container> {
        // A list is opened by its item.
        self.open.iter().filter(|block| block.kind != Kind::List).map(move |block| Container {
            line: block.lines.range().start - start,
            is_quote: block.kind == Kind::Quote,
        })
    }
}
