// `npm run drill:import`: checks, imports and undoes an archive sheet of 50,000 rows with faults on the built product while 20 people save
// through the socket; `-- 10000` names another number of rows. Prints how long each took, what the saves cost, and how far the memory of the
// server grew. Fails if a limit of time is missed, a save takes more than twice as long as without an import, or the memory keeps growing.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_SETTINGS } from 'src/server/siteSettings.ts';
import { archiveSheet, sheetSite, timedImports, type TimedImport } from 'tests/bench/archiveSheets.ts';
import { timesOf } from 'tests/bench/measure.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, removeStore } from 'tests/e2e/harness/Store.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const ROWS = Number(process.argv[2] ?? 50_000);
const WRITERS = 20;
/** Each person saves twice a second, much faster than people do. */
const THINKING_MS = 500;
const ALONE_MS = 20_000;
const SAMPLED_MS = 500;
const LIMITS = { checkMs: 60_000, runMs: 300_000, saves: 2, memoryMiB: 150 };
const UNLIMITED = { perSecond: 1e6, burst: 1e6 };
const KIBIBYTES_IN_MEBIBYTE = 1_024;

const store = await emptyStore(undefined);
const settings = join(store.folder, 'site.json');
const rates = { search: UNLIMITED, write: UNLIMITED, other: UNLIMITED, frames: UNLIMITED };
const sockets = { socketsPerUser: 1_000, socketsPerAddress: 1_000 };
await writeFile(settings, JSON.stringify({ limits: { ...DEFAULT_SETTINGS.limits, ...rates, ...sockets } }));
const server = await startServer(store, { SITE_CONFIG: settings });
const token = await tokenOf(server.url, 'staff');
const site = await sheetSite(server.url, token);

const memory: number[] = [];
const sampleMemory = async (): Promise<void> => {
  const status = await readFile(`/proc/${server.pid ?? 0}/status`, 'utf8').catch(() => '');
  const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KIBIBYTES_IN_MEBIBYTE;
  if (resident > 0) memory.push(resident);
};
const sampling = setInterval(() => void sampleMemory(), SAMPLED_MS);

let saves: number[] = [];
let isOver = false;
const people = await Promise.all(Array.from({ length: WRITERS }, () => TestSocket.as(server.url, token)));
const writing = people.map(async (socket, person) => {
  await pause((person * THINKING_MS) / WRITERS);
  while (!isOver) {
    const began = performance.now();
    const values = { title: `Saved by ${person}`, owner: site.owner, $access: 'PUBLIC' };
    const { erred } = await socket.ask('create/ArchiveEntry', values);
    if (erred === true) throw new Error('a save was refused');
    saves.push(performance.now() - began);
    socket.received.length = 0;
    await pause(THINKING_MS);
  }
});

await pause(ALONE_MS);
const alone = timesOf(saves).p95;
console.log(`saves without an import: p95 ${alone.toFixed(1)} ms of ${saves.length}`);

interface Measured extends TimedImport {
  readonly saves: number;
  /** Highest memory in the first and the second half, in MiB. */
  readonly halves: readonly [number, number];
}

const measured = async (name: string, work: () => Promise<TimedImport>): Promise<Measured> => {
  saves = [];
  memory.length = 0;
  const done = await work();
  const half = memory.length >> 1;
  const halves = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))] as const;
  const { p95 } = timesOf(saves);
  console.log(
    `${name}: ${(done.milliseconds / 1_000).toFixed(1)} s, ${Math.round((ROWS / done.milliseconds) * 1_000)} rows a second, ` +
      `${JSON.stringify(done.outcome['counts'])}; saves p95 ${p95.toFixed(1)} ms of ${saves.length}; ` +
      `memory at most ${halves.map((each) => Math.round(each)).join(' MiB, then ')} MiB`,
  );
  return { ...done, saves: p95, halves };
};

const imports = await timedImports(site, archiveSheet(ROWS, 'Drill'));
const check = await measured('check', imports.check);
const run = await measured('import', imports.run);
const undo = await measured('undo', () => imports.undo(run));
isOver = true;
await Promise.all(writing);
for (const socket of people) socket.close();
clearInterval(sampling);
await server.stop();
await removeStore(store, undefined);

const faults = [
  ...(check.milliseconds > LIMITS.checkMs ? ['the check took too long'] : []),
  ...(run.milliseconds > LIMITS.runMs ? ['the import took too long'] : []),
  ...[check, run, undo].flatMap((each) => [
    ...(each.saves > alone * LIMITS.saves ? [`saves took ${(each.saves / alone).toFixed(2)} times as long`] : []),
    ...(each.halves[1] > each.halves[0] + LIMITS.memoryMiB ? ['the memory of the server kept growing'] : []),
  ]),
];
console.log(faults.length === 0 ? 'good' : `not good: ${faults.join('; ')}`);
process.exit(faults.length === 0 ? 0 : 1);
