// Values that are computed when they are read, and again after something that they read has changed.

import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';

interface Reader {
  readonly sources: Set<Source>;
  invalidate(): void;
}

/** The computation that runs at present. One for each session. */
export interface Tracker {
  active: Reader | undefined;
}

/** Something that computations read. */
export class Source {
  private readers = new Set<Reader>();
  protected readonly tracker: Tracker;

  constructor(tracker: Tracker) {
    this.tracker = tracker;
  }

  /** Records that the running computation depends on this. */
  track(): void {
    const { active } = this.tracker;
    if (!active) return;
    this.readers.add(active);
    active.sources.add(this);
  }

  changed(): void {
    const readers = this.readers;
    this.readers = new Set();
    for (const reader of readers) reader.invalidate();
  }

  forget(reader: Reader): void {
    this.readers.delete(reader);
  }
}

export class Memo<Value> extends Source {
  readonly sources = new Set<Source>();
  running = false;
  private dirty = true;
  private value: Value | undefined;
  private readonly compute: (before: Value | undefined) => Value;
  private readonly onStale: (() => unknown) | undefined;

  /** `onStale` is called when the value that was computed last is no longer valid. */
  constructor(tracker: Tracker, compute: (before: Value | undefined) => Value, onStale?: () => unknown) {
    super(tracker);
    this.compute = compute;
    this.onStale = onStale;
  }

  invalidate(): void {
    if (this.dirty) return;
    this.dirty = true;
    this.onStale?.();
    this.changed();
  }

  get(): Value {
    this.track();
    if (this.running) throw new ExpressionError('cycle', 'The question depends on itself.');
    if (this.dirty) this.value = this.renew();
    return this.value as Value;
  }

  private renew(): Value {
    for (const source of this.sources) source.forget(this);
    this.sources.clear();
    const { active } = this.tracker;
    this.tracker.active = this;
    this.running = true;
    try {
      // Clean from here, so that a change during the computation makes it dirty.
      this.dirty = false;
      return this.compute(this.value);
    } catch (error) {
      this.dirty = true;
      throw error;
    } finally {
      this.running = false;
      this.tracker.active = active;
    }
  }
}
