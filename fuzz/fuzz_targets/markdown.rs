#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| chunk_fuzz::must("markdown", input));
