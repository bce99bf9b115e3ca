// Folds text for comparison in search, both stored text and queries. Never used for identity (email, user name).

// Letters without a decomposition, with the base letters that a beginner types for them. General Latin and syllabic letters of many
// languages; the alphabet of one language is data, not code.

/** Combining marks, and all characters that are written for an apostrophe or a glottal stop. */
const MARKS_AND_APOSTROPHES = /[\p{M}'’‘ʼʻʽ`´ˀˁʔʕʹ′ˈꞌ＇]/gu;

/** Most texts. They need neither decomposition nor a look-up for each letter. */
const PLAIN_ASCII = /^[\0-\x7f]*$/;
const ASCII_APOSTROPHES = /['`]/g;

/** Lower-case letters with their folded form. */
const FOLDED_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ə: 'e',
    ɛ: 'e',
    ɔ: 'o',
    ł: 'l',
    ƚ: 'l',
    ɬ: 'l',
    ɫ: 'l',
    ⱡ: 'l',
    ƛ: 'tl',
    λ: 'l',
    ŧ: 't',
    ⱦ: 't',
    ı: 'i',
    ɨ: 'i',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ɖ: 'd',
    ħ: 'h',
    ŋ: 'ng',
    ɣ: 'g',
    ǥ: 'g',
    ᵍ: 'g',
    χ: 'x',
    θ: 'th',
    þ: 'th',
    β: 'b',
    ƀ: 'b',
    ʉ: 'u',
    ʌ: 'u',
    ɑ: 'a',
    ɐ: 'a',
    æ: 'ae',
    œ: 'oe',
    ß: 'ss',
    ʃ: 'sh',
    ʒ: 'zh',
    ⱥ: 'a',
    ȼ: 'c',
    ꝁ: 'k',
    ƙ: 'k',
    ɂ: '',
    ˑ: '',
    ː: '',
    '·': '',
    '•': '',
    '‑': '-',
    '–': '-',
    '—': '-',
    '“': '"',
    '”': '"',
  }),
);

// A long vowel is often written without its dot.
const LONG_AND_SHORT =
  'ᐄᐃ ᐆᐅ ᐋᐊ ᐲᐱ ᐴᐳ ᐹᐸ ᑏᑎ ᑑᑐ ᑖᑕ ᑮᑭ ᑰᑯ ᑳᑲ ᒌᒋ ᒎᒍ ᒑᒐ ᒦᒥ ᒨᒧ ᒫᒪ ᓃᓂ ᓅᓄ ᓈᓇ ᓖᓕ ᓘᓗ ᓛᓚ ᓰᓯ ᓲᓱ ᓵᓴ ᔒᔑ ᔔᔓ ᔖᔕ ᔩᔨ ᔫᔪ ᔮᔭ ᕇᕆ ᕉᕈ ᕌᕋ ᕖᕕ ᕘᕗ ᕚᕙ ᕿᕿ ᖀᕿ ᖂᖁ ᖄᖃ ᙱᖏ';

/** Syllabics with a vowel length, and the same without. */
const FOLDED_SYLLABICS: ReadonlyMap<string, string> = new Map(
  LONG_AND_SHORT.split(' ').map((pair) => {
    const [long = '', short = ''] = [...pair];
    return [long, short];
  }),
);

const foldLetter = (letter: string): string => FOLDED_LETTERS.get(letter) ?? FOLDED_SYLLABICS.get(letter) ?? letter;

export const isAscii = (text: string): boolean => PLAIN_ASCII.test(text);

/** Returns a text of ASCII characters in lower case without apostrophes; undefined for any other text. */
export const foldAscii = (text: string): string | undefined =>
  isAscii(text) ? text.replace(ASCII_APOSTROPHES, '').toLowerCase() : undefined;

const foldWord = (word: string): string => {
  const bare = word.normalize('NFKD').replace(MARKS_AND_APOSTROPHES, '').toLowerCase();
  let folded = '';
  for (const letter of bare) folded += foldLetter(letter);
  // Lower case can introduce marks (İ).
  return folded.normalize('NFKD').replace(MARKS_AND_APOSTROPHES, '');
};

/** Cache of folded words that are not ASCII. Texts of one language repeat them. The cache is cleared when it is full. */
const foldedWords = new Map<string, string>();
const MAX_FOLDED_WORDS = 10_000;
/** Maximum length of a cached word. V8 copies substrings up to this length; a longer one would keep the whole text in memory. */
const MAX_COPIED_LENGTH = 12;

const foldedWord = (word: string): string => {
  if (word.length > MAX_COPIED_LENGTH) return foldWord(word);
  const known = foldedWords.get(word);
  if (known !== undefined) return known;
  if (foldedWords.size >= MAX_FOLDED_WORDS) foldedWords.clear();
  const folded = foldWord(word);
  foldedWords.set(word, folded);
  return folded;
};

/**
 * Folds to lower case and base letters, removes combining marks and apostrophe-like letters, and merges spaces. The result is what a person
 * without the right keyboard would type: `Tłı̨chǫ` gives `tlicho`, `SENĆOŦEN` gives `sencoten`.
 */
export const foldText = (text: string): string => {
  const ascii = foldAscii(text);
  if (ascii !== undefined) return ascii.replace(/\s+/g, ' ').trim();
  // Most words of a text with letters of another script are ASCII nevertheless.
  const words = text.split(/\s+/u).map((word) => foldAscii(word) ?? foldedWord(word));
  return words.join(' ').replace(/\s+/gu, ' ').trim();
};
