//! What the Markdown parser is given at a time. It keeps a tree of all that it is given, many times as large as the
//! text; and what is no block structure, such as the inside of a long line, it need not see.

use chunk_core::slice;
use std::{borrow::Cow, ops::Range};

/// Of a longer line, the parser sees as many bytes as [`KEPT`] says at either end: what a line is shows there.
const LONG_LINE: usize = 64 << 10;
const KEPT: usize = LONG_LINE / 2;

/// A part of a body as the parser sees it, and the way back.
pub(crate) struct Window<'b> {
    pub(crate) text: Cow<'b, str>,
    pieces: Vec<Piece>,
}

/// A piece of the window's text that stands in the body as it is.
struct Piece {
    /// Where it starts in the window.
    at: usize,
    body: Range<usize>,
}

impl<'b> Window<'b> {
    /// The lines `bytes` of `body`; a letter stands for what is `hidden`. Where a block goes on in them that started before, `opening` is
    /// lines that open such a block, and where it started.
    pub(crate) fn new(
        body: &'b str,
        bytes: Range<usize>,
        opening: Option<(&str, usize)>,
        hidden: &Range<usize>,
    ) -> Self {
        let mut window = Self { text: Cow::Borrowed(""), pieces: Vec::new() };
        if let Some((opening, start)) = opening {
            window.pieces.push(Piece { at: 0, body: start..start });
            // Their last line end stands for the one before the window.
            window.pieces.push(Piece { at: opening.len() - 1, body: bytes.start - 1..bytes.start });
            window.text = Cow::Owned(opening.to_owned());
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

    /// Adds lines, of long ones the ends.
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

    /// A range of the window's text in the body.
    pub(crate) fn in_body(&self, bytes: &Range<usize>) -> Range<usize> {
        let start = self.place(bytes.start, bytes.start);
        let end = if bytes.end > bytes.start { self.place(bytes.end - 1, bytes.end) } else { start };
        start..end.max(start)
    }

    /// Where `at` is in the body, in the piece that the byte `within` is in.
    fn place(&self, within: usize, at: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.at <= within);
        let Some(piece) = next.checked_sub(1).and_then(|index| self.pieces.get(index)) else { return at };
        (piece.body.start + (at - piece.at)).min(piece.body.end)
    }
}
