// The fonts of a letter: whole files, unlike those of the page, which come in parts by script. A mark is placed by the font of the letter that it stands on, so both must come from one file.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const SANS = dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'));
const SYLLABICS = dirname(require.resolve('@expo-google-fonts/noto-sans-canadian-aboriginal/package.json'));

export const LATIN_FONT = 'Noto Sans';
export const SYLLABICS_FONT = 'Noto Sans Canadian Aboriginal';

const syllabics = (weight: string): string => join(SYLLABICS, weight, `NotoSansCanadianAboriginal_${weight}.ttf`);
const sans = (style: string): string => join(SANS, style, `NotoSans_${style}.ttf`);

/** Paths of the four styles of each font. Syllabics have no slanted form. */
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

/** Syllabics with the marks on them. */
const SYLLABIC_TEXT = /\p{Script=Canadian_Aboriginal}[\p{Script=Canadian_Aboriginal}\p{Mn}]*/gu;

/** The text cut where another font begins. */
export const byFont = (text: string): { readonly text: string; readonly font: FontName }[] => {
  const parts: { text: string; font: FontName }[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(SYLLABIC_TEXT)) {
    if (index > at) parts.push({ text: text.slice(at, index), font: LATIN_FONT });
    parts.push({ text: found, font: SYLLABICS_FONT });
    at = index + found.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), font: LATIN_FONT });
  return parts;
};
