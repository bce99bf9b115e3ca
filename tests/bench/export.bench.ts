// 100,000 books as CSV with every column over HTTP, for an administrator, compared with COPY of the same rows by PostgreSQL. The difference is
// the cost of the read filter, the labels of related items, the words of values, the audit of private values, and HTTP. The reader runs in
// its own process.

import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openLibrary } from 'tests/bench/library.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { readExport } from 'tests/bench/readExport.ts';
import { signIn } from 'tests/server/routes/openWorld.ts';

const BOOKS = 100_000;
const ROUNDS = 3;
const MEGABYTE = 1_000_000;
const ROWS_PER_SECOND = 20_000;
const FIRST_BYTE_MS = 200;
/** Rate of the XLSX file, which every spreadsheet program takes longer to open. */
const SHEET_ROWS_PER_SECOND = 5_000;

/** Streams the values of the rows as CSV to a client. */
const byCopy = async (connection: pg.ClientConfig): Promise<number> => {
  const client = new pg.Client(connection);
  await client.connect();
  const started = performance.now();
  let bytes = 0;
  const rows = client.query(
    copyTo(`copy (select i, u, label, created, creator, updated, updater, body,
      (select string_agg(body::text, ',') from item_level l where l.t = 102 and l.i = item_102.i)
      from item_102 order by n desc) to stdout (format csv)`),
  );
  for await (const part of rows) bytes += (part as Uint8Array).length;
  const taken = performance.now() - started;
  await client.end();
  if (bytes < MEGABYTE) throw new Error(`${bytes} bytes`);
  return taken;
};

export const run = async (): Promise<void> => {
  const { world, server } = await openLibrary(BOOKS);
  const token = await signIn(server.url, 'admin');
  const times: Record<'csv' | 'first' | 'xlsx' | 'copy' | 'busy', number[]> = {
    ...{ csv: [], first: [], xlsx: [], copy: [], busy: [] },
  };
  const byExport = async (format: 'csv' | 'xlsx'): Promise<void> => {
    const body = JSON.stringify({ format, query: { must: { _t: ['Book'] } } });
    const idle = performance.eventLoopUtilization();
    const { status, bytes, lines, first, taken } = await readExport({ url: server.url, token, body });
    if (status !== 200 || bytes < MEGABYTE || (format === 'csv' && lines <= BOOKS))
      throw new Error(`${status}, ${bytes} bytes`);
    times[format].push(taken);
    if (format === 'xlsx') return;
    times.first.push(first);
    times.busy.push(performance.eventLoopUtilization(idle).active);
  };
  const memory: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.copy.push(await byCopy(world.connection));
    await byExport('csv');
    memory.push(process.memoryUsage().rss);
    if (round === 0) await byExport('xlsx');
  }
  const [csv, first, xlsx, copy, busy] = [times.csv, times.first, times.xlsx, times.copy, times.busy].map(timesOf);
  if (!csv || !first || !xlsx || !copy || !busy) return;
  const perSecond = (taken: number): number => Math.round((BOOKS / taken) * 1000);
  console.log(
    `${BOOKS} rows as CSV ${milliseconds(csv.median)} ms (${perSecond(csv.median)} a second, at best ${perSecond(csv.best)}), ` +
      `of which the event loop was busy ${milliseconds(busy.best)} ms; first byte ${milliseconds(first.best)} ms`,
  );
  console.log(`as XLSX ${milliseconds(xlsx.median)} ms; by COPY ${milliseconds(copy.median)} ms`);
  console.log(
    `memory of the server after each round: ${memory.map((each) => Math.round(each / MEGABYTE)).join(', ')} MB`,
  );
  report({
    ...{ name: `${BOOKS} rows exported as CSV with every column`, unit: 'ms', value: csv.median, best: csv.best },
    baseline: { name: 'COPY of the rows by PostgreSQL', value: copy.median, best: copy.best },
    limit: { of: 'value', atMost: (BOOKS / ROWS_PER_SECOND) * 1000 },
  });
  report({
    ...{ name: 'the same: first byte', unit: 'ms', value: first.median, best: first.best },
    limit: { of: 'value', atMost: FIRST_BYTE_MS },
  });
  report({
    ...{ name: 'the same as XLSX', unit: 'ms', value: xlsx.median, best: xlsx.best },
    limit: { of: 'value', atMost: (BOOKS / SHEET_ROWS_PER_SECOND) * 1000 },
  });
  await world.stop();
};
