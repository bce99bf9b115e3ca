// Fonts of letters: complete files, unlike those of the page, which are split by script. A font can place a mark on a letter only when it
// contains both.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { printedParts, type PrintedFont } from 'src/model/text/printedCharacters.ts';

const require = createRequire(import.meta.url);
const SANS = dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'));
const SYLLABICS_FOLDER = dirname(require.resolve('@expo-google-fonts/noto-sans-canadian-aboriginal/package.json'));

export const LATIN_FONT = 'Noto Sans';
export const SYLLABICS_FONT = 'Noto Sans Canadian Aboriginal';

const syllabics = (weight: string): string =>
  join(SYLLABICS_FOLDER, weight, `NotoSansCanadianAboriginal_${weight}.ttf`);
const sans = (style: string): string => join(SANS, style, `NotoSans_${style}.ttf`);

/** Paths of the four styles of each font. Syllabics have no italics. */
export const FONT_FILES = {
  [LATIN_FONT]: {
    normal: sans('400Regular'),
    bold: sans('700Bold'),
    italics: sans('400Regular_Italic'),
    bolditalics: sans('700Bold_Italic'),
  },
  [SYLLABICS_FONT]: {
    normal: syllabics('400Regular'),
    bold: syllabics('700Bold'),
    italics: syllabics('400Regular'),
    bolditalics: syllabics('700Bold'),
  },
} as const;

export type FontName = keyof typeof FONT_FILES;

const FONT_NAMES: Readonly<Record<PrintedFont, FontName>> = { latin: LATIN_FONT, syllabics: SYLLABICS_FONT };

export interface FontPart {
  readonly text: string;
  readonly font: FontName;
  /** True for a character that no font can draw. */
  readonly isUndrawn: boolean;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Reverses undrawable characters of right-to-left scripts to page order; PDF readers reverse them again. */
const inPageOrder = (parts: readonly FontPart[]): FontPart[] => {
  const ordered: FontPart[] = [];
  let run: FontPart[] = [];
  for (const part of parts)
    if (part.isUndrawn && RIGHT_TO_LEFT.test(part.text)) run.unshift(part);
    else {
      ordered.push(...run, part);
      run = [];
    }
  return [...ordered, ...run];
};

/** Splits a text for a PDF where the font changes. Omits invisible characters that no font has. */
export const pdfParts = (text: string): FontPart[] =>
  inPageOrder(
    printedParts(text).flatMap(({ text: part, font }) =>
      font === 'invisible' ? [] : [{ text: part, font: FONT_NAMES[font ?? 'latin'], isUndrawn: font === undefined }],
    ),
  );

/** Splits a text for a word processor, which finds fonts for other scripts itself, where syllabics begin or end. */
export const byFont = (text: string): Pick<FontPart, 'text' | 'font'>[] => {
  const parts: { text: string; font: FontName }[] = [];
  for (const { text: part, font } of printedParts(text)) {
    const name = font === 'syllabics' ? SYLLABICS_FONT : LATIN_FONT;
    const last = parts.at(-1);
    if (last?.font === name) last.text += part;
    else parts.push({ text: part, font: name });
  }
  return parts;
};
