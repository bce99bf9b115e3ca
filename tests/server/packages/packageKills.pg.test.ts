// Packages whose commands are killed in the middle: the next run completes, and nothing of the killed one is visible.

import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT_CODES } from 'src/server/backup/BackupRefusal.ts';
import { verifyBag } from 'src/server/packages/readBag.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { emptyInstallation, temporaryFolder, type Installation } from 'tests/server/backup/backupWorld.ts';
import { startCommand, type CommandResult } from 'tests/server/harness/runCommand.ts';

type Place = Pick<Installation, 'test' | 'dataDir'>;

/** Runs the command, and kills it when its output matches. */
const runUntil = async (
  { test, dataDir }: Place,
  args: readonly string[],
  moment: RegExp | undefined,
): Promise<CommandResult & { readonly signal: unknown }> => {
  const child = startCommand(test, dataDir, args);
  let [output, errors] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
    if (moment?.test(output) === true) child.kill('SIGKILL');
  });
  const [code, signal] = (await once(child, 'close')) as unknown[];
  return { code, signal, output, errors };
};

/** A killed process counts as running for half a minute. The command names it, and the operator runs it again. */
const whenFree = async (
  place: Place,
  args: readonly string[],
  moment?: RegExp,
): Promise<CommandResult & { readonly signal: unknown }> => {
  const waiting: readonly unknown[] = [EXIT_CODES.running, EXIT_CODES.inUse];
  let result = await runUntil(place, args, moment);
  while (waiting.includes(result.code)) {
    expect(result.errors).toMatch(
      /^(A backup of this site or another package is being written|A server uses this installation)[^\n]+\n$/,
    );
    result = await runUntil(place, args, moment);
  }
  return result;
};

/** Facts that differ between two packages with the same content. */
const DATED = ['package.json', 'ro-crate-metadata.json', 'ro-crate-preview.html'];

const sumsIn = async (bag: string): Promise<[string, string][]> =>
  [...(await verifyBag(bag))]
    .filter(([path]) => !DATED.includes(path))
    .sort(([one], [other]) => (one < other ? -1 : 1));

describe('[ARCH-01] packages whose command is killed', () => {
  let world: ProductWorld;
  let folder = '';
  let from: Place;
  let expected: [string, string][] = [];
  const installations: Installation[] = [];

  beforeAll(async () => {
    world = await openProductWorld();
    folder = await temporaryFolder();
    const marks = Array.from({ length: 600 }, (_, count) => `Kept ${count}`);
    const [entry = ''] = await world.add(marks.map((mark) => ({ type: 'ArchiveEntry', level: 'COMMUNITY', mark })));
    await world.attach(entry, { originalName: 'song.txt', bytes: Buffer.alloc(3_000_000, 'song') });
    const { connection, dataDir } = world;
    const installation = await emptyInstallation();
    installations.push(installation);
    from = { test: { ...installation.test, connection }, dataDir };
  }, 120_000);
  afterAll(async () => {
    await world.stop();
    for (const installation of installations) await installation.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('during an export leave no package, and the next run writes a complete one', { timeout: 180_000 }, async () => {
    const to = join(folder, 'site');
    const args = ['export-package', '--to', to, '--history'];
    for (const moment of [/\d+ \w/, /600 /]) {
      expect(await whenFree(from, args, moment)).toMatchObject({ signal: 'SIGKILL' });
      expect(await stat(to).catch(() => undefined)).toBeUndefined();
    }
    expect(await whenFree(from, args)).toMatchObject({ code: 0, errors: '' });
    expect(await readdir(folder)).toEqual(['site']);
    expected = await sumsIn(to);
    expect(expected.map(([path]) => path)).toContain('history/ArchiveEntry.jsonl');
  });

  it('during an import leave no record, and the next run imports all of them', { timeout: 240_000 }, async () => {
    const machine = await emptyInstallation();
    installations.push(machine);
    const args = ['import-package', '--from', join(folder, 'site')];
    for (const moment of [/600 records/, /are computed/]) {
      expect(await whenFree(machine, args, moment)).toMatchObject({ signal: 'SIGKILL' });
      await expect
        .poll(() => machine.test.database.query('select count(*)::int as count from item'), { timeout: 20_000 })
        .toEqual([{ count: 0 }]);
    }
    expect(await whenFree(machine, args)).toMatchObject({ code: 0, errors: '' });
    const again = join(folder, 'again');
    expect(await whenFree(machine, ['export-package', '--to', again, '--history'])).toMatchObject({ code: 0 });
    expect(await sumsIn(again)).toEqual(expected);
    expect(JSON.parse(await readFile(join(again, 'data/package.json'), 'utf8'))).toMatchObject({ files: 1 });
  });
});
