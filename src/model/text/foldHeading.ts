// Folds the heading of a column for comparison: letters and digits only, without case and accents.

/** Returns `callnumber` for `Call-Number:`. */
export const foldHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
