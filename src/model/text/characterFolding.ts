// Letters that decompose into no base letter by themselves, with what a novice types for them. Used by foldText only.
// General Latin and syllabic letters of many languages; the alphabet of one language is data, not code.

/** Combining marks, and everything that is written for an apostrophe or a glottal sign. */
export const MARKS_AND_APOSTROPHES = /[\p{M}'’‘ʼʻʽ`´ˀˁʔʕʹ′ˈꞌ＇]/gu;

/** Lower-case letters to what they fold to. */
export const LETTERS: ReadonlyMap<string, string> = new Map(
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

/** Syllabics with a vowel length to the same without. */
export const SYLLABICS: ReadonlyMap<string, string> = new Map(
  LONG_AND_SHORT.split(' ').map((pair) => {
    const [long = '', short = ''] = [...pair];
    return [long, short];
  }),
);
