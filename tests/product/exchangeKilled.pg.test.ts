// The server killed (kill -9) while it undoes an import, adds a transcript or writes a backup: the next process completes the work, once.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { findBackup } from 'src/server/backup/backupFolder.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { productProcesses, type ProductProcess } from 'tests/product/productProcess.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { eafText } from 'tests/server/transcripts/eafText.ts';

const KEEPER = 'capability holder';
const ROWS = 1_500;
const KILL_AFTER_MS = 900;
const WITHIN = 120_000;
/** Jobs of a killed process are free again after this time, and the next process is slow on a busy machine. */
const DONE_WITHIN = { timeout: 60_000, interval: 200 };

let world: ProductWorld;
let backups: string;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);
const processes = productProcesses(
  () => world,
  () => ({ BACKUP_DIR: backups }),
);

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'keeper-killed-'));
  world = await openProductWorld();
});
afterAll(async () => {
  processes.stop();
  await world.stop();
  await rm(backups, { recursive: true, force: true });
});

/** Kills the server while it works, and starts another. */
const killWorking = async (server: ProductProcess): Promise<ProductProcess> => {
  await pause(KILL_AFTER_MS);
  await server.kill();
  return await processes.start();
};

const countOf = async (must: Readonly<Record<string, readonly string[]>>): Promise<unknown> =>
  okOf(await world.ask(KEEPER, 'search/ids', { must, max: 1 }))['total'];

const taskState = async (key: string): Promise<unknown> => (await imports.taskOf(KEEPER, key))['state'];

it(
  '[ARCH-02] an undo of a killed server takes each record back once, and keeps none',
  async () => {
    const rows = Array.from({ length: ROWS }, (_, at) => `Sheet ${at},K-${at}`);
    const content = ['Title,Call number', ...rows].join('\n');
    const made = await imports.import(KEEPER, { content }, { kind: 'ARC_CSV', owner: world.own });
    const via = String(made.outcome.import);
    expect(await countOf({ _t: ['ArchiveEntry'], addedVia: [via] })).toBe(ROWS);
    const taskKey = await imports.start(KEEPER, 'undoImport', targetOf(via));
    const last = await killWorking(await processes.start());
    await expect.poll(async () => (await read(KEEPER, via))['state'], DONE_WITHIN).toBe('UNDONE');
    expect((await imports.outcomeOf(KEEPER, taskKey)).kept).toEqual([]);
    expect(await countOf({ _t: ['ArchiveEntry'], addedVia: [via] })).toBe(0);
    await last.kill();
  },
  WITHIN,
);

it(
  '[RES-01] a transcript of a killed server becomes each passage once, with its file',
  async () => {
    const body: Body = { title: 'Long talk', owner: world.own };
    const interview: ItemId = String(okOf(await world.ask(KEEPER, 'create/ResearchActivity', body))['$id']);
    const annotations = Array.from({ length: ROWS }, (_, at): [number, number, string] => [
      at * 1_000,
      at * 1_000 + 900,
      `Word ${at}`,
    ]);
    const upload = await imports.upload(KEEPER, { name: 'talk.eaf', content: eafText([{ name: 'A', annotations }]) });
    const key = await imports.start(KEEPER, 'importTranscript', { ...targetOf(interview), upload });
    const last = await killWorking(await processes.start());
    await expect.poll(() => taskState(key), DONE_WITHIN).toBe('DONE');
    expect(await countOf({ _t: ['ResearchPassage'], activity: [interview] })).toBe(ROWS);
    expect((await read(KEEPER, interview))['attachments']).toHaveLength(1);
    await last.kill();
  },
  WITHIN,
);

it(
  '[TRUST] a backup of a killed server is complete or absent, and the next one is complete',
  async () => {
    const first = await processes.start();
    const ask = async ({ url }: ProductProcess, o: string, b: Body): Promise<Body> => {
      const headers = { authorization: `Bearer ${world.tokenOf('administrator')}` };
      const answer = await fetch(`${url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) });
      return ((await answer.json()) as { readonly b: Body }).b;
    };
    const schedule = { folder: backups, time: null, daily: 7, weekly: 4, monthly: 12, maxAge: 48 };
    await ask(first, 'act/saveBackupSchedule', schedule);
    const key = String((await ask(first, 'act/backUpNow/async', {}))['key']);
    const last = await killWorking(first);
    const stateNow = async (): Promise<unknown> => (await imports.taskOf('administrator', key))['state'];
    await expect.poll(stateNow, DONE_WITHIN).toBe('DONE');
    expect((await readdir(backups)).filter((name) => name.endsWith('.partial'))).toEqual([]);
    const { manifest } = await findBackup(backups);
    expect(manifest.files.missing).toEqual([]);
    await last.kill();
  },
  WITHIN,
);
