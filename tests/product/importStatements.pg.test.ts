// Number of SQL statements of an import: it grows with the number of batches, not with the number of rows.
// A slow machine makes smaller batches, because a batch ends after a time, so statements are counted for each batch.

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isRecord } from 'src/base/isRecord.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const KEEPER = 'capability holder';
const [FEW, MANY] = [100, 900];
/** The change feed, notices of it and the job queue ask at intervals. */
const ASKED_AT_INTERVALS = /outbox|graphile|get_job|notify|listen|termsBy|counter/i;

let world: ProductWorld;
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const nameOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement;
  return isRecord(statement) ? String(statement['name'] ?? statement['text']) : '';
};

interface Counts {
  readonly statements: number;
  /** Groups of rows that were written together. */
  readonly batches: number;
}

const statementsOf = async (run: () => Promise<unknown>): Promise<Counts> => {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  await run();
  const names = queries.mock.calls.map(([statement]) => nameOf(statement));
  queries.mockRestore();
  return {
    statements: names.filter((name) => !ASKED_AT_INTERVALS.test(name)).length,
    batches: names.filter((name) => name === 'savepoint together').length,
  };
};

const rowOf = (mark: string) => (_: unknown, at: number) =>
  at % 20 === 7 ? `,${mark}-${at},1931,,` : `Tide tables ${mark} ${at},${mark}-${at},1931,tides;moon,5 May 1931`;

/** Returns the statements of a check, an import, an import of changes, and its undo. */
const countsOf = async (length: number): Promise<readonly Counts[]> => {
  const mark = randomUUID().slice(0, 8);
  const rows = Array.from({ length }, rowOf(mark));
  const content = ['Title,Call number,Year,Keywords,Date', ...rows].join('\n');
  const options = { kind: 'ARC_CSV', owner: world.own };
  const checked = await statementsOf(() => imports.check(KEEPER, { content }, options));
  const created = await statementsOf(async () => {
    const { outcome } = await imports.import(KEEPER, { content }, options);
    expect(outcome.counts).toMatchObject({ created: length * 0.95, refused: length * 0.05 });
  });
  let via = '';
  const changed = await statementsOf(async () => {
    const edited = { content: content.replaceAll(',1931,', ',1932,') };
    const { outcome } = await imports.import(KEEPER, edited, options);
    expect(outcome.counts).toMatchObject({ changed: length * 0.95 });
    via = String(outcome.import);
  });
  const undone = await statementsOf(() => imports.undo(KEEPER, via));
  return [checked, created, changed, undone];
};

it('[ARCH-02] an import asks the database fewer than 40 times for a batch of rows, and so do its check and its undo', async () => {
  const few = await countsOf(FEW);
  const many = await countsOf(MANY);
  for (const [at, { statements, batches }] of many.entries()) {
    const before = few[at] ?? { statements: 0, batches: 0 };
    expect((statements - before.statements) / (batches - before.batches)).toBeLessThan(40);
  }
}, 120_000);
