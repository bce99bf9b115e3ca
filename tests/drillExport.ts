// `npm run drill:export`: 300,000 books as CSV over HTTP, to a reader in its own process; another number may be named. Prints how long it
// took, what it cost, and how far the memory of the server grew meanwhile.

import { performance } from 'node:perf_hooks';
import { openLibrary } from 'tests/bench/library.ts';
import { readExport } from 'tests/bench/readExport.ts';
import { signIn } from 'tests/server/routes/openWorld.ts';

const BOOKS = Number(process.argv[2] ?? 300_000);
const MEBIBYTE = 1_048_576;
const SAMPLED_MS = 250;

const mebibytes = (bytes: number): number => Math.round(bytes / MEBIBYTE);

const { world, server } = await openLibrary(BOOKS);
const token = await signIn(server.url, 'admin');
const body = JSON.stringify({ format: 'csv', query: { must: { _t: ['Book'] } } });
globalThis.gc?.();
const before = process.memoryUsage();
const most = { heap: 0, all: 0 };
const watching = setInterval(() => {
  const { heapUsed, external, rss } = process.memoryUsage();
  most.heap = Math.max(most.heap, heapUsed + external);
  most.all = Math.max(most.all, rss);
}, SAMPLED_MS);
const idle = performance.eventLoopUtilization();
const { status, bytes, lines, first, taken } = await readExport({ url: server.url, token, body });
const busy = performance.eventLoopUtilization(idle);
clearInterval(watching);
// The world of the tests has some books of its own.
const rows = lines - 1;
console.log(
  `${status}: ${rows} rows, ${mebibytes(bytes)} MiB in ${(taken / 1000).toFixed(1)} s, first byte ${Math.round(first)} ms`,
);
console.log(
  `${Math.round((rows / taken) * 1000)} rows a second; the event loop was busy for ${(busy.active / 1000).toFixed(1)} s of it`,
);
console.log(
  `memory in use ${mebibytes(before.heapUsed + before.external)} MiB before, at most ${mebibytes(most.heap)}; ` +
    `of the process ${mebibytes(before.rss)} before, at most ${mebibytes(most.all)}`,
);
process.exitCode = status === 200 && rows >= BOOKS ? 0 : 1;
await world.stop();
process.exit();
