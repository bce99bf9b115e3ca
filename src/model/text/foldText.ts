// The folded form of a text: what search compares, for stored text and for queries alike. One function for both, so that
// the two can never disagree; never for identity (e-mail, user name). Source: EXPERIENCE, language text 1-5.

import { LETTERS, MARKS_AND_APOSTROPHES, SYLLABICS } from 'src/model/text/characterFolding.ts';

const foldLetter = (letter: string): string => LETTERS.get(letter) ?? SYLLABICS.get(letter) ?? letter;

/**
 * Lower case, base letters, no combining marks, apostrophe-like letters dropped, runs of space as one.
 * An approximation that somebody without the right keyboard would type: `Tłı̨chǫ` gives `tlicho`, `SENĆOŦEN` gives `sencoten`.
 */
export const foldText = (text: string): string => {
  const bare = text.normalize('NFKD').replace(MARKS_AND_APOSTROPHES, '').toLowerCase();
  let folded = '';
  for (const letter of bare) folded += foldLetter(letter);
  // Lower-casing can bring marks back (İ).
  return folded.normalize('NFKD').replace(MARKS_AND_APOSTROPHES, '').replace(/\s+/gu, ' ').trim();
};
