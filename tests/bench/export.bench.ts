// 100,000 books as CSV over HTTP, for an administrator: with the columns of a table, and with every column. Compared with COPY of the same
// rows by PostgreSQL. The difference is the cost of the read filter, the labels of related items, the words of values, the audit of private
// values, and HTTP. The reader runs in its own process.

import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openLibrary } from 'tests/bench/library.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { readExport } from 'tests/bench/readExport.ts';
import { signIn } from 'tests/server/routes/openWorld.ts';

const BOOKS = 100_000;
const ROUNDS = 5;
/** Largest memory of the last two rounds, as a multiple of that of the second one. */
const MORE_MEMORY = 1.1;
const SAMPLED_EVERY_MS = 50;
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

/** Columns of the table of books, which the dialog exports unless a person chooses all. */
const SHOWN = ['title', 'state', 'shelf', 'genres', 'year', 'printed'];
const REQUESTS = {
  shown: { format: 'csv', columns: SHOWN },
  every: { format: 'csv' },
  xlsx: { format: 'xlsx', columns: SHOWN },
} as const;

type Wanted = keyof typeof REQUESTS;
type Measured = Wanted | 'first' | 'copy' | 'busy';

const exporter = ({ url }: { readonly url: string }, token: string, times: Record<Measured, number[]>) => {
  return async (wanted: Wanted): Promise<void> => {
    const body = JSON.stringify({ ...REQUESTS[wanted], query: { must: { _t: ['Book'] } } });
    const idle = performance.eventLoopUtilization();
    const { status, bytes, lines, first, taken } = await readExport({ url, token, body });
    const isWhole = status === 200 && bytes > MEGABYTE && (wanted === 'xlsx' || lines > BOOKS);
    if (!isWhole) throw new Error(`${status}, ${bytes} bytes, ${lines} lines`);
    times[wanted].push(taken);
    if (wanted !== 'shown') return;
    times.first.push(first);
    times.busy.push(performance.eventLoopUtilization(idle).active);
  };
};

const perSecond = (taken: number): number => Math.round((BOOKS / taken) * 1000);

const reportTimes = (times: Readonly<Record<Measured, readonly number[]>>): void => {
  const [shown, every, xlsx, first] = [times.shown, times.every, times.xlsx, times.first].map(timesOf);
  const [copy, busy] = [times.copy, times.busy].map(timesOf);
  if (!shown || !every || !xlsx || !first || !copy || !busy) return;
  console.log(
    `${BOOKS} rows as CSV ${milliseconds(shown.median)} ms (${perSecond(shown.median)} a second, at best ${perSecond(shown.best)}); ` +
      `the event loop was busy for ${milliseconds(busy.best)} ms; by COPY ${milliseconds(copy.median)} ms`,
  );
  const baseline = { name: 'COPY of the rows by PostgreSQL', value: copy.median, best: copy.best };
  const atMost = (BOOKS / ROWS_PER_SECOND) * 1000;
  report({
    ...{ name: `${BOOKS} rows exported as CSV with the columns of the table`, unit: 'ms', baseline },
    ...{ value: shown.median, best: shown.best, limit: { of: 'value', atMost } },
  });
  report({
    ...{ name: 'the same: first byte', unit: 'ms', value: first.median, best: first.best },
    limit: { of: 'value', atMost: FIRST_BYTE_MS },
  });
  report({ ...{ name: 'the same with every column', unit: 'ms', value: every.median, best: every.best, baseline } });
  report({
    ...{ name: 'the columns of the table as XLSX', unit: 'ms', value: xlsx.median, best: xlsx.best },
    limit: { of: 'value', atMost: (BOOKS / SHEET_ROWS_PER_SECOND) * 1000 },
  });
};

/** Returns the largest memory of the process while the work runs. */
const peakOf = async (work: Promise<void>): Promise<number> => {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLED_EVERY_MS);
  await work.finally(() => clearInterval(timer));
  return peak;
};

const reportPeaks = (peaks: readonly number[]): void => {
  const megabytes = peaks.map((each) => Math.round(each / MEGABYTE)).join(', ');
  console.log(`largest memory of the server in each round: ${megabytes} MB`);
  report({
    ...{
      name: 'largest memory of the process in the last rounds',
      unit: 'kB',
      value: Math.max(...peaks.slice(-2)) / 1024,
    },
    baseline: { name: 'in the second round', value: (peaks[1] ?? 0) / 1024 },
    limit: { of: 'ratio', atMost: MORE_MEMORY },
  });
};

export const run = async (): Promise<void> => {
  const { world, server } = await openLibrary(BOOKS);
  const token = await signIn(server.url, 'admin');
  const times: Record<Measured, number[]> = {
    ...{ shown: [], every: [], xlsx: [], first: [], copy: [], busy: [] },
  };
  const byExport = exporter(server, token, times);
  const peaks: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.copy.push(await byCopy(world.connection));
    peaks.push(await peakOf(byExport('shown')));
    if (round > 0) continue;
    await byExport('every');
    await byExport('xlsx');
  }
  reportPeaks(peaks);
  reportTimes(times);
  await world.stop();
};
