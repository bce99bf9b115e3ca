// `npm run drill:backup`: backs up 100,000 items and 5 GB of files while 20 people write through the socket, and restores the backup into an
// empty installation; `-- 20000 500` names another number of items and megabytes. Both are killed half way and run again. Prints how long
// each took and what the writes cost, and fails if a write takes more than twice as long as without a backup, or a row
// or the bytes of a file differ.

import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDatabase } from 'src/server/store/database.ts';
import { startEmbedded } from 'src/server/store/embedded/startEmbedded.ts';
import { openLibrary } from 'tests/bench/library.ts';
import { attachContent, fileChecksums, rowChecksums } from 'tests/server/backup/backupWorld.ts';
import type { BackupOrder } from 'tests/server/backup/backupProcess.ts';
import { signIn } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const ITEMS = Number(process.argv[2] ?? 100_000);
const MEGABYTES = Number(process.argv[3] ?? 5_000);
const WRITERS = 20;
/** Each person saves twice a second, much faster than people do. */
const THINKING_MS = 500;
const MEASURED_MS = 20_000;
const LIMIT = 2;
const MEGABYTE = 1_000_000;

const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`;
const percentile95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;

const folder = await mkdtemp(join(tmpdir(), 'keeper-drill-'));
const backups = join(folder, 'backups');
const { world, server } = await openLibrary(ITEMS);
const files = join(world.dataDir, 'files');
for (let count = 0; count < MEGABYTES; count += 1) await attachContent(world, randomBytes(MEGABYTE));
console.log(`${ITEMS} items and ${MEGABYTES} MB of files are there`);

/** Starts the process. Resolves when it ended or was killed at a message. */
const run = async (
  order: Pick<BackupOrder, 'work' | 'connection' | 'files'>,
  killAt?: (message: object) => boolean,
): Promise<{ readonly messages: readonly object[]; readonly isKilled: boolean }> => {
  const entry = fileURLToPath(new URL('server/backup/backupProcess.ts', import.meta.url));
  const child: ChildProcess = fork(entry, [JSON.stringify({ ...order, folder: backups })], {
    execArgv: ['--import', 'tsx'],
  });
  // The command lowers its priority in the same way. It begins at once, because the tests compile the program when it starts.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const messages: object[] = [];
  child.on('message', (message: object) => {
    messages.push(message);
    if (killAt?.(message) === true) child.kill('SIGKILL');
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0 && signal === null) throw new Error(`the process ended with ${code}`);
  return { messages, isKilled: signal !== null };
};

const token = await signIn(server.url, 'admin');
const sockets = await Promise.all(Array.from({ length: WRITERS }, () => TestSocket.as(server.url, token)));
let times: number[] = [];
let isOver = false;
const writing = sockets.map(async (socket, writer) => {
  await pause((writer * THINKING_MS) / WRITERS);
  while (!isOver) {
    const began = performance.now();
    const { erred } = await socket.ask('create/Book', { title: `Drill ${writer}`, shelf: world.ids['shelf'] ?? '' });
    if (erred === true) throw new Error('a write was refused');
    times.push(performance.now() - began);
    socket.received.length = 0;
    await pause(THINKING_MS);
  }
});

await pause(MEASURED_MS);
const before = percentile95(times);
console.log(`writes without a backup: p95 ${before.toFixed(1)} ms of ${times.length}`);

const site = { connection: world.connection, files };
const killed = await run(
  { work: 'backup', ...site },
  (message) =>
    'done' in message && 'part' in message && message.part === 'files' && Number(message.done) > MEGABYTES / 2,
);
times = [];
let began = performance.now();
const written = await run({ work: 'backup', ...site });
const during = percentile95(times);
console.log(`backup after a kill (${killed.isKilled}): ${seconds(began)}, ${JSON.stringify(written.messages.at(-1))}`);
times = [];
began = performance.now();
await rm(backups, { recursive: true });
await run({ work: 'backup', ...site });
const whole = percentile95(times);
console.log(
  `whole backup: ${seconds(began)}; writes: p95 ${whole.toFixed(1)} ms of ${times.length}, resumed ${during.toFixed(1)} ms`,
);
isOver = true;
await Promise.all(writing);
for (const socket of sockets) socket.close();

began = performance.now();
const { messages } = await run({ work: 'backup', ...site });
console.log(`next backup: ${seconds(began)}, ${JSON.stringify(messages.at(-1))}`);
const expected = await rowChecksums(world.services.database);
const storedFiles = await fileChecksums(files);

// Directly in the folder for temporary files, where the user that runs PostgreSQL under root can reach it.
const dataDir = await mkdtemp(join(tmpdir(), 'keeper-drilled-'));
const embedded = await startEmbedded({ dataDir });
const connection = { host: embedded.host, user: embedded.user, database: embedded.database };
const target = { connection, files: join(dataDir, 'files') };
const cut = await run(
  { work: 'restore', ...target },
  (message) => 'line' in message && /^item_\d+: /.test(String(message.line)),
);
began = performance.now();
await run({ work: 'restore', ...target });
const restoreTime = seconds(began);
const database = createDatabase({ connection, poolSize: 4, statementTimeout: 120_000, log: console.error });
const found = await rowChecksums(database);
const different = Object.keys(expected).filter((name) => expected[name] !== found[name]);
const restoredFiles = await fileChecksums(target.files);
const differentFiles = Object.keys({ ...storedFiles, ...restoredFiles }).filter(
  (name) => storedFiles[name] !== restoredFiles[name],
);
console.log(
  `restore after a kill (${cut.isKilled}): ${restoreTime}; tables that differ: ${different.join(', ') || 'none'}; files that differ: ${differentFiles.length} of ${Object.keys(storedFiles).length}`,
);
await database.end();
await embedded.stop();
await world.stop();
for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true });
const isEqual = different.length === 0 && differentFiles.length === 0;
const isGood = killed.isKilled && cut.isKilled && isEqual && whole <= before * LIMIT;
console.log(isGood ? 'good' : `not good: writes took ${(whole / before).toFixed(2)} times as long`);
process.exit(isGood ? 0 : 1);
