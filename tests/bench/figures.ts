// Results of a bench in the form that main.ts reads. It shows the figures of all benches in one table. Called by every *.bench.ts; a bench
// that runs separately only lacks the table.

import { once } from 'node:events';
import type { Store } from 'tests/e2e/harness/Store.ts';

export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'kB';
  /** Median, or size. */
  readonly value: number;
  /** Duration when nothing else runs. */
  readonly best?: number;
  /** Baseline, measured in the same run, alternating with the figure. */
  readonly baseline?: { readonly name: string; readonly value: number; readonly best?: number };
  /** Maximum of the value itself, or of its multiple of the baseline. */
  readonly limit?: { readonly of: 'value' | 'ratio'; readonly atMost: number };
}

export type ToMain = { readonly figure: Figure } | { readonly wants: 'sample' };
export interface FromMain {
  readonly sample: Store;
}

export const report = (figure: Figure): void => {
  process.send?.({ figure } satisfies ToMain);
};

/** Store of a stopped server with the sample community, created once per run of all benches. Benches use copies of it. */
export const sampleStore = async (): Promise<Store> => {
  if (!process.send) throw new Error('benches of the product are started by main.ts');
  const answer = once(process, 'message') as Promise<[FromMain]>;
  process.send({ wants: 'sample' } satisfies ToMain);
  const [{ sample }] = await answer;
  return sample;
};

const shown = (value: number | undefined, unit: string): string => {
  if (value === undefined) return '-';
  return `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ${unit}`;
};

const ratioOf = ({ value, baseline }: Figure): number | undefined => (baseline ? value / baseline.value : undefined);

const decisive = (figure: Figure): number | undefined =>
  figure.limit?.of === 'ratio' ? ratioOf(figure) : figure.value;

/** Undefined without a limit. */
export const isMet = (figure: Figure): boolean | undefined =>
  figure.limit && (decisive(figure) ?? Infinity) <= figure.limit.atMost;

const limitText = ({ limit, unit }: Figure): string => {
  if (!limit) return '-';
  return `${Number(limit.atMost.toFixed(2))} ${limit.of === 'ratio' ? 'x' : unit}`;
};

const HEADINGS = ['figure', 'median', 'best', 'baseline', 'its median', 'its best', 'ratio', 'limit', 'met'];

const rowOf = (figure: Figure): string[] => {
  const { name, unit, value, best, baseline } = figure;
  const ratio = ratioOf(figure);
  const met = isMet(figure);
  return [
    name,
    shown(value, unit),
    shown(best, unit),
    baseline?.name ?? '-',
    shown(baseline?.value, unit),
    shown(baseline?.best, unit),
    ratio === undefined ? '-' : `${ratio.toFixed(2)} x`,
    limitText(figure),
    met === undefined ? '-' : met ? 'yes' : 'NO',
  ];
};

/** Returns a Markdown table with one line per figure. */
export const tableOf = (figures: readonly Figure[]): string => {
  const rows = [HEADINGS, ...figures.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [headings = [], ...body] = rows;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
};
