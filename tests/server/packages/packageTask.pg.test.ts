// A package as administrators make it in the browser: a task with rights of its own, whose zip fills an empty installation.

import { createHash } from 'node:crypto';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { EXIT_CODES } from 'src/server/backup/BackupRefusal.ts';
import { verifyBag } from 'src/server/packages/readBag.ts';
import { unpackZip } from 'src/server/packages/unpackZip.ts';
import { okOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';
import { emptyInstallation, temporaryFolder, type Installation } from 'tests/server/backup/backupWorld.ts';
import { runCommand } from 'tests/server/harness/runCommand.ts';

const ADMINISTRATOR = 'administrator';
const OTHERS = ['stranger', 'member', 'private reader', 'owner administrator', 'capability holder'];
const WORDS = Buffer.from('words of a tape that nobody has heard');

let world: ProductWorld;
let machine: Installation;
let folder = '';
let entry = '';

beforeAll(async () => {
  world = await openProductWorld();
  machine = await emptyInstallation();
  folder = await temporaryFolder();
  [entry = ''] = await world.add([{ type: 'ArchiveEntry', level: 'PRIVATE', mark: 'Tape in a drawer' }]);
  await world.attach(entry, { originalName: 'tape 1 – A.txt', bytes: WORDS });
}, 120_000);
afterAll(async () => {
  await world.stop();
  await machine.remove();
  await rm(folder, { recursive: true, force: true });
});

const start = (actor: string, input: Json = {}) => world.ask(actor, 'act/makePackage/async', input);

/** Makes a package and returns the address of its zip. */
const make = async (input: Json): Promise<string> => {
  const { key } = okOf(await start(ADMINISTRATOR, input));
  await world.runJobs();
  return `/task-result/${String(key)}`;
};

const download = async (address: string, name: string): Promise<string> => {
  const answer = await world.get(ADMINISTRATOR, address);
  expect(answer.status).toBe(200);
  const path = join(folder, name);
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  return path;
};

it('[ARCH-01] [ADM-01] packages are made by administrators of the site only, for an organization that exists', async () => {
  expect(await start('visitor')).toMatchObject({ refused: 'notSignedIn' });
  for (const actor of OTHERS)
    expect([actor, await start(actor)]).toEqual([actor, expect.objectContaining({ refused: 'notAllowed' })]);
  for (const owner of ['Organization-999999', world.idOf('member'), 'nothing'])
    expect(await start(ADMINISTRATOR, { owner })).toMatchObject({ refused: 'invalid' });
});

it('[ARCH-01] the zip is a whole package, only its maker downloads it, and it fills an empty installation', async () => {
  const address = await make({ history: true });
  for (const actor of ['visitor', ...OTHERS])
    expect((await world.get(actor, address)).status).toBeGreaterThanOrEqual(400);
  const zip = await download(address, 'site.zip');
  const bag = await unpackZip(zip, join(folder, 'site'));
  const parts = await verifyBag(bag);
  expect(parts.has('history/ArchiveEntry.jsonl')).toBe(true);
  const sum = createHash('sha256').update(WORDS).digest('hex');
  expect([...parts].filter(([, each]) => each === sum)).toEqual([[expect.stringMatching(/\/tape 1 – A\.txt$/), sum]]);
  const imported = await runCommand(machine.test, machine.dataDir, ['import-package', '--from', zip]);
  expect(imported).toMatchObject({ code: 0, errors: '' });
  expect(await runCommand(machine.test, machine.dataDir, ['doctor'])).toMatchObject({ code: 0 });
  expect(await readdir(join(machine.dataDir, 'files/scratch'))).toEqual([]);
}, 120_000);

it('[ARCH-01] [TRUST] the audit says that records left in a package, and one person keeps two of them at most', async () => {
  const copies = await world.services.audit.copies(world.services.database, [entry], 10);
  expect(copies).toMatchObject([{ by: world.idOf(ADMINISTRATOR), count: 1 }]);
  const zip = await download(await make({ owner: world.own }), 'own.zip');
  const bag = await unpackZip(zip, join(folder, 'own'));
  expect(await readFile(join(bag, 'data/records/ArchiveEntry.jsonl'), 'utf8')).toContain(`"id":"${entry}"`);
  expect(await start(ADMINISTRATOR)).toMatchObject({ refused: 'tooManyKept' });
});

it('[ARCH-01] a zip that is cut off, or is none, is refused with one sentence', async () => {
  const cut = join(folder, 'own.zip');
  await truncate(cut, 2_000);
  const text = join(folder, 'text.zip');
  await writeFile(text, 'no zip');
  for (const path of [cut, text]) {
    const { code, errors } = await runCommand(machine.test, machine.dataDir, ['import-package', '--from', path]);
    // The installation has records by now; the zip is looked at first.
    expect(code).toBe(EXIT_CODES.truncated);
    expect(errors).toMatch(/^.*\.zip is no zip or is damaged: [^\n]+\n$/);
  }
}, 60_000);

describe('[ARCH-01] [ADM-01] an installation that serves people and has accounts only', () => {
  let empty: ProductWorld;
  const fill = async (actor: string, content: Uint8Array<ArrayBuffer>): Promise<Answer> => {
    const upload = (await uploadTo(empty, { actor, name: 'package.zip', content })).slice('upload:'.length);
    return await empty.ask(actor, 'act/importPackage/async', { upload });
  };
  beforeAll(async () => {
    empty = await openProductWorld();
    for (const table of ['item', 'item_level', 'item_history', 'item_geometry'])
      await empty.services.database.query(
        `delete from ${table} where t <> (select t from item_type where name = 'User')`,
      );
  });
  afterAll(() => empty.stop());

  it('is filled from an uploaded package by administrators only, and works on with its records', async () => {
    const zip = new Uint8Array(await readFile(join(folder, 'site.zip')));
    for (const actor of OTHERS) expect(await fill(actor, zip)).toMatchObject({ refused: 'notAllowed' });
    const { key } = okOf(await fill(ADMINISTRATOR, zip));
    await empty.runJobs();
    const report = await (await empty.get(ADMINISTRATOR, `/task-result/${String(key)}`)).text();
    expect(report).toMatch(
      /The package is complete: \d+ parts\.[^]*1 records of ArchiveEntry[^]*files are imported\./u,
    );
    const found = { must: { _t: ['ArchiveEntry'] } };
    await expect.poll(async () => okOf(await empty.ask(ADMINISTRATOR, 'search/ids', found))['ids']).toEqual([entry]);
    const created = okOf(
      await empty.ask(ADMINISTRATOR, 'create/ArchiveEntry', { title: 'The next one', owner: world.own }),
    );
    expect(Number(String(created['$id']).split('-')[1])).toBeGreaterThan(Number(entry.split('-')[1]));
    const trail = `select 1 from read_audit where through = 'importPackage' and subject = $1`;
    expect(await empty.services.database.query(trail, [empty.idOf(ADMINISTRATOR)])).toHaveLength(2);
  }, 120_000);

  it('takes no second package, and no file that is none', async () => {
    const notEmpty = { refused: 'invalid', params: { errors: [{ message: 'siteState.fill.notEmpty' }] } };
    expect(await fill(ADMINISTRATOR, new Uint8Array(Buffer.from('no zip')))).toMatchObject(notEmpty);
  });
});
