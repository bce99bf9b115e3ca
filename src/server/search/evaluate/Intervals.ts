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
    const width = (range > 0 ? range : 1) / (MANY_CELLS - 2);
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
    return Math.min(Math.max((value - this.low) * this.scale, 0), this.cells.length - 1) | 0;
  }

  private compare(value: number): number {
    let interval = this.edges.length;
    while (interval > 0 && (this.edges[interval - 1] as number) > value) interval -= 1;
    return interval;
  }
}
