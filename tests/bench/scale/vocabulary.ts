// Words of the large corpus. Their frequency follows Zipf's law, as in real texts: the word of rank r occurs in proportion to 1 / r. Every
// 20th word is written in Canadian Aboriginal syllabics.

import type { SeededRandom } from 'src/base/seededRandom.ts';

export const VOCABULARY = 200_000;

const ONSETS = ['b', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w', 'y', 'z', 'ch', 'sh'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
/** Each syllable begins with an onset, so different syllables never form the same word. */
const SYLLABLES = ONSETS.flatMap((onset) => VOWELS.map((vowel) => onset + vowel));
const FIRST_SYLLABIC = 0x1403;
const SYLLABIC_EVERY = 20;
/** Frequent words are short. */
const SHORT_WORDS = 2_000;
/** Has no common divisor with the number of syllables, so that different ranks give different words. */
const SPREAD = 7_919;

const syllableAt = (digit: number, isSyllabic: boolean): string =>
  isSyllabic ? String.fromCodePoint(FIRST_SYLLABIC + digit) : (SYLLABLES[digit] ?? '');

/** Returns the word of this rank; 0 is the most frequent one. */
export const wordOfRank = (rank: number): string => {
  const length = rank < SHORT_WORDS ? 2 : 3;
  const isSyllabic = rank % SYLLABIC_EVERY === SYLLABIC_EVERY - 1;
  let left = (rank * SPREAD + SPREAD) % SYLLABLES.length ** length;
  let word = '';
  for (let at = 0; at < length; at += 1) {
    word += syllableAt(left % SYLLABLES.length, isSyllabic);
    left = Math.floor(left / SYLLABLES.length);
  }
  return word;
};

/** Returns words of a text. The inverse of Zipf's distribution gives their ranks. */
export const zipfWords = (random: SeededRandom, count: number): string =>
  Array.from({ length: count }, () => wordOfRank(Math.floor((VOCABULARY + 1) ** random.next()) - 1)).join(' ');
