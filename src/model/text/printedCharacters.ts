// Characters that the fonts of letters can draw. The page warns about others before a letter is sent; the PDF draws a replacement and keeps
// the characters in its text.

/** Code points of Noto Sans in all four styles, in hexadecimal. A test compares them with the font files. */
export const LATIN_RANGES = [
  'd 20-7e a0-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-52f 900-97f 1ab0-1ac0 1ac5 1ac7-1ace 1c80-1c88',
  '1d00-1df9 1dfb-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4',
  '1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-2064 2066-2071 2074-208e 2090-209c 20a0-20bf 20f0',
  '2100-215f 2184 2189 2212 25cc 2c60-2c7f 2de0-2e5d a640-a69f a700-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff a8ff',
  'a92e ab30-ab6b fb00-fb06 fe00 fe20-fe2f feff fffc-fffd 10780-10785 10787-107b0 107b2-107ba 1df00-1df1e',
].join(' ');

/** Code points of Noto Sans Canadian Aboriginal: syllabics and their combining marks. */
export const SYLLABIC_RANGES = '1400-167f 18b0-18f5 25cc 300-304 306-308 30a-30c 312 326-328 11ab0-11abf';

/** Converts `20-7e d` to `\u{20}-\u{7e}\u{d}` for a class of a regular expression. */
const characterClass = (ranges: string): string => ranges.replace(/[0-9a-f]+/gu, '\\u{$&}').replaceAll(' ', '');

const LATIN = characterClass(LATIN_RANGES);
const MARKS = characterClass(SYLLABIC_RANGES);
const SYLLABIC_CHARACTERS = String.raw`\u{1400}-\u{167f}\u{18b0}-\u{18f5}\u{11ab0}-\u{11abf}`;
const FONT_PARTS = new RegExp(
  String.raw`(?<syllabics>[${SYLLABIC_CHARACTERS}][${MARKS}]*)|(?<latin>[\s${LATIN}]+)|(?<other>[^\s${SYLLABIC_CHARACTERS}${LATIN}]+)`,
  'gu',
);
/** Characters that are not drawn, such as variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const visible = (text: string): string => text.replaceAll(INVISIBLE, '');

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

export type PrintedFont = 'latin' | 'syllabics';

export interface PrintedPart {
  readonly text: string;
  /** Undefined for a grapheme that no font can draw; `invisible` when there is nothing to draw. */
  readonly font: PrintedFont | 'invisible' | undefined;
}

const matchedParts = (match: RegExpMatchArray): readonly PrintedPart[] => {
  const [text] = match;
  if (match.groups?.['syllabics'] !== undefined) return [{ text, font: 'syllabics' }];
  if (match.groups?.['latin'] !== undefined) return [{ text, font: 'latin' }];
  return Array.from(clusters.segment(text), ({ segment }) => ({
    text: segment,
    font: visible(segment) === '' ? 'invisible' : undefined,
  }));
};

/** Splits a text where the font changes. */
export const printedParts = (text: string): PrintedPart[] => {
  const parts: PrintedPart[] = [];
  for (const match of text.matchAll(FONT_PARTS))
    for (const part of matchedParts(match)) {
      const last = parts.at(-1);
      if (last && part.font !== undefined && last.font === part.font)
        parts[parts.length - 1] = { ...last, text: last.text + part.text };
      else parts.push(part);
    }
  return parts;
};

/** Returns the characters of the texts that no font can draw, each once. */
export const undrawnCharacters = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      printedParts(text).flatMap((part) => (part.font === undefined ? [visible(part.text)] : [])),
    ),
  ),
];
