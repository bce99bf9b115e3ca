// The numbers between the edges of spans. All numbers of an interval lie in the same spans, so a query decides once per interval.

import type { Span } from 'src/model/query/buckets.ts';

const MANY_CELLS = 1024;
/** Fewer numbers are compared with the edges. */
const MANY_NUMBERS = 4096;
/** The cell has an edge, so its numbers are compared with the edges. */
const DIVIDED = -1;

export class Intervals {
  readonly spans: readonly Span[];
  /** Sorted. */
  private readonly edges: Float64Array;
  /** Interval by equal parts of the range of finite edges. The first and the last part continue to infinity. */
  private readonly cells: Int32Array;
  private readonly low: number;
  private readonly scale: number;

  /** `numbers`: about how many numbers will be looked up. */
  constructor(spans: readonly Span[], numbers: number) {
    this.spans = spans;
    this.edges = Float64Array.from(new Set(spans.flatMap(({ from, to }) => [from, to]))).sort();
    const finite = this.edges.filter(Number.isFinite);
    const isMany = numbers > MANY_NUMBERS && finite.length > 0;
    this.cells = new Int32Array(isMany ? MANY_CELLS : 1).fill(DIVIDED);
    const range = (finite.at(-1) ?? 0) - (finite[0] ?? 0);
    const width = (range > 0 ? range : 1) / (MANY_CELLS - 3);
    this.low = (finite[0] ?? 0) - width;
    this.scale = 1 / width;
    if (isMany) this.fillCells(finite);
  }

  /** Number of intervals; with numbers below all edges, there is one more than edges. */
  get count(): number {
    return this.edges.length + 1;
  }

  /** Returns the number of edges that are not above a finite number. */
  of(value: number): number {
    const interval = this.cells[this.cellOf(value)] as number;
    return interval === DIVIDED ? this.compare(value) : interval;
  }

  /** Counts the numbers of rows by their interval plus one. Rows without a number count as 0. */
  countRows(numbers: Float64Array, rows: Int32Array): Int32Array {
    const counts = new Int32Array(this.count + 1);
    const { cells, low, scale } = this;
    const lastCell = cells.length - 1;
    for (let at = 0; at < rows.length; at++) {
      const value = numbers[rows[at] as number] as number;
      let code = 0;
      if (!Number.isNaN(value)) {
        const part = (value - low) * scale;
        const interval = cells[part > 0 ? (part < lastCell ? part | 0 : lastCell) : 0] as number;
        code = 1 + (interval === DIVIDED ? this.compare(value) : interval);
      }
      counts[code] = (counts[code] as number) + 1;
    }
    return counts;
  }

  /** Returns the rows among these whose interval plus one has a flag of 1. Rows without a number have the interval -1. */
  flaggedRows(numbers: Float64Array, flags: Uint8Array, among: Uint32Array): Uint32Array {
    const bits = new Uint32Array(among.length);
    const { cells, low, scale } = this;
    const lastCell = cells.length - 1;
    for (let at = 0; at < among.length; at++) {
      const first = at << 5;
      let passed = 0;
      for (let word = among[at] as number; word !== 0; word &= word - 1) {
        const place = 31 - Math.clz32(word & -word);
        const value = numbers[first + place] as number;
        let code = 0;
        if (!Number.isNaN(value)) {
          const part = (value - low) * scale;
          const interval = cells[part > 0 ? (part < lastCell ? part | 0 : lastCell) : 0] as number;
          code = 1 + (interval === DIVIDED ? this.compare(value) : interval);
        }
        passed |= (flags[code] as number) << place;
      }
      bits[at] = passed;
    }
    return bits;
  }

  /** Returns the indices of the spans that values touch from a number in the first interval to one in the last. */
  touched(first: number, last: number): number[] {
    const place = (edge: number): number => this.edges.indexOf(edge);
    return this.spans.flatMap(({ from, to }, index) => (last > place(from) && first <= place(to) ? [index] : []));
  }

  private fillCells(finite: Float64Array): void {
    const divided = new Set(finite.map((edge) => this.cellOf(edge)));
    let interval = this.edges[0] === -Infinity ? 1 : 0;
    for (let cell = 0; cell < this.cells.length; cell++) {
      while (interval < this.edges.length && this.cellOf(this.edges[interval] as number) < cell) interval += 1;
      if (!divided.has(cell)) this.cells[cell] = interval;
    }
  }

  /** Greater numbers never have a lower cell, so numbers in other cells than an edge are all on the same side of it. */
  private cellOf(value: number): number {
    const part = (value - this.low) * this.scale;
    const lastCell = this.cells.length - 1;
    return part > 0 ? (part < lastCell ? part | 0 : lastCell) : 0;
  }

  private compare(value: number): number {
    let interval = this.edges.length;
    while (interval > 0 && (this.edges[interval - 1] as number) > value) interval -= 1;
    return interval;
  }
}
