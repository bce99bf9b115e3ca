// Parts of centuries, decades, years and months: "early", "first half of". Reading and writing share them.

export type YearsPart =
  | 'early'
  | 'middle'
  | 'late'
  | 'firstHalf'
  | 'secondHalf'
  | 'firstQuarter'
  | 'secondQuarter'
  | 'thirdQuarter'
  | 'lastQuarter';

/** First and last hundredth of each part. */
const HUNDREDTHS: Readonly<Record<YearsPart, readonly [first: number, last: number]>> = {
  early: [0, 33],
  middle: [34, 66],
  late: [67, 99],
  firstHalf: [0, 49],
  secondHalf: [50, 99],
  firstQuarter: [0, 24],
  secondQuarter: [25, 49],
  thirdQuarter: [50, 74],
  lastQuarter: [75, 99],
};

export const YEARS_PARTS = Object.keys(HUNDREDTHS) as readonly YearsPart[];

/** Returns how far the first and the last of a part are from the first among `size` years, months or days. */
export const partOffsets = (part: YearsPart, size: number): readonly [first: number, last: number] => {
  const [first, last] = HUNDREDTHS[part];
  const position = (hundredth: number): number => Math.floor((hundredth * size) / 100);
  return [first === 0 ? 0 : position(first - 1) + 1, position(last)];
};

/** Returns the year as it is stored: `0150`, or `-0449` for 450 before the common era. */
export const storedYear = (year: number): string => `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`;

export interface Century {
  readonly number: number;
  readonly isBce: boolean;
  /** First year, as it is stored. */
  readonly first: number;
}

/** Returns the century that ends with or after a year. Centuries before the common era count backwards: the 5th is 500 to 401 BCE. */
export const centuryOf = (lastYear: number): Century => {
  if (lastYear > 0) {
    const number = Math.floor(lastYear / 100) + 1;
    return { number, isBce: false, first: (number - 1) * 100 };
  }
  const number = Math.ceil((1 - lastYear) / 100);
  return { number, isBce: true, first: 1 - number * 100 };
};
