// A package as operators use it: everything of a site or an organization leaves in open formats and fills an empty installation.

import { createHash } from 'node:crypto';
import { appendFile, chmod, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.server.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { EXIT_CODES } from 'src/server/backup/BackupRefusal.ts';
import { bagInFolder, createBag } from 'src/server/packages/bag.ts';
import { verifyBag } from 'src/server/packages/readBag.ts';
import { exportPackage } from 'src/server/packages/exportPackage.ts';
import { STAYING_TYPES } from 'src/server/packages/packageFacts.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { emptyInstallation, temporaryFolder, type Installation } from 'tests/server/backup/backupWorld.ts';
import { runCommand } from 'tests/server/harness/runCommand.ts';

const PICTURE = Buffer.from('the words on the back of a photograph');
const ELSEWHERE = 'Record of the other organization';

const filesIn = async (folder: string): Promise<Map<string, string>> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const contents = files.map(async (path): Promise<[string, string]> => [
    path.slice(folder.length + 1),
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ]);
  return new Map((await Promise.all(contents)).sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** Files that contain the time of writing. */
const DATED = ['data/package.json', 'data/ro-crate-metadata.json', 'data/ro-crate-preview.html', 'bag-info.txt'];
const SUMS = ['manifest-sha256.txt', 'tagmanifest-sha256.txt'];

const contentOf = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries([...(await filesIn(folder))].filter(([path]) => ![...DATED, ...SUMS].includes(path)));

const tableRows = (file: Buffer): Readonly<Record<string, string>>[] => parse(file, { bom: true, columns: true });

const linesOf = async (folder: string, path: string): Promise<Record<string, unknown>[]> =>
  (await readFile(join(folder, 'data', path), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Several commands, each of which starts a process that compiles its sources. */
const COMMANDS_MS = 240_000;

describe('[ARCH-01] packages', () => {
  let world: ProductWorld;
  let folder = '';
  let site = '';
  const installations: Installation[] = [];

  const write = (to: string, owner?: ItemId) =>
    exportPackage({
      ...{ database: world.services.database, items: world.services.items, registry },
      ...{ files: join(world.dataDir, 'files'), to, owner, history: true, product: '0.1.0', messages },
      report: () => undefined,
    });

  const empty = async (): Promise<Installation> => {
    const installation = await emptyInstallation();
    installations.push(installation);
    return installation;
  };
  const run = ({ test, dataDir }: Installation, ...args: string[]) => runCommand(test, dataDir, args);

  beforeAll(async () => {
    world = await openProductWorld();
    folder = await temporaryFolder();
    site = join(folder, 'site');
    const types = Object.keys(registry.types).filter((type) => !STAYING_TYPES.has(type) && type !== 'Attachment');
    for (const type of types) await world.newItem({ type, level: 'COMMUNITY', mark: `Kept ${type}` });
    const [entry = ''] = await world.add([{ type: 'ArchiveEntry', level: 'PROTECTED', mark: 'Kept photograph' }]);
    await world.attach(entry, { originalName: 'back of the photograph.txt', bytes: PICTURE });
    await world.change(entry, { description: 'Written in the spring.\u2028Found in the attic.' });
    const [_t = '', _i] = entry.split('-');
    const grants = [{ to: `user:${world.idOf('stranger')}`, actions: ['read'] }];
    expect(await world.ask('administrator', 'act/applyGrants', { _t, _i: Number(_i), grants })).toHaveProperty('ok');
    await world.services.database.query(`insert into legacy_path (alias, item_id) values ('node/12', $1)`, [entry]);
    const other = await world.newItem({ type: 'Organization', level: 'PUBLIC', mark: 'Other' });
    await world.newItem({
      ...{ type: 'ArchiveEntry', level: 'PRIVATE', mark: ELSEWHERE },
      more: { owner: other, title: ELSEWHERE },
    });
    await write(site);
  }, 120_000);
  afterAll(async () => {
    await world.stop();
    for (const installation of installations) await installation.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('have a manifest with the checksum of each file, and a crate that describes each', async () => {
    const files = await filesIn(site);
    const manifest = await readFile(join(site, 'manifest-sha256.txt'), 'utf8');
    const payload = [...files].filter(([path]) => path.startsWith('data/'));
    expect(manifest.trim().split('\n').sort()).toEqual(payload.map(([path, sum]) => `${sum}  ${path}`).sort());
    const crate = JSON.parse(await readFile(join(site, 'data/ro-crate-metadata.json'), 'utf8')) as {
      '@graph': readonly { '@id': string; '@type': string; conformsTo?: { '@id': string }; sha256?: string }[];
    };
    const [descriptor, root] = crate['@graph'];
    expect(descriptor).toMatchObject({
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
      about: { '@id': './' },
    });
    expect(root).toMatchObject({
      '@id': './',
      '@type': 'Dataset',
      license: expect.anything(),
      name: expect.anything(),
    });
    const described = new Map(crate['@graph'].map((each) => [decodeURI(each['@id']), each.sha256]));
    const undescribed = ['data/ro-crate-metadata.json', 'data/ro-crate-preview.html'];
    for (const [path, sum] of payload.filter(([each]) => !undescribed.includes(each)))
      expect([path, described.get(path.slice('data/'.length))]).toEqual([path, sum]);
    expect([...files.keys()].some((path) => path.endsWith('/back of the photograph.txt'))).toBe(true);
  });

  it('contain no password or key', async () => {
    const words = ['password', 'argon2', 'passkey', 'token'];
    for (const path of (await filesIn(site)).keys()) {
      if (!path.startsWith('data/records') && !path.startsWith('data/grants')) continue;
      const text = await readFile(join(site, path), 'utf8');
      expect([path, words.filter((word) => text.includes(`"${word}`))]).toEqual([path, []]);
    }
  });

  it('fill an empty installation, which then has the same content to the byte', { timeout: COMMANDS_MS }, async () => {
    const machine = await empty();
    const imported = await run(machine, 'import-package', '--from', site);
    expect(imported).toMatchObject({ code: 0, errors: '' });
    expect(imported.output).toMatch(/\d+ records and 1 files are imported\./);
    const again = join(folder, 'again');
    expect(await run(machine, 'export-package', '--to', again, '--history')).toMatchObject({ code: 0 });
    expect(await contentOf(again)).toEqual(await contentOf(site));
    expect(await run(machine, 'doctor')).toMatchObject({ code: 0 });
    expect(await run(machine, 'import-package', '--from', site)).toEqual({
      code: EXIT_CODES.notEmpty,
      output: '',
      errors: 'This installation has records; import the package into an installation that has accounts only.\n',
    });
  });

  it(
    'keep accounts that exist, and give a new number to a person whose number is taken',
    { timeout: COMMANDS_MS },
    async () => {
      const machine = await empty();
      const people = await linesOf(site, 'records/User.jsonl');
      const [first, second] = people.map(({ id, properties }) => ({
        id: String(id),
        email: String((properties as Record<string, unknown>)['email']),
      }));
      await run(machine, 'add-account', '--email', 'operator@example.org', '--name', 'Operator');
      await run(machine, 'add-account', '--email', second?.email ?? '', '--name', 'Known');
      const { code, output } = await run(machine, 'import-package', '--from', site);
      expect(code).toBe(0);
      expect(output).toContain(`${second?.id} of the package has the email of User-2`);
      expect(output).toMatch(new RegExp(`${first?.id} of the package is User-\\d+ here`));
      const rows = await machine.test.database.query<{ email: string; count: number }>(
        `select l.body ->> 'email' as email, count(*)::int as count from item_level l where l.t = $1 group by 1`,
        [registry.types['User']?.number],
      );
      expect(rows.filter(({ email, count }) => email !== null && count > 1)).toEqual([]);
      expect(await run(machine, 'doctor')).toMatchObject({ code: 0 });
    },
  );

  it('of an organization contain what it owns, its members with their rights in it, and nothing of others', async () => {
    const own = join(folder, 'own');
    await write(own, world.own);
    const texts = await Promise.all([...(await filesIn(own)).keys()].map((path) => readFile(join(own, path), 'utf8')));
    expect(texts.filter((text) => text.includes(ELSEWHERE))).toEqual([]);
    expect((await linesOf(own, 'records/Organization.jsonl')).map(({ id }) => id)).toEqual([world.own]);
    expect((await linesOf(own, 'records/ArchiveEntry.jsonl')).length).toBeGreaterThan(1);
    const members = await linesOf(own, 'records/User.jsonl');
    const emails = JSON.stringify(members);
    expect(emails).toContain(world.idOf('member'));
    expect(members.map(({ id }) => id)).not.toContain(world.idOf('stranger'));
    expect(emails).not.toContain('"admin":true,"email"');
  });

  it(
    'of an organization fill an installation with accounts, which become neither authors nor readers of its records',
    { timeout: COMMANDS_MS },
    async () => {
      const own = join(folder, 'own-again');
      await write(own, world.own);
      const parts = [...(await filesIn(join(own, 'data'))).keys()].filter((path) => path.startsWith('history/'));
      expect(parts).toContain('history/ArchiveEntry.jsonl');
      expect(parts).not.toContain('history/User.jsonl');
      const stranger = world.idOf('stranger');
      expect(await linesOf(own, 'grants/ArchiveEntry.jsonl')).toMatchObject([{ to: `user:${stranger}` }]);
      const machine = await empty();
      for (let number = 1; number <= Number(stranger.split('-')[1]); number += 1)
        await run(machine, 'add-account', '--email', `operator${number}@example.org`, '--name', 'Operator');
      expect(await run(machine, 'import-package', '--from', own)).toMatchObject({ code: 0, errors: '' });
      const { code, output } = await run(machine, 'doctor');
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/^\d+ relations lead to records that were not part of the imported package\.$/m),
      ]);
      const again = join(folder, 'own-once-more');
      expect(await run(machine, 'export-package', '--to', again)).toMatchObject({ code: 0 });
      const labelsOf = async (from: string) =>
        new Set((await linesOf(from, 'references.jsonl')).map(({ label }) => label));
      expect(await labelsOf(again)).toEqual(await labelsOf(own));
      await machine.test.database.query('delete from outside_item');
      expect(await run(machine, 'doctor')).toMatchObject({ code: EXIT_CODES.faults });
      const [counts] = await machine.test.database.query(
        `select (select count(*)::int from item where $1 in (creator, updater) and t <> $2) as written,
          (select count(*)::int from item_grant g join principal p on p.id = g.principal where p.key = $3) as granted,
          (select count(*)::int from item_grant) as grants`,
        [stranger, registry.types['User']?.number, `user:${stranger}`],
      );
      expect(counts).toEqual({ written: 0, granted: 0, grants: 1 });
    },
  );

  it(
    'of an organization are written by the command, which refuses an owner that does not exist',
    { timeout: COMMANDS_MS },
    async () => {
      const own = join(folder, 'own-by-library');
      await write(own, world.own);
      const to = join(folder, 'own-by-command');
      const at = { connection: world.connection };
      const command = (...args: string[]) => runCommand(at, world.dataDir, ['export-package', '--to', to, ...args]);
      const unknown = 'Organization-999999';
      expect(await command('--history', '--owner', unknown)).toMatchObject({
        ...{ code: EXIT_CODES.unknownOwner, errors: expect.stringMatching(`^[^\\n]*${unknown}[^\\n]*\\n$`) },
      });
      expect(await command('--history', '--owner', world.own)).toMatchObject({
        ...{ code: 0, errors: '', output: expect.stringContaining(`${to} is complete: `) },
      });
      expect(await contentOf(to)).toEqual(await contentOf(own));
    },
  );

  it('have one line for each record, also where a text contains separators of lines', async () => {
    const text = await readFile(join(site, 'data/records/ArchiveEntry.jsonl'), 'utf8');
    expect(text).toContain(String.raw`spring.\u2028Found`);
    expect(text).not.toMatch(/[\u2028\u2029]/);
  });

  it('have a table of each type, with the names and ids of related records and a row for each record', async () => {
    const crate = await readFile(join(site, 'data/ro-crate-metadata.json'), 'utf8');
    const tables = (await readdir(join(site, 'data/tables'))).sort();
    const records = (await readdir(join(site, 'data/records'))).sort();
    expect(tables).toEqual(records.map((name) => name.replace('.jsonl', '.csv')));
    const rows = tableRows(await readFile(join(site, 'data/tables/ArchiveEntry.csv')));
    const lines = await linesOf(site, 'records/ArchiveEntry.jsonl');
    expect(rows.map((row) => row['$id'])).toEqual(lines.map(({ id }) => id));
    const row = rows.find((each) => each['Description']?.startsWith('Written') === true);
    expect(row).toMatchObject({
      Description: 'Written in the spring.\u2028Found in the attic.',
      'Created by (id)': expect.stringMatching(/^User-\d+$/),
    });
    expect(crate).toMatch(/"@id":"tables\/ArchiveEntry.csv"[^\n]*"encodingFormat":"text\/csv"/);
  });

  it('of an organization name no record of others in their tables', async () => {
    const own = join(folder, 'own-tables');
    await write(own, world.own);
    const rows = tableRows(await readFile(join(own, 'data/tables/User.csv')));
    expect(rows.length).toBe((await linesOf(own, 'records/User.jsonl')).length);
    const tables = await readdir(join(own, 'data/tables'));
    const texts = await Promise.all(tables.map((name) => readFile(join(own, 'data/tables', name), 'utf8')));
    expect(texts.filter((text) => text.includes(ELSEWHERE))).toEqual([]);
  });

  it('name files whose content is damaged on the disk', async () => {
    const sum = createHash('sha256').update(PICTURE).digest('hex');
    const paths = await filesIn(join(world.dataDir, 'files'));
    const [stored = ''] = [...paths].find(([, each]) => each === sum) ?? [];
    const path = join(world.dataDir, 'files', stored);
    await chmod(path, 0o600);
    await writeFile(path, 'damaged');
    const { missing } = await write(join(folder, 'damaged'));
    await writeFile(path, PICTURE);
    expect(missing).toHaveLength(1);
  });

  it('of a newer version are refused before anything is written', async () => {
    const newer = join(folder, 'newer');
    const bag = createBag(bagInFolder(newer));
    for (const path of [...(await filesIn(join(site, 'data'))).keys()]) {
      const content = await readFile(join(site, 'data', path));
      const text = path === 'package.json' ? content.toString().replace('"format": 1', '"format": 2') : undefined;
      await bag.add(path, [text === undefined ? content : Buffer.from(text)]);
    }
    await bag.finish({});
    const machine = await empty();
    expect(await run(machine, 'import-package', '--from', newer)).toMatchObject({
      code: EXIT_CODES.newer,
      errors: 'A newer version of the product wrote the package; use that version.\n',
    });
    expect((await filesIn(join(machine.dataDir, 'files'))).size).toBe(0);
  });

  const broken: readonly [
    name: string,
    reason: keyof typeof EXIT_CODES,
    sentence: RegExp,
    spoil: (path: string) => Promise<void>,
  ][] = [
    [
      'a changed record',
      'altered',
      /was changed after/,
      (path) => appendFile(join(path, 'data/records/User.jsonl'), ' '),
    ],
    ['a missing part', 'truncated', /is incomplete/, (path) => rm(join(path, 'data/records/User.jsonl'))],
    [
      'a record that is cut off',
      'truncated',
      /is incomplete/,
      (path) => truncate(join(path, 'data/records/User.jsonl'), 20),
    ],
    ['a missing declaration', 'truncated', /is no package/, (path) => rm(join(path, 'bagit.txt'))],
    ['a missing manifest', 'truncated', /is incomplete/, (path) => rm(join(path, 'manifest-sha256.txt'))],
    ['an added file', 'altered', /was added after/, (path) => writeFile(join(path, 'data/extra.txt'), 'x')],
  ];
  const spoiled = async (reason: string, spoil: (path: string) => Promise<void>): Promise<string> => {
    const copy = await mkdtemp(join(folder, `${reason}-`));
    await cp(site, copy, { recursive: true });
    await spoil(copy);
    return copy;
  };

  it.each(broken)('with %s are refused with a reason and one sentence', async (_, reason, sentence, spoil) => {
    const refusal = verifyBag(await spoiled(reason, spoil));
    await expect(refusal).rejects.toMatchObject({ reason, message: expect.stringMatching(sentence) });
  });

  it('are refused by the command with an exit code of their own', async () => {
    const copy = await spoiled('altered', (path) => writeFile(join(path, 'data/extra.txt'), 'x'));
    expect(await run(await empty(), 'import-package', '--from', copy)).toEqual({
      code: EXIT_CODES.altered,
      output: '',
      errors: 'data/extra.txt was added after the package was written.\n',
    });
  });
});
