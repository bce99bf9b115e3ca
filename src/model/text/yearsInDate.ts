// The words by which a search finds a date.

const YEARS_IN_DATE = /(?<![\d-])\d{4}(?!\d)/g;

/** Returns the years of a stored date. Its months and days are no words of a search: they are numbers that many other texts contain. */
export const yearsInDate = (stored: string): readonly string[] => stored.match(YEARS_IN_DATE) ?? [];
