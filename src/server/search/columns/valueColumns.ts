// Columns of sort and range values (`sort_keys`): numbers, texts and clock steps of one property path of one type. A restricted value
// carries the acl of its level and is missing for other readers.

import { AclColumn } from 'src/server/search/columns/AclColumn.ts';
import { Lists, grown } from 'src/server/search/columns/Lists.ts';
import { TextColumn } from 'src/server/search/columns/TextColumn.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

/** Format of `sort_keys` for a path: see store/sortValues.ts. */
export type StoredValue =
  | number
  | string
  | readonly (number | string)[]
  | readonly (readonly [number | null, string])[];
export type ColumnKind = 'number' | 'text' | 'steps';

export interface ColumnPlan {
  readonly path: string;
  readonly kind: ColumnKind;
  readonly many: boolean;
  /** Values are pairs: the earliest and the latest day. */
  readonly spans?: boolean;
}

/** Sets the value of a row in an array that grows as needed. NaN means no value. */
const withNumber = (array: Float64Array, row: number, value = Number.NaN): Float64Array => {
  const before = array.length;
  const numbers = grown(array, Float64Array, row + 1);
  numbers.fill(Number.NaN, before);
  numbers[row] = value;
  return numbers;
};

export class NumberColumn {
  readonly kind = 'number';
  readonly acl = new AclColumn();
  /** NaN means no value; of several values, the first one is used for sorting. */
  first: Float64Array = new Float64Array(0);
  /** Latest days by row, in a column of spans; `first` has the earliest. */
  last: Float64Array | undefined;
  /** All values of a row, in a column with several; pairs in a column of spans. */
  readonly all: Lists<Float64Array> | undefined;

  constructor({ many, spans = false }: Pick<ColumnPlan, 'many' | 'spans'>) {
    this.last = spans ? new Float64Array(0) : undefined;
    this.all = many ? new Lists(Float64Array) : undefined;
  }

  set(row: number, value: StoredValue | undefined, acl: number): void {
    const values = (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter(
      (each): each is number => typeof each === 'number',
    );
    // Until its migration, an item of an earlier declaration has one day.
    const spanned = this.last && values.length === 1 ? [...values, ...values] : values;
    this.first = withNumber(this.first, row, values[0]);
    this.last &&= withNumber(this.last, row, spanned[1]);
    this.all?.set(row, spanned);
    this.acl.set(row, acl);
  }

  saved(size: number): Saved {
    const { acl, all, first, last } = this;
    return {
      arrays: { first: first.subarray(0, size), ...(last && { last: last.subarray(0, size) }) },
      parts: { acl: acl.saved(), ...(all && { all: all.saved() }) },
    };
  }

  restore(from: Restored): void {
    this.first = from.array('first', Float64Array);
    if (this.last) this.last = from.array('last', Float64Array);
    this.acl.restore(from.part('acl'));
    this.all?.restore(from.part('all'));
  }
}

/** Clock values: the present one is computed when it is needed. */
export class StepsColumn {
  readonly kind = 'steps';
  readonly acl = new AclColumn();
  readonly froms = new Lists(Float64Array);
  readonly values = new Lists(Int32Array);
  readonly tokens: string[] = [];
  private readonly places = new Map<string, number>();

  set(row: number, value: StoredValue | undefined, acl: number): void {
    const steps = Array.isArray(value) ? (value as readonly (readonly [number | null, string])[]) : [];
    this.froms.set(
      row,
      steps.map(([from]) => from ?? -Infinity),
    );
    this.values.set(
      row,
      steps.map(([, token]) => this.place(token)),
    );
    this.acl.set(row, acl);
  }

  /** Returns the index into `tokens` of the value at a time, or -1. */
  at(row: number, now: number): number {
    const start = this.froms.starts[row] ?? 0;
    for (let index = (this.froms.lengths[row] ?? 0) - 1; index >= 0; index--) {
      if ((this.froms.data[start + index] ?? Infinity) <= now)
        return this.values.data[(this.values.starts[row] ?? 0) + index] ?? -1;
    }
    return -1;
  }

  saved(): Saved {
    const { acl, froms, values, tokens } = this;
    return { texts: tokens, parts: { acl: acl.saved(), froms: froms.saved(), values: values.saved() } };
  }

  restore(from: Restored): void {
    for (const token of from.texts) this.place(token);
    this.acl.restore(from.part('acl'));
    this.froms.restore(from.part('froms'));
    this.values.restore(from.part('values'));
  }

  private place(token: string): number {
    const known = this.places.get(token);
    if (known !== undefined) return known;
    this.places.set(token, this.tokens.length);
    return this.tokens.push(token) - 1;
  }
}

export type ValueColumn = NumberColumn | TextColumn | StepsColumn;

export const createColumn = (plan: ColumnPlan): ValueColumn => {
  if (plan.kind === 'number') return new NumberColumn(plan);
  return plan.kind === 'text' ? new TextColumn() : new StepsColumn();
};
