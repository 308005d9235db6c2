//! The facts about a policy's contract, whatever its flags and settings.

use crate::{
    error::{Error, cannot},
    json::json,
    report::{Tally, sums},
};
use chunk_core::{ConfigError, Policy, types::Contract};
use chunk_readers::Kind;
use chunk_records::Keys;
use serde_json::Value;
use std::sync::LazyLock;

/// The facts about a policy.
pub(crate) struct Profile {
    pub(crate) contract: Contract,
    /// Where its records hold what the command needs of them.
    pub(crate) keys: Keys,
    /// Given some settings, returns all that are in force as JSON, in the order of the contract's table.
    pub(crate) in_force: fn(&Value) -> Result<String, Error>,
    /// What comes after the flags in its help.
    pub(crate) after_help: &'static str,
    /// The contract's own environment variables and the settings they stand for, besides `CHUNK_<POLICY>_<KEY>`.
    pub(crate) variables: &'static [(&'static str, &'static str)],
    /// What files of other programs hold that are read for it as documents; `None` if all are taken as they are.
    pub(crate) foreign: Option<Kind>,
    /// The other flags, besides settings, on which its records depend: names of [`PolicyFlags`](crate::flags::PolicyFlags).
    pub(crate) record_flags: &'static [&'static [&'static str]],
    /// The [`Extras`](crate::flags::Extras) that it can be asked for.
    pub(crate) extras: &'static [&'static str],
    /// The options of [`Provenance`](crate::options::Provenance) that its records hold.
    pub(crate) recorded: &'static [&'static str],
    /// The field of a JSON line that is the document's id, unless `--id-field` says otherwise.
    pub(crate) id_field: &'static str,
    /// Whether the contract requires paths inside a root: a file outside of it goes by its file name alone.
    pub(crate) names_inside: bool,
    /// Whether the policy takes a file of this name from a folder.
    pub(crate) selects: fn(&str) -> bool,
    /// Endings of files that it does not take from a folder, although whoever names the folder may mean them.
    pub(crate) near: &'static [&'static str],
    /// Whether its documents are Markdown, so that HTML is a mistake.
    pub(crate) is_markdown: bool,
    /// How many bytes a document may have, unless `--file-limit` says otherwise.
    pub(crate) file_limit: u64,
    /// Which files that are, for people.
    pub(crate) selected: &'static str,
    /// What a stream has to hold, printed if nothing of the inputs could be chunked.
    pub(crate) wants: &'static str,
    /// Formats the tally for the summary, such as `12 tokens`, with what is only for those who want it all if that is true.
    pub(crate) summary: fn(&Tally, bool) -> String,
}

impl Profile {
    /// The profile of a policy that chunks each document by itself, takes all files and counts nothing.
    pub(crate) const fn of<P: Policy>() -> Self {
        Self {
            contract: P::CONTRACT,
            keys: Keys::NONE,
            in_force: |given| {
                let config: P::Config = ConfigError::read(given)?;
                json(&config).map_err(cannot("write", "the settings"))
            },
            after_help: "",
            variables: &[],
            foreign: None,
            record_flags: &[],
            extras: &[],
            recorded: &[],
            id_field: "path",
            names_inside: false,
            selects: |_| true,
            near: &[],
            is_markdown: false,
            file_limit: 64 << 20,
            selected: "all files",
            wants: "",
            summary: |tally, _| sums(tally),
        }
    }

    /// Its settings that have flags of their own.
    pub(crate) fn settings(&self) -> impl Iterator<Item = &'static Setting> {
        let policy = self.contract.policy;
        SETTINGS.iter().filter(move |setting| setting.policies.split(',').any(|own| own == policy))
    }

    /// How one of its settings is given, as an example.
    pub(crate) fn example(&self) -> String {
        let first = self.settings().next();
        first.map_or(String::new(), |setting| format!("--set {}={}", setting.key, setting.value))
    }

    /// The message that it has no such flag, and which it has in its place.
    pub(crate) fn without(&self, flag: &str) -> String {
        let is_size = ["size", "tokens", "chars", "overlap"].iter().any(|word| flag.ends_with(word));
        let what = |flag: &str| if flag.contains("overlap") { "overlap" } else { "size" };
        let mut sizes = self.settings().filter(|own| is_size && own.value == "N");
        let instead = sizes.find(|own| what(own.flag) == what(flag));
        let instead =
            instead.map_or("leave it out".to_owned(), |own| format!("its {} is --{}", what(flag), own.flag));
        format!("{} has no --{flag}; {instead}", self.contract.policy)
    }

    /// Whether it has this flag.
    pub(crate) fn has(&self, flag: &str) -> bool {
        self.settings().any(|own| own.flag == flag) || self.other_flags().any(|own| own == flag)
    }

    /// The flags that are no settings.
    pub(crate) fn other_flags(&self) -> impl Iterator<Item = &'static str> {
        self.record_flags.concat().into_iter().chain(self.extras.iter().copied())
    }
}

/// Whether a file of this name has one of these endings.
pub(crate) fn has_ending(name: &str, endings: &[&str]) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    endings.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// A setting that has a flag of its own: a row of `settings.tsv`.
#[derive(Debug)]
pub(crate) struct Setting {
    policies: &'static str,
    pub(crate) key: &'static str,
    /// The flag without its dashes, which is the key in kebab case.
    pub(crate) flag: &'static str,
    /// What its value is called in the help: `N` for a number of tokens or characters; empty for a switch.
    pub(crate) value: &'static str,
    /// What it is, as JSON, where the settings in force do not show it because it is off; empty if they always do.
    pub(crate) off: &'static str,
    pub(crate) help: &'static str,
}

static SETTINGS: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    let rows = include_str!("settings.tsv").lines().skip(1);
    let setting = |row: &'static str| {
        let mut cells = row.split('\t');
        let [policies, key, flag, value, off, help] =
            std::array::from_fn(|_| cells.next().unwrap_or_default());
        Setting { policies, key, flag, value, off, help }
    };
    rows.map(setting).collect()
});
