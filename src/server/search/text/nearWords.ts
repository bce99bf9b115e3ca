// Typing errors: a letter too many, missing, wrong, or two exchanged. One is forgiven from five letters, two from nine.

const ONE_ERROR = 5;
const TWO_ERRORS = 9;

/** Returns how many errors are forgiven in a word of this length. */
const forgiven = (length: number): number => (length >= TWO_ERRORS ? 2 : length >= ONE_ERROR ? 1 : 0);

/** Returns which letters a word contains, as bits, for a first comparison. */
export const letterMask = (word: string): number => {
  let mask = 0;
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31);
  return mask;
};

const bitCount = (value: number): number => {
  let left = value - ((value >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Returns false for most words that are not near: each error adds or removes at most one letter on each side. */
export const mayBeNear = (
  typed: string,
  typedMask: number,
  { length, mask }: { readonly length: number; readonly mask: number },
  begins: boolean,
): boolean => {
  const errors = forgiven(typed.length);
  if (errors === 0 || length < typed.length - errors) return false;
  if (!begins && length > typed.length + errors) return false;
  return bitCount(typedMask & ~mask) <= errors && (begins || bitCount(mask & ~typedMask) <= errors);
};

/** Returns the distances of the whole typed word to each beginning of the other word, from the empty one on. */
const distances = (typed: string, word: string): Int32Array => {
  const { length } = word;
  let before = new Int32Array(length + 1);
  let row = new Int32Array(length + 1).map((_, at) => at);
  let next = new Int32Array(length + 1);
  for (let at = 1; at <= typed.length; at++) {
    next[0] = at;
    for (let to = 1; to <= length; to++) {
      const same = typed.charCodeAt(at - 1) === word.charCodeAt(to - 1);
      let best = Math.min(
        (row[to] as number) + 1,
        (next[to - 1] as number) + 1,
        (row[to - 1] as number) + (same ? 0 : 1),
      );
      const isExchanged =
        at > 1 &&
        to > 1 &&
        typed.charCodeAt(at - 1) === word.charCodeAt(to - 2) &&
        typed.charCodeAt(at - 2) === word.charCodeAt(to - 1);
      if (isExchanged) best = Math.min(best, (before[to - 2] as number) + 1);
      next[to] = best;
    }
    [before, row, next] = [row, next, before];
  }
  return row;
};

/** Returns the words in order of their likeness to the typed one: fewest errors first, then the fewest other letters. */
export const mostSimilarFirst = (typed: string, words: readonly string[], begins: boolean): readonly string[] =>
  words
    .map((word) => {
      const found = distances(typed, word);
      const whole = found.at(-1) as number;
      return { word, whole, errors: begins ? Math.min(...found) : whole };
    })
    .toSorted((a, b) => a.errors - b.errors || a.whole - b.whole || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);

/** Returns whether the typed word is the other one with forgiven errors, or with `begins` the beginning of it. */
export const isNear = (typed: string, word: string, begins: boolean): boolean => {
  const errors = forgiven(typed.length);
  const beginning = word.slice(0, typed.length + errors);
  const found = distances(typed, begins ? beginning : word);
  return begins ? found.some((distance) => distance <= errors) : (found.at(-1) as number) <= errors;
};
