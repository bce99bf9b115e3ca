// Produces the end of a diagnostic about an unknown name: the name that was probably meant, and the names that are allowed. Pure.

const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, one] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      next.push(Math.min((row[j] ?? 0) + Number(one !== other), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
};

/** Returns the word that was probably meant, or undefined when no word is similar. */
const nearestTo = (word: string, words: readonly string[]): string | undefined => {
  const farthest = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  // Words whose lengths differ by more than the limit cannot match. This skips most words without computing a distance.
  const ranked = words
    .filter((each) => Math.abs(each.length - word.length) <= farthest)
    .map((each) => ({ each, far: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far <= farthest)
    .toSorted((a, b) => a.far - b.far);
  return ranked[0]?.each;
};

/** Returns ` Did you mean title?` for `titel` among `title` and `state`, and an empty string when no word is similar. */
export const suggestion = (word: string, known: readonly string[]): string => {
  const nearest = known.includes(word) ? undefined : nearestTo(word, known);
  return nearest === undefined ? '' : `. Did you mean ${nearest}?`;
};

/** Maximum number of allowed names in a message. A longer list would hide the fault. */
const MOST_LISTED = 12;

/**
 * Returns the suggestion and the allowed names, the suggested one first: `. Did you mean title? Known: title, state`. A long list ends with
 * the number of names that it omits. Returns an empty string for an allowed name, because most checks make their message before they know
 * whether there is a fault.
 */
export const didYouMean = (word: string, known: Iterable<string>): string => {
  const words = [...new Set(known)];
  if (words.includes(word)) return '';
  const nearest = nearestTo(word, words);
  const ordered = nearest === undefined ? words : [nearest, ...words.filter((each) => each !== nearest)];
  const more = ordered.length - MOST_LISTED;
  const listed = ordered.slice(0, MOST_LISTED).join(', ') || 'none';
  const names = `${listed}${more > 0 ? ` and ${String(more)} more` : ''}`;
  return nearest === undefined ? `; known: ${names}` : `. Did you mean ${nearest}? Known: ${names}`;
};
