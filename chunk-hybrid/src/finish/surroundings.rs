//! The text right before and right after a chunk (H12).

use crate::{
    strategy::plugin::ChunkContext,
    text::{document::ParsedContent, reach::Reach},
};
use std::ops::Range;

/// The longest runs of whole words of at most `contextWindowSize` tokens before and behind a chunk.
pub(crate) fn around(
    content: &ParsedContent<'_>,
    context: &ChunkContext<'_>,
    span: &Range<usize>,
) -> (Range<usize>, Range<usize>) {
    let config = context.config();
    let limit = if config.enable_context_extraction { config.context_window_size } else { 0 };
    let body = content.body();
    let reach = Reach { text: content.text(), tokens: context.tokens, limit };
    (reach.words_before(body.start..span.start), reach.words_behind(span.end..body.end))
}
