// 20,000 books as CSV over HTTP, for an administrator, compared with one SQL statement that converts every value of the same rows to text
// and sends it to a client. The difference is the cost of the read filter, the labels of related items, the texts of values, and HTTP.

import pg from 'pg';
import { openLibrary } from 'tests/bench/library.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds } from 'tests/bench/measure.ts';
import { signIn, type TestServer } from 'tests/server/routes/openWorld.ts';

const BOOKS = 20_000;
const ROUNDS = 3;
const MEGABYTE = 1_000_000;
/** Rate that exports 300,000 rows in five minutes. */
const ROWS_PER_SECOND = 1_000;
const TIMES_THE_STATEMENT = 60;

const byExport = async ({ url }: TestServer, token: string, format: string): Promise<number> => {
  const started = performance.now();
  const answer = await fetch(`${url}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ format, query: { must: { _t: ['Book'] } } }),
  });
  let bytes = 0;
  for await (const part of answer.body ?? []) bytes += (part as Uint8Array).length;
  if (answer.status !== 200 || bytes < MEGABYTE) throw new Error(`${answer.status}, ${bytes} bytes`);
  return performance.now() - started;
};

/** Sends every value of the rows as text to a client. */
const byStatement = async (connection: pg.ClientConfig): Promise<number> => {
  const client = new pg.Client(connection);
  await client.connect();
  const started = performance.now();
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws(',', i, u, label, created, updated, (select string_agg(value, ',') from jsonb_each_text(body::jsonb))) as line
     from item_102 order by n desc`,
  );
  const taken = performance.now() - started;
  await client.end();
  if (rows.length < BOOKS) throw new Error(`${rows.length} rows`);
  return taken;
};

const middle = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

export const run = async (): Promise<void> => {
  const { world, server } = await openLibrary(BOOKS);
  const token = await signIn(server.url, 'admin');
  const times: Record<'csv' | 'xlsx' | 'statement', number[]> = { csv: [], xlsx: [], statement: [] };
  let heap = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    times.statement.push(await byStatement(world.connection));
    times.csv.push(await byExport(server, token, 'csv'));
    times.xlsx.push(await byExport(server, token, 'xlsx'));
    heap = Math.max(heap, process.memoryUsage().rss);
  }
  const [csv, xlsx, statement] = [middle(times.csv), middle(times.xlsx), middle(times.statement)];
  const perSecond = (taken: number): number => Math.round((BOOKS / taken) * 1000);
  console.log(
    `${BOOKS} rows as CSV ${milliseconds(csv)} ms (${perSecond(csv)} a second), as XLSX ${milliseconds(xlsx)} ms`,
  );
  console.log(
    `by one statement ${milliseconds(statement)} ms (${perSecond(statement)} a second); ${Math.round(heap / MEGABYTE)} MB`,
  );
  report({
    name: `${BOOKS} rows exported as CSV`,
    unit: 'ms',
    value: csv,
    best: Math.min(...times.csv),
    baseline: { name: 'the rows as text by one SQL statement', value: statement, best: Math.min(...times.statement) },
    limit: { of: 'ratio', atMost: TIMES_THE_STATEMENT },
  });
  report({
    name: 'the same as XLSX',
    unit: 'ms',
    value: xlsx,
    best: Math.min(...times.xlsx),
    limit: { of: 'value', atMost: (BOOKS / ROWS_PER_SECOND) * 1000 },
  });
  await world.stop();
};
