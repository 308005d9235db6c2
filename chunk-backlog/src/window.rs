//! A window: what the Markdown parser is given of a body at a time, since it makes a tree many times as large as the text.
//! What cannot matter to the structure of blocks, such as the inside of a long line, it does not see.

use chunk_core::{Container, slice};
use std::{borrow::Cow, ops::Range};

/// Of a line with more bytes, the parser sees [`KEPT`] bytes at either end, which show what block it belongs to.
const LONG_LINE: usize = 64 << 10;
const KEPT: usize = LONG_LINE / 2;

/// A part of a body as the parser sees it, and where each piece of that stands in the body.
pub(crate) struct Window<'b> {
    pub(crate) text: Cow<'b, str>,
    pieces: Vec<Piece>,
}

/// Opens the blocks that a window starts in.
#[derive(Debug, Clone)]
pub(crate) struct Opening {
    /// Lines that open these blocks; if the window starts with a definition, also the markers that continue them on its first line.
    pub(crate) text: String,
    /// How many bytes of the window's first line these markers stand for: all before the definition.
    pub(crate) markers: usize,
    /// Where in the body a range starts that the parser starts in this text.
    pub(crate) start: usize,
    /// Those of the blocks that hold others, from the outermost.
    pub(crate) containers: Vec<Container>,
    /// Whether the innermost of them holds nothing before the window.
    pub(crate) is_first: bool,
}

/// A piece of the window's text, and what of the body it stands for.
struct Piece {
    /// Where it starts in the window's text.
    at: usize,
    body: Range<usize>,
}

impl<'b> Window<'b> {
    /// The lines `bytes` of `body`, after the `opening` of the blocks that they start in; a letter stands for what is `hidden`.
    pub(crate) fn new(
        body: &'b str,
        mut bytes: Range<usize>,
        opening: Option<&Opening>,
        hidden: &Range<usize>,
    ) -> Self {
        let mut window = Self { text: Cow::Borrowed(""), pieces: Vec::new() };
        if let Some(Opening { text, markers, start, .. }) = opening {
            window.pieces.push(Piece { at: 0, body: *start..*start });
            // The last line end of the opening stands for the one before the window.
            if let Some(line_end) = text.rfind('\n') {
                window.pieces.push(Piece { at: line_end, body: bytes.start - 1..bytes.start });
                window.pieces.push(Piece { at: line_end + 1, body: bytes.start..bytes.start + markers });
            }
            window.text = Cow::Owned(text.clone());
            bytes.start += markers;
        }
        if hidden.is_empty() {
            window.push_lines(body, bytes);
        } else {
            window.push_lines(body, bytes.start..hidden.start);
            window.pieces.push(Piece { at: window.text.len(), body: hidden.clone() });
            window.text.to_mut().push('x');
            window.push_lines(body, hidden.end..bytes.end);
        }
        window
    }

    /// Adds lines; of long ones, only the two ends.
    fn push_lines(&mut self, body: &'b str, bytes: Range<usize>) {
        let mut from = bytes.start;
        let mut line = bytes.start;
        for line_end in memchr::memchr_iter(b'\n', slice(body, bytes.clone()).as_bytes())
            .map(|at| bytes.start + at)
            .chain([bytes.end])
        {
            if line_end - line > LONG_LINE {
                self.push(body, from..body.floor_char_boundary(line + KEPT));
                from = body.floor_char_boundary(line_end - KEPT);
            }
            line = line_end + 1;
        }
        self.push(body, from..bytes.end);
    }

    fn push(&mut self, body: &'b str, bytes: Range<usize>) {
        self.pieces.push(Piece { at: self.text.len(), body: bytes.clone() });
        if self.text.is_empty() {
            self.text = Cow::Borrowed(slice(body, bytes));
        } else {
            self.text.to_mut().push_str(slice(body, bytes));
        }
    }

    /// The range of the body for a range of the window's text.
    pub(crate) fn in_body(&self, bytes: &Range<usize>) -> Range<usize> {
        let start = self.place(bytes.start, bytes.start);
        let end = if bytes.end > bytes.start { self.place(bytes.end - 1, bytes.end) } else { start };
        start..end.max(start)
    }

    /// The place in the body of `at`, in the piece that holds the byte `within`.
    fn place(&self, within: usize, at: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.at <= within);
        let Some(piece) = next.checked_sub(1).and_then(|index| self.pieces.get(index)) else { return at };
        if self.pieces.get(next).is_some_and(|next| next.at == at) {
            return piece.body.end;
        }
        (piece.body.start + (at - piece.at)).min(piece.body.end)
    }
}
