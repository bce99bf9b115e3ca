// Letters that common keyboards lack, in the groups of the palette: those of Latin-script orthographies, marks that join the
// letter before, apostrophe-like letters, and Canadian syllabics. A general set; the alphabet of one language is data of the site.

export interface LetterGroup {
  /** Message id is `forms.letterGroups.{key}`. */
  readonly key: string;
  readonly letters: readonly string[];
}

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

export const LETTER_GROUPS: readonly LetterGroup[] = [
  { key: 'latin', letters: Array.from('əɬłƛχʔɂɣŋɫɛɔıøßæœąęįǫųāēīōūáéíóúàèìòùâêîôûćśźčšžǰḵḷṃṉṟẕḥṯ') },
  {
    key: 'marks',
    letters: [
      '\u0301',
      '\u0300',
      '\u0302',
      '\u030C',
      '\u0304',
      '\u0308',
      '\u0328',
      '\u0331',
      '\u0323',
      '\u0313',
      '\u0315',
      '\u0332',
      '\u0307',
    ],
  },
  {
    key: 'apostrophes',
    letters: ['\u02BC', '\u02BB', '\u02C0', '\u02BE', '\u02BF', '\u02B7', '\u00B7', '\u02D0', '\uA789'],
  },
  { key: 'syllabics', letters: range(0x1401, 0x1676) },
];

/** A combining mark is shown on a dotted ring, so that it can be seen. */
export const shownLetter = (letter: string): string => (/^\p{M}/u.test(letter) ? `\u25CC${letter}` : letter);
