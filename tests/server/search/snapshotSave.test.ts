// A snapshot that is written while rows change: after the rows without a proof were read again, it has the rows of the table.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from 'tests/properties.ts';
import { afterAll, expect, it } from 'vitest';
import { differingRows } from 'src/server/search/check/differingRows.ts';
import { MAX_INT32 } from 'src/base/maxInt32.ts';
import { Table, type RowMessage, type TablePlan } from 'src/server/search/columns/Table.ts';
import { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { readIndex } from 'src/server/search/snapshot/restoreIndex.ts';
import { RowComparison } from 'src/server/search/snapshot/RowComparison.ts';
import { SnapshotSave } from 'src/server/search/snapshot/SnapshotSave.ts';

const TYPE = 102;
const PLAN: TablePlan = {
  ...{ type: 'Book', number: TYPE, places: ['place'], facets: ['genres'] },
  columns: [
    { path: 'year', kind: 'number', many: true },
    { path: 'title', kind: 'text', many: false },
    { path: 'state', kind: 'steps', many: false },
    { path: 'price', kind: 'number', many: false },
  ],
};
const TERMS = 9;

const folder = mkdtempSync(join(tmpdir(), 'keeper-save-'));
afterAll(() => rmSync(folder, { recursive: true }));

const interner = new TermPlaces();
interner.add({
  ids: Int32Array.from({ length: TERMS }, (_, at) => at + 1),
  props: ['genres', 'tags'],
  prop: Int32Array.from({ length: TERMS }, (_, at) => at % 2),
  targetType: new Int32Array(TERMS),
  targetNumber: new Int32Array(TERMS),
});

/** A version of a row. Each has a transaction of its own. */
interface Version {
  readonly i: number;
  /** Undefined for a removal. */
  readonly seed: number | undefined;
}

const rowOf = (i: number, seed: number, mark: number): RowMessage => ({
  ...{ i, n: i, acl: 1 + (seed % 5), created: i, updated: mark, mark },
  terms: `{${[1 + (seed % TERMS), 1 + ((seed * 7) % TERMS)].join(',')}}`,
  sortKeys: JSON.stringify({ year: [1900 + seed, 1950], title: `Þítle ${seed}`, state: [[0, `S${seed % 3}`]] }),
  places: seed % 3 === 0 ? JSON.stringify([['place', null, `(${seed},2),(1,1)`, null, String(mark)]]) : null,
  levels: seed % 2 === 0 ? JSON.stringify([[7, '{3}', `{"price": ${seed}}`, `secret${seed}`, 2, String(mark)]]) : null,
  ...{ words: `river\nword${seed % 11}`, label: `label ${seed % 4}` },
});

/** The table of the database, and the index that follows it. */
class Followed {
  readonly index = new Table(PLAN);
  readonly rows = new Map<number, RowMessage>();
  private transaction = 1000;

  apply({ i, seed }: Version): void {
    this.transaction += 1;
    if (seed === undefined) {
      this.rows.delete(i);
      this.index.remove(i);
      return;
    }
    const row = rowOf(i, seed, this.transaction);
    this.rows.set(i, row);
    this.index.put(row);
  }
}

const versions = fc.array(
  fc.record({
    i: fc.integer({ min: 1, max: 30 }),
    seed: fc.option(fc.integer({ min: 0, max: 99 }), { nil: undefined }),
  }),
  { maxLength: 40 },
);

/** Fields of PostgreSQL's binary format: four bytes each. */
const tuplesOf = (rows: readonly (readonly (number | string)[])[]): Buffer => {
  const field = (value: number | string): Buffer => {
    const content = typeof value === 'string' ? Buffer.from(value) : Buffer.alloc(4);
    if (typeof value === 'number') content.writeInt32BE(value);
    const length = Buffer.alloc(4);
    length.writeInt32BE(content.length);
    return Buffer.concat([length, content]);
  };
  const tuple = (fields: readonly (number | string)[]): Buffer =>
    Buffer.concat([Buffer.from([0, fields.length]), ...fields.map(field)]);
  return Buffer.concat([Buffer.alloc(19), ...rows.map(tuple), Buffer.from([255, 255])]);
};

const staleIn = (restored: Table, rows: readonly RowMessage[]): number[] => {
  const comparison = new RowComparison(new Map([[TYPE, restored]]));
  const push = (part: 'rows' | 'levels' | 'places', tuples: (number | string)[][]): void =>
    comparison.push({ part, bytes: new Uint8Array(tuplesOf(tuples)) });
  push(
    'rows',
    rows.map(({ i, acl, mark = 0 }) => [TYPE, i, acl, mark]),
  );
  push(
    'levels',
    rows.flatMap(({ i, levels, mark = 0 }) => (levels === null ? [] : [[TYPE, i, 2, mark]])),
  );
  push(
    'places',
    rows.flatMap(({ i, places, mark = 0 }) => (places === null ? [] : [[TYPE, i, 'place', mark]])),
  );
  return [...(comparison.end(3).get(TYPE) ?? [])];
};

it('[SRCH-08] [PERM-01] a snapshot has the rows of the table after changes while it is written and later', () => {
  let file = 0;
  fc.assert(
    fc.property(versions, fc.array(versions, { maxLength: 16 }), versions, (before, during, after) => {
      const path = join(folder, String((file += 1)));
      const followed = new Followed();
      for (const each of before) followed.apply(each);
      followed.index.prepareSets(interner, [interner.prop('genres')]);
      const save = new SnapshotSave({ tables: new Map([[TYPE, followed.index]]), interner }, path, {
        ...{ key: 'key', token: 'token', plans: [PLAN] },
      });
      for (let step = 0; !save.step(0); step++) for (const each of during[step] ?? []) followed.apply(each);
      for (const each of after) followed.apply(each);
      const { index } = readIndex(path, 'key');
      const restored = index?.tables.get(TYPE) ?? new Table(PLAN);
      const rows = [...followed.rows.values()];
      for (const i of staleIn(restored, rows)) restored.put(followed.rows.get(i)!);
      const columns = { tables: new Map([[TYPE, restored]]), interner: index?.interner ?? interner, hasTexts: true };
      expect(differingRows(columns, { type: TYPE, above: 0, upTo: MAX_INT32, rows })).toEqual([]);
      expect(restored.held).toBe(rows.length);
      for (const row of rows) {
        const at = restored.rows.get(row.i);
        expect(restored.acl[at]).toBe(row.acl);
        expect(restored.texts.identity(at)).toBe(followed.index.texts.identity(followed.index.rows.get(row.i)));
      }
    }),
  );
});
