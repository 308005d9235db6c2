//! The tree of a document's blocks (M2) in one string of bytes: a text can be nothing but blocks of two bytes. Most blocks take three
//! bytes: kind, distance from the start of the block before, and length. Those inside a block follow it.

use chunk_core::{LONGEST_METADATA, SmallRange, slice};
use std::mem;

/// What a block is (M2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Heading,
    Paragraph,
    Code,
    List,
    Item,
    Quote,
    Footnote,
    Table,
    Html,
    Rule,
    /// Non-blank lines for which the parser gives no event: link reference definitions.
    Definitions,
}

/// All blocks, one after the other.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    bytes: Vec<u8>,
}

/// A block whose end is still to come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Open {
    pub(crate) kind: Kind,
    pub(crate) lines: SmallRange,
    /// Where the block before it starts: its previous sibling, or, if it has none, its parent.
    pub(crate) before: u32,
    /// Where its own bytes start in the tree.
    pub(crate) place: usize,
    /// Where those of the blocks inside it start.
    pub(crate) inside: usize,
}

/// The kinds by number. The first byte of a block holds its kind in the lower half, and a mark in the upper one: of a top-level heading
/// its level and whether it refers elsewhere, of others whether blocks are inside it.
const KINDS: [Kind; 11] = [
    Kind::Heading,
    Kind::Paragraph,
    Kind::Code,
    Kind::List,
    Kind::Item,
    Kind::Quote,
    Kind::Footnote,
    Kind::Table,
    Kind::Html,
    Kind::Rule,
    Kind::Definitions,
];
const KIND_BITS: u32 = 4;
const REFERS_ELSEWHERE: u8 = 8;
const HAS_CHILDREN: u8 = 1;

/// Bytes for what is known only at the end of a block that holds others: the length of its lines, and of the bytes of those inside.
const LENGTHS: usize = 8;

const fn may_hold_blocks(kind: Kind) -> bool {
    matches!(kind, Kind::List | Kind::Item | Kind::Quote | Kind::Footnote)
}

impl Tree {
    pub(crate) fn top_level(&self) -> Siblings<'_> {
        Siblings { bytes: &self.bytes, before: 0 }
    }

    /// The blocks that are inside `open` so far.
    pub(crate) fn inside(&self, open: &Open) -> Siblings<'_> {
        Siblings { bytes: self.bytes.get(open.inside..).unwrap_or_default(), before: open.lines.start }
    }

    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    pub(crate) fn open(&mut self, kind: Kind, lines: SmallRange, before: u32) -> Open {
        let place = self.bytes.len();
        if may_hold_blocks(kind) {
            self.write_start(kind, HAS_CHILDREN, lines.start.wrapping_sub(before));
            self.bytes.extend([0; LENGTHS]);
        }
        Open { kind, lines, before, place, inside: self.bytes.len() }
    }

    /// Ends a block, and returns whether it holds no others.
    pub(crate) fn close(&mut self, open: &Open, heading: Option<Heading<'_>>) -> bool {
        let length = open.lines.end.wrapping_sub(open.lines.start);
        let inside = self.bytes.len() - open.inside;
        if inside > 0 && may_hold_blocks(open.kind) {
            if let Some(lengths) = self.bytes.get_mut(open.inside - LENGTHS..open.inside) {
                lengths.copy_from_slice([length, inside as u32].map(u32::to_le_bytes).as_flattened());
            }
            return false;
        }
        // Some blocks cannot hold others, but the parser finds some in a table that lacks too many cells: they are dropped.
        self.truncate(open.place);
        let mark = heading
            .map_or(0, |heading| heading.level + REFERS_ELSEWHERE * u8::from(heading.refers_elsewhere));
        self.write_start(open.kind, mark, open.lines.start.wrapping_sub(open.before));
        self.write_number(length);
        heading.into_iter().for_each(|heading| self.write_title(heading.title));
        true
    }

    /// Adds the blocks of the text that follows. The last top-level block so far starts at `before`.
    pub(crate) fn append(&mut self, next: &Self, before: u32) {
        let mut rest = next.top_level();
        if let Some([first]) = rest.read_array()
            && let Some(start) = rest.read_number()
        {
            self.bytes.push(first);
            self.write_number(start.wrapping_sub(before));
            self.bytes.extend(rest.bytes);
        }
    }

    /// Gives the headings that refer elsewhere these titles, in order.
    pub(crate) fn give_titles(&mut self, titles: impl IntoIterator<Item = String>) {
        let old = mem::take(self);
        let mut titles = titles.into_iter();
        let mut rest = old.top_level();
        let mut copied = 0;
        while let Some(block) = rest.next() {
            if let Some(heading) = block.heading().filter(|heading| heading.refers_elsewhere)
                && let Some(title) = titles.next()
            {
                let end = old.len() - rest.bytes.len();
                let start = end - heading.title.len() - size_of::<u16>();
                self.bytes.extend(old.bytes.get(copied..start).unwrap_or_default());
                self.write_title(&title);
                copied = end;
            }
        }
        self.bytes.extend(old.bytes.get(copied..).unwrap_or_default());
    }

    fn write_start(&mut self, kind: Kind, mark: u8, distance: u32) {
        self.bytes.push(kind as u8 | mark << KIND_BITS);
        self.write_number(distance);
    }

    /// Writes a number (LEB128): seven bits a byte, the lowest first, the eighth set in all but the last.
    fn write_number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn write_title(&mut self, title: &str) {
        self.bytes.extend((title.len() as u16).to_le_bytes());
        self.bytes.extend(title.as_bytes());
    }
}

