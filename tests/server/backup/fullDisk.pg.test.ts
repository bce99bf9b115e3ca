// Disks with too little space: refused before anything is written, and tidied when they become full in the middle.

import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT_CODES } from 'src/server/backup/BackupRefusal.ts';
import { pathById } from 'src/server/backup/copiedFiles.ts';
import { sha256 } from 'src/server/sha256.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { emptyInstallation, temporaryFolder, type Installation } from 'tests/server/backup/backupWorld.ts';
import { runCommand } from 'tests/server/harness/runCommand.ts';

/** Larger than any disk of a test, and a hole on the disk. */
const HUGE = 10 * 2 ** 40;
const MEGABYTE = 2 ** 20;
const CONTENT = randomBytes(3 * MEGABYTE);
const FULL = /^The disk of \S+ became full; free some space and start again\.\n$/;
const TOO_LITTLE = /^The disk of \S+ has too little space: about \d{14,} bytes are needed, and \d+ are free\.\n$/;

describe('[TRUST] [ARCH-01] a disk without enough space', () => {
  let world: ProductWorld;
  let machine: Installation;
  let folder = '';
  let stored = '';

  /** Runs the command. With `megabytes`, the system lets it write no larger file. */
  const run = (args: readonly string[], megabytes?: number) =>
    runCommand({ connection: world.connection, megabytes }, world.dataDir, args);
  const resize = async (size: number): Promise<void> => {
    const file = await open(stored, 'r+');
    await file.truncate(size);
    await file.close();
  };
  const setSize = (size: number) =>
    world.services.database.query(`update item set body = jsonb_set(body, '{size}', $1::jsonb) where body ? 'fileID'`, [
      String(size),
    ]);

  beforeAll(async () => {
    world = await openProductWorld();
    machine = await emptyInstallation();
    folder = await temporaryFolder();
    const [entry = ''] = await world.add([{ type: 'ArchiveEntry', level: 'COMMUNITY', mark: 'Song' }]);
    await world.attach(entry, { originalName: 'song.bin', bytes: CONTENT });
    stored = pathById(join(world.dataDir, 'files'), sha256(CONTENT).toString('hex'));
  }, 120_000);
  afterAll(async () => {
    await world.stop();
    await machine.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('becomes full during a package or a backup, and keeps nothing unfinished', { timeout: 120_000 }, async () => {
    const commands = [
      ['export-package', '--to', join(folder, 'package')],
      ['backup', '--to', join(folder, 'backups')],
    ];
    for (const args of commands)
      expect(await run(args, 2)).toMatchObject({ code: EXIT_CODES.noSpace, errors: expect.stringMatching(FULL) });
    const left = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(left.filter((each) => each.isFile()).map(({ name }) => name)).toEqual(['site.json']);
    expect(left.filter(({ name }) => name.endsWith('.partial'))).toEqual([]);
    for (const args of commands) expect(await run(args)).toMatchObject({ code: 0 });
  });

  it('becomes full during a restore, and the database stays empty', { timeout: 120_000 }, async () => {
    const from = join(folder, 'backups');
    const limited = { connection: machine.test.connection, megabytes: 2 };
    const refused = await runCommand(limited, machine.dataDir, ['restore', '--from', from]);
    expect(refused).toMatchObject({ code: EXIT_CODES.noSpace, errors: expect.stringMatching(FULL) });
    const restored = await runCommand(machine.test, machine.dataDir, ['restore', '--from', from]);
    expect(restored).toMatchObject({ code: 0, errors: '' });
  });

  it(
    'refuses a package, also in the browser, and a backup before anything is written',
    { timeout: 120_000 },
    async () => {
      await resize(HUGE);
      await setSize(HUGE);
      const before = await readdir(folder);
      expect(await run(['export-package', '--to', join(folder, 'other')])).toMatchObject({
        code: EXIT_CODES.noSpace,
        errors: expect.stringMatching(TOO_LITTLE),
      });
      expect(await run(['backup', '--to', join(folder, 'elsewhere')])).toMatchObject({
        code: EXIT_CODES.noSpace,
        errors: expect.stringMatching(TOO_LITTLE),
      });
      expect(await world.ask('administrator', 'act/makePackage/async', {})).toMatchObject({ refused: 'invalid' });
      expect(await readdir(join(folder, 'elsewhere', 'files'))).toEqual([]);
      expect((await readdir(folder)).filter((name) => !before.includes(name))).toEqual(['elsewhere']);
    },
  );
});
