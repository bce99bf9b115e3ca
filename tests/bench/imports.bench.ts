// An archive sheet of 4,415 rows with faults, checked, imported and undone over HTTP on the built product with the sample community, compared
// with SQL that stores the same number of rows with their history and change feed in one statement; and the writes of the store by
// themselves.

import { archiveSheet, sheetSite, timedImports } from 'tests/bench/archiveSheets.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct, type Product } from 'tests/bench/openProduct.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';

const SHEET_ROWS = 4_415;
const ROUNDS = 3;
const LIMITS_MS = { check: 10_000, run: 15_000, undo: 10_000 } as const;
const BASELINE = 'insert of the same rows in SQL';

/** Stores rows like those of the sheet in copies of the tables, so that the site is not changed. */
const insertRows = async ({ driver }: Product, mark: string): Promise<number> => {
  const tables = ['item', 'item_level', 'item_history', 'outbox'];
  for (const table of tables) {
    await driver.query(`drop table if exists bench_${table}`);
    await driver.query(
      `create table bench_${table} (like ${table} including defaults including identity including indexes)`,
    );
  }
  const began = performance.now();
  await driver.query(
    `with made as (insert into bench_item select t, i + 1000000 * s, n + 1000000 * s, u, acl, level, owners, created, creator, updated,
        updater, label || $1, folded, terms, sort_keys, body, tsv, schema
      from item cross join generate_series(1, $2::int) s where t = (select t from item where body ? 'callNumber' limit 1) limit $2 returning *),
      kept as (insert into bench_item_history (t, i, u, at, by, op, kind, diff, acl, level)
        select t, i, u, created, creator, 'c', 'created', '{}', acl, level from made)
      insert into bench_outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from made`,
    [mark, SHEET_ROWS],
  );
  const taken = performance.now() - began;
  for (const table of tables) await driver.query(`drop table bench_${table}`);
  return taken;
};

export const run = async (): Promise<void> => {
  const product = await openProduct();
  const { url } = product.server;
  const site = await sheetSite(url, await tokenOf(url, 'staff'));
  const times: Record<keyof typeof LIMITS_MS | 'sql', number[]> = { check: [], run: [], undo: [], sql: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const imports = await timedImports(site, archiveSheet(SHEET_ROWS, `B${round}`));
    times.sql.push(await insertRows(product, String(round)));
    times.check.push((await imports.check()).milliseconds);
    const imported = await imports.run();
    times.run.push(imported.milliseconds);
    times.undo.push((await imports.undo(imported)).milliseconds);
    if (round === 0) console.log(JSON.stringify(imported.outcome['counts']));
  }
  const baseline = timesOf(times.sql);
  for (const [name, limit] of Object.entries(LIMITS_MS)) {
    const { median, best } = timesOf(times[name as keyof typeof LIMITS_MS]);
    const perSecond = Math.round((SHEET_ROWS / median) * 1_000);
    console.log(`${name}: ${milliseconds(median)}, ${perSecond} rows a second`);
    report({
      ...{ name: `archive sheet of ${SHEET_ROWS} rows with faults: ${name}`, unit: 'ms', value: median, best },
      baseline: { name: BASELINE, value: baseline.median, best: baseline.best },
      limit: { of: 'value', atMost: limit },
    });
  }
  await product.stop();
};
