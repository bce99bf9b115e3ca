// Detects the delimiter of a text table: the one that divides most of the first lines into the same number of cells.

import { parse } from 'csv-parse/sync';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const LINES = 60;
const SAMPLE_SIGNS = 60_000;

/** First line by which Excel names the delimiter; it is no row of the table. */
export const SEPARATOR_LINE = /^sep=(.)\s*$/iu;

/** Returns the complete lines of the sample. A line break within quotes divides a row here, which lowers its score only. */
const sampleOf = (start: string): string => {
  const text = start.slice(0, SAMPLE_SIGNS);
  const end = text.lastIndexOf('\n');
  return end > 0 && start.length >= SAMPLE_SIGNS ? text.slice(0, end) : text;
};

const cellCounts = (sample: string, delimiter: string): number[] => {
  const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, to: LINES };
  try {
    return parse(sample, options).map((record) => record.length);
  } catch {
    return sample
      .split(/\r\n|\r|\n/u, LINES)
      .filter((line) => line !== '')
      .map((line) => line.split(delimiter).length);
  }
};

/** Returns the share of rows with the most frequent number of cells, if they have several, weighted by that number. */
const scoreOf = (counts: readonly number[]): number => {
  const frequency = new Map<number, number>();
  for (const count of counts) if (count > 1) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  const [cells = 1, rows = 0] = [...frequency].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return (rows / Math.max(counts.length, 1)) * Math.log2(cells + 1);
};

export const detectDelimiter = (start: string): string => {
  const declared = SEPARATOR_LINE.exec(start.split(/\r\n|\r|\n/u, 1)[0] ?? '')?.[1];
  if (declared !== undefined) return declared;
  const sample = sampleOf(start);
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(cellCounts(sample, delimiter)) }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).delimiter;
};
