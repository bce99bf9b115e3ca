// Suggests the known word that was probably meant by an unknown one. Produces the end of a diagnostic. Pure.

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

/** Returns ` Did you mean title?` for `titel` among `title` and `state`, and an empty string when no word is similar. */
export const didYouMean = (word: string, known: Iterable<string>): string => {
  const words = [...known];
  // Most checks make their message before they know that there is no fault.
  if (words.includes(word)) return '';
  const farthest = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  // Words whose lengths differ by more than the limit cannot match. This skips most words without computing a distance.
  const ranked = words
    .filter((each) => Math.abs(each.length - word.length) <= farthest)
    .map((each) => ({ each, far: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far <= farthest)
    .toSorted((a, b) => a.far - b.far);
  return ranked[0] === undefined ? '' : `. Did you mean ${ranked[0].each}?`;
};