/// A block as read from the tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block<'b> {
    pub(crate) kind: Kind,
    /// From the start of its first line to the end of its last non-blank one.
    pub(crate) lines: SmallRange,
    mark: u8,
    /// The bytes of the blocks inside it, or the title of a top-level heading.
    inside: &'b [u8],
}

impl<'b> Block<'b> {
    /// The blocks directly inside it.
    pub(crate) fn children(self) -> Siblings<'b> {
        let bytes = if self.kind == Kind::Heading { &[] } else { self.inside };
        Siblings { bytes, before: self.lines.start }
    }

    /// Its level and title, if it is a top-level heading.
    pub(crate) fn heading(self) -> Option<Heading<'b>> {
        (self.kind == Kind::Heading && self.mark > 0).then(|| Heading {
            level: self.mark % REFERS_ELSEWHERE,
            refers_elsewhere: self.mark >= REFERS_ELSEWHERE,
            title: str::from_utf8(self.inside).unwrap_or_default(),
        })
    }
}

/// A top-level heading.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heading<'b> {
    pub(crate) level: u8,
    /// Whether its title may depend on a definition in another window.
    pub(crate) refers_elsewhere: bool,
    pub(crate) title: &'b str,
}

/// Adds `text` to a title, but no more of it than shows that the title is too long for a record (C1).
pub(crate) fn add_to_title(title: &mut String, text: &str) {
    let longest = char::MAX.len_utf8() * (LONGEST_METADATA + 1);
    let room = text.floor_char_boundary(longest.saturating_sub(title.len()));
    title.push_str(slice(text, 0..room));
}

/// Iterates over blocks side by side, passing over those inside them.
#[derive(Debug, Clone)]
pub(crate) struct Siblings<'b> {
    bytes: &'b [u8],
    /// Where the block before the next one starts.
    before: u32,
}

impl<'b> Siblings<'b> {
    pub(crate) const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    #[inline]
    fn read_array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*taken)
    }

    #[inline]
    fn read_number(&mut self) -> Option<u32> {
        let mut number = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let [byte] = self.read_array()?;
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    }
}

impl<'b> Iterator for Siblings<'b> {
    type Item = Block<'b>;

    fn next(&mut self) -> Option<Block<'b>> {
        let [first] = self.read_array()?;
        let kind = *KINDS.get(usize::from(first % (1 << KIND_BITS)))?;
        let mark = first >> KIND_BITS;
        let start = self.before.wrapping_add(self.read_number()?);
        let [length, inside] = match (kind, mark) {
            (_, 0) => [self.read_number()?, 0],
            (Kind::Heading, _) => [self.read_number()?, u16::from_le_bytes(self.read_array()?).into()],
            _ => [self.read_array()?, self.read_array()?].map(u32::from_le_bytes),
        };
        let (inside, rest) = self.bytes.split_at_checked(inside as usize)?;
        *self = Self { bytes: rest, before: start };
        Some(Block { kind, lines: SmallRange { start, end: start.wrapping_add(length) }, mark, inside })
    }
}
