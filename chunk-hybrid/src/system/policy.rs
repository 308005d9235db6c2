//! The traits that all contracts of the workspace share, implemented for [`HybridPolicy`]: the command line, the bindings and the
//! test kit use it through them.

use super::HybridPolicy;
use crate::record::{CONTRACT, ChunkingConfig, HybridChunk, HybridError, Kind};
use crate::text::Document;
use chunk_core::{
    ConfigError, FromConfig, LineEnds, Normalized, Policy, Sink, Source, spanned, types::Contract,
};
use std::{borrow::Cow, ops::Range};

impl FromConfig for HybridPolicy {
    fn new(config: ChunkingConfig) -> Result<Self, ConfigError> {
        Self::new(config)
    }
}

impl Policy for HybridPolicy {
    const CONTRACT: Contract = CONTRACT;

    type Config = ChunkingConfig;
    type Unit<'u> = Document<'u>;
    type Chunk<'u> = HybridChunk<'u>;
    type Error = HybridError;

    fn version(&self) -> Cow<'static, str> {
        self.version()
    }

    fn unit<'u>(&self, source: Source<'u>) -> Result<Self::Unit<'u>, Self::Error> {
        let text = source.text().map_err(Kind::from)?;
        Ok(Document {
            path: source.path,
            text,
            modified_at_ms: source.modified_at_ms,
            created_at_ms: source.created_at_ms,
            fields: source.fields,
            turns: source.turns,
        })
    }

    fn chunk<'u>(
        &self,
        unit: Self::Unit<'u>,
        sink: &mut dyn Sink<Self::Chunk<'u>>,
    ) -> Result<(), Self::Error> {
        let found = self.run(&unit, self.strategy.as_deref())?;
        found.warnings.into_iter().for_each(|warning| sink.warning(warning));
        // A sink that breaks wants no more.
        let _ = found.chunks.into_iter().try_for_each(|chunk| sink.chunk(chunk));
        Ok(())
    }

    fn source_bytes<'u>(&self, _: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Option<Range<usize>> {
        Some(chunk.place.start_byte..chunk.place.end_byte)
    }

    fn replay<'u>(&self, unit: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Result<Cow<'u, str>, Self::Error> {
        let part = spanned(unit.text, chunk.place.start_byte..chunk.place.end_byte).map_err(Kind::from)?;
        Ok(Normalized::new(part, LineEnds::CrLf).into_text())
    }
}
