// Decides between windows-1252 and MacRoman for a text that is not UTF-8, by how plausible the words are that each of them gives.

import { decodeBytes } from 'src/server/fileReader/decodeBytes.ts';

/** Letters that are common in Western languages. */
const COMMON_LETTER = /[àâäáãåæçéèêëíìîïñóòôöõøœúùûüßÿ]/u;
const ANY_LETTER = /\p{L}/u;
const LOWER_CASE = /\p{Ll}/u;
const UPPER_CASE = /\p{Lu}/u;
const QUOTE_OR_DASH = /[“”„«»–—…•]/u;
/** Characters that texts have, also between other letters. */
const USUAL_SIGN = /[°©®§½¼£€±²³·\u00a0]/u;

const inWord = (sign: string, before: string, after: string): number => {
  const isBetween = ANY_LETTER.test(before) && ANY_LETTER.test(after);
  if (sign === '’') return isBetween ? 4 : 1;
  if (COMMON_LETTER.test(sign)) return 2;
  if (UPPER_CASE.test(sign)) return LOWER_CASE.test(before) ? -3 : 1;
  if (QUOTE_OR_DASH.test(sign)) return isBetween ? -1 : 2;
  if (USUAL_SIGN.test(sign)) return isBetween ? -2 : 0;
  return isBetween || sign < '\u00a0' ? -3 : -1;
};

const plausibility = (sample: Buffer, encoding: string): number => {
  const text = decodeBytes(new TextDecoder(encoding), sample);
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign >= '\u0080') sum += inWord(sign, text[at - 1] ?? ' ', text[at + 1] ?? ' ');
  }
  return sum;
};

export const plausibleEncoding = (sample: Buffer): 'windows-1252' | 'macintosh' =>
  plausibility(sample, 'macintosh') > plausibility(sample, 'windows-1252') ? 'macintosh' : 'windows-1252';
