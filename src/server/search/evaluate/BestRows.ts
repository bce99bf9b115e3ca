// The best `max` rows seen so far: a heap whose root is the worst of them, so that most rows are turned away by one comparison.

import { comparePositions, positionOf, type Candidate } from 'src/server/search/evaluate/sortOrder.ts';

export class BestRows {
  private readonly max: number;
  private readonly descending: readonly boolean[];
  private readonly heap: Candidate[] = [];

  constructor(max: number, descending: readonly boolean[]) {
    this.max = max;
    this.descending = descending;
  }

  /** False when a row of this key can no longer be among the best. */
  wants(key: number): boolean {
    return this.max > 0 && (this.heap.length < this.max || key <= (this.heap[0]?.key ?? Infinity));
  }

  offer(candidate: Candidate): void {
    if (this.heap.length < this.max) {
      this.heap.push(candidate);
      this.up(this.heap.length - 1);
    } else if (this.heap[0] && this.compare(candidate, this.heap[0]) < 0) {
      this.heap[0] = candidate;
      this.down();
    }
  }

  sorted(): Candidate[] {
    return [...this.heap].sort((a, b) => this.compare(a, b));
  }

  private compare(a: Candidate, b: Candidate): number {
    if (a.key !== b.key) return a.key < b.key ? -1 : 1;
    return comparePositions(positionOf(a), positionOf(b), this.descending);
  }

  private worse(a: number, b: number): boolean {
    const [one, other] = [this.heap[a], this.heap[b]];
    return one !== undefined && other !== undefined && this.compare(one, other) > 0;
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (!one || !other) return;
    this.heap[a] = other;
    this.heap[b] = one;
  }

  private up(start: number): void {
    for (let at = start; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.worse(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private down(): void {
    for (let at = 0; ;) {
      let worst = at;
      for (const child of [at * 2 + 1, at * 2 + 2])
        if (child < this.heap.length && this.worse(child, worst)) worst = child;
      if (worst === at) return;
      this.swap(at, worst);
      at = worst;
    }
  }
}
