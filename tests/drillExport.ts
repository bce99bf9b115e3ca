// `npm run drill:export`: 300,000 books as CSV over HTTP, to a reader that takes them as they come; another number may be named. Prints how
// long it took, and how far the memory of this process, which is server and reader in one, grew meanwhile.

import { openLibrary } from 'tests/bench/library.ts';
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
const started = performance.now();
const answer = await fetch(`${server.url}/api/export`, {
  ...{ method: 'POST', headers: { authorization: `Bearer ${token}` }, body },
});
let bytes = 0;
let ends = 0;
for await (const part of answer.body ?? []) {
  bytes += (part as Uint8Array).length;
  // Texts of the library hold no line ends.
  for (const byte of part as Uint8Array) if (byte === 0x0a) ends += 1;
}
const seconds = (performance.now() - started) / 1000;
clearInterval(watching);
// The world of the tests has some books of its own.
console.log(`${answer.status}: ${ends - 1} rows, ${mebibytes(bytes)} MiB in ${seconds.toFixed(1)} s`);
console.log(`${Math.round((ends - 1) / seconds)} rows a second`);
console.log(
  `memory in use ${mebibytes(before.heapUsed + before.external)} MiB before, at most ${mebibytes(most.heap)}; ` +
    `of the process ${mebibytes(before.rss)} before, at most ${mebibytes(most.all)}`,
);
process.exitCode = answer.status === 200 && ends - 1 >= BOOKS ? 0 : 1;
await world.stop();
process.exit();
