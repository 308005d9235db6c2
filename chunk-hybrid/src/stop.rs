//! Words that say nothing about a topic.

/// Sorted, so that it can be searched.
const WORDS: &[&str] = &[
    "about", "above", "across", "actually", "after", "afterwards", "again", "against", "all", "almost", "along",
    "already", "also", "although", "always", "am", "among", "an", "and", "another", "any", "anyone", "anything",
    "are", "aren't", "around", "as", "at", "away", "back", "be", "became", "because", "become", "becomes", "been",
    "before", "behind", "being", "below", "between", "beyond", "both", "but", "by", "came", "can", "can't",
    "cannot", "come", "comes", "could", "couldn't", "did", "didn't", "do", "does", "doesn't", "doing", "don't",
    "done", "down", "during", "each", "either", "else", "enough", "etc", "even", "ever", "every", "everyone",
    "everything", "few", "for", "from", "further", "gave", "get", "gets", "getting", "give", "given", "go", "goes",
    "going", "gone", "got", "had", "hadn't", "has", "hasn't", "have", "haven't", "having", "he", "he'd", "he'll",
    "hence", "her", "here", "hers", "herself", "him", "himself", "his", "how", "however", "i'd", "i'll", "i'm",
    "i've", "if", "in", "indeed", "instead", "into", "is", "isn't", "it", "it'd", "it'll", "its", "itself", "just",
    "keep", "kept", "know", "less", "let", "let's", "like", "likely", "made", "make", "makes", "making", "many",
    "may", "maybe", "me", "might", "mine", "more", "most", "mostly", "much", "must", "my", "myself", "near",
    "nearly", "need", "needs", "neither", "never", "no", "none", "nor", "not", "nothing", "now", "of", "off",
    "often", "on", "once", "one", "ones", "only", "onto", "or", "other", "others", "otherwise", "our", "ours",
    "ourselves", "out", "over", "own", "per", "perhaps", "put", "quite", "rather", "really", "same", "say", "says",
    "see", "seem", "seemed", "seems", "seen", "several", "shall", "she", "she'd", "she'll", "should", "shouldn't",
    "since", "so", "some", "someone", "something", "sometimes", "soon", "still", "such", "take", "taken", "than",
    "that", "that'll", "the", "their", "theirs", "them", "themselves", "then", "there", "therefore", "these",
    "they", "they'd", "they'll", "they're", "they've", "thing", "things", "this", "those", "though", "through",
    "thus", "to", "together", "too", "took", "toward", "towards", "under", "until", "up", "upon", "us", "use",
    "used", "uses", "using", "very", "via", "want", "was", "wasn't", "way", "we", "we'd", "we'll", "we're",
    "we've", "well", "went", "were", "weren't", "what", "when", "where", "whether", "which", "while", "who",
    "whole", "whom", "whose", "why", "will", "with", "within", "without", "won't", "would", "wouldn't", "yes",
    "yet", "you", "you'd", "you'll", "you're", "you've", "your", "yours", "yourself", "yourselves",
];

/// Whether a lowercase word, without `'s`, is a stop word.
pub(crate) fn is_stop(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_lowercase() {
        assert!(WORDS.is_sorted());
        assert!(WORDS.iter().all(|word| word.chars().count() >= 2 && *word == word.to_lowercase()));
        assert!(is_stop("the") && is_stop("yourselves") && !is_stop("pump"));
    }
}
