//! Appends a few bytes to a buffer, faster than a call to copy them.

/// Appends the first `length` bytes of `from` to `to`, or all of them if there are fewer.
///
/// For many runs of a few dozen bytes: a copy whose length is known only at run time is a call, while a copy of exactly 64 bytes is
/// eight instructions. So 64 bytes are copied, and those after the run are cut off again.
///
/// ```
/// use chunk_core::push_run;
///
/// let mut out = b"a".to_vec();
/// push_run(&mut out, b"bcd", 2);
/// assert_eq!(out, b"abc");
/// ```
#[inline]
pub fn push_run(to: &mut Vec<u8>, from: &[u8], length: usize) {
    const BLOCK: usize = 64;
    match from.first_chunk::<BLOCK>() {
        Some(block) if length <= BLOCK => {
            let end = to.len() + length;
            to.extend_from_slice(block);
            to.truncate(end);
        }
        _ => to.extend_from_slice(from.get(..length).unwrap_or(from)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_the_run_is_appended() {
        let from: Vec<u8> = (0..200).collect();
        for available in [0, 1, 63, 64, 65, 200] {
            for length in 0..=available {
                let mut to = b"before".to_vec();
                push_run(&mut to, &from[..available], length);
                assert_eq!(to, [b"before", &from[..length]].concat());
            }
        }
    }
}
