//! `forms.tsv`, which says how forms of sentences are written, as data: read once.

use crate::Dictionary;
use crate::english::class::Classes;
use crate::recognize::decisions::sentence::Sentence;
use std::{collections::BTreeMap, sync::LazyLock};

/// What the table says.
#[derive(Default)]
pub(super) struct Table {
    pub(super) groups: BTreeMap<&'static str, Group>,
    /// The groups of each order.
    pub(super) orders: BTreeMap<&'static str, Vec<&'static str>>,
    pub(super) numbers: Numbers,
}

/// The words that forms have, with their numbers, from 1.
pub(super) type Numbers = Dictionary<String, u16>;

/// A form: what it is found by, and what stands before that (from right to left) and behind it.
pub(super) struct Form {
    pub(super) anchor: Item,
    pub(super) before: Vec<Item>,
    pub(super) behind: Vec<Item>,
}

/// Some forms, and the words by which any of them is found: most words find none.
#[derive(Default)]
pub(super) struct Group {
    pub(super) forms: Vec<Form>,
    pub(super) anchors: OneOf,
}

/// A part of a form.
pub(super) enum Item {
    Word(OneOf),
    MaybeWord(OneOf),
    AnyNumberOf(OneOf),
    /// Whether the next word is one of these; it belongs to what follows in the form.
    Next(OneOf, bool),
    /// A place between words.
    Place(fn(&Sentence<'_>, usize) -> bool),
    /// Any words of the sentence.
    Words,
    /// Any words of the clause.
    WordsOfClause,
    Named(Side, Extent),
}

/// Words of which one is meant.
#[derive(Default)]
pub(super) struct OneOf {
    /// By their numbers.
    pub(super) words: Vec<u16>,
    pub(super) classes: Classes,
    pub(super) any: bool,
    pub(super) capital: bool,
    /// Whether a verb of choice is meant that chooses something.
    pub(super) chooses: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Preferred,
    Rejected,
}

/// How far an option goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    Phrase,
    Alternatives,
    Quoted,
    Names,
    AllWords,
    Subject,
}

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let (mut definitions, mut table) = (Vec::new(), Table::default());
    for line in include_str!("forms.tsv").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap_or_default();
        match (next(), next(), next()) {
            ("define", name, meaning) => definitions.push((name, meaning)),
            ("order", name, groups) => {
                table.orders.insert(name, groups.split(" ; ").collect());
            }
            (groups, form, _) => {
                for group in groups.split(' ') {
                    let group = table.groups.entry(group).or_default();
                    for form in spelled_out(form, &definitions) {
                        group.add(&form, &mut table.numbers);
                    }
                }
            }
        }
    }
    table
});

impl Group {
    fn add(&mut self, form: &str, numbers: &mut Numbers) {
        let items: Vec<&str> = form.split(' ').collect();
        let anchor = items.iter().position(|item| item.starts_with('@')).unwrap_or_default();
        let (before, rest) = items.split_at(anchor);
        let (word, behind) = rest.split_first().unwrap_or((&"", &[]));
        let anchor = Item::new(word.trim_start_matches('@'), numbers);
        match &anchor {
            Item::Word(words) => self.anchors.add(words),
            _ => self.anchors.any = true,
        }
        self.forms.push(Form {
            anchor,
            before: before.iter().rev().map(|item| Item::new(item, numbers)).collect(),
            behind: behind.iter().map(|item| Item::new(item, numbers)).collect(),
        });
    }
}

/// A form with what its names stand for instead of them: one for each alternative.
fn spelled_out(form: &str, definitions: &[(&str, &str)]) -> Vec<String> {
    definitions.iter().rev().fold(vec![form.to_owned()], |forms, (name, meaning)| {
        let one = |form: String| -> Vec<String> {
            let count = if form.contains(name) { usize::MAX } else { 1 };
            meaning.split(" / ").take(count).map(|own| form.replace(name, own)).collect()
        };
        forms.into_iter().flat_map(one).collect()
    })
}

impl Item {
    fn new(item: &str, numbers: &mut Numbers) -> Self {
        match item {
            "{yes}" => Self::Named(Side::Preferred, Extent::Phrase),
            "{yes,}" => Self::Named(Side::Preferred, Extent::Quoted),
            "{yes.}" => Self::Named(Side::Preferred, Extent::AllWords),
            "{no}" => Self::Named(Side::Rejected, Extent::Phrase),
            "{no/}" => Self::Named(Side::Rejected, Extent::Alternatives),
            "{no,}" => Self::Named(Side::Rejected, Extent::Quoted),
            "{no;}" => Self::Named(Side::Rejected, Extent::Names),
            "{no.}" => Self::Named(Side::Rejected, Extent::AllWords),
            "^" => Self::Place(|_, at| at == 0),
            "," => Self::Place(|sentence, at| at == 0 || sentence.breaks(at)),
            "~" => Self::Place(|sentence, at| !sentence.breaks(at)),
            "(" => Self::Place(|sentence, at| sentence.is_behind(at, &["("])),
            "\"" => Self::Place(|sentence, at| sentence.is_behind(at, &["`", "\"", "”", "’"])),
            "->" => Self::Place(|sentence, at| sentence.is_behind(at, &["->", "→", "=>", "➜"])),
            "..." => Self::WordsOfClause,
            "...." => Self::Words,
            _ => match (item.strip_prefix(['!', '&']), item.strip_suffix('?'), item.strip_suffix('*')) {
                (Some(word), ..) => Self::Next(OneOf::new(word, numbers), item.starts_with('&')),
                (_, Some(word), _) => Self::MaybeWord(OneOf::new(word, numbers)),
                (.., Some(word)) => Self::AnyNumberOf(OneOf::new(word, numbers)),
                _ => Self::Word(OneOf::new(item, numbers)),
            },
        }
    }
}

impl OneOf {
    fn new(text: &str, numbers: &mut Numbers) -> Self {
        let mut own = Self::default();
        for name in text.split('|') {
            match name.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
                Some("capital") => own.capital = true,
                Some("chooses") => own.chooses = true,
                Some(class) => own.classes = own.classes.or(Classes::named(class)),
                None if name == "_" => own.any = true,
                None => {
                    let next = u16::try_from(numbers.len() + 1).unwrap_or_default();
                    own.words.push(*numbers.entry(name.to_owned()).or_insert(next));
                }
            }
        }
        own
    }

    fn add(&mut self, other: &Self) {
        self.words.extend(&other.words);
        self.classes = self.classes.or(other.classes);
        self.any |= other.any;
        self.capital |= other.capital;
        self.chooses |= other.chooses;
    }
}
