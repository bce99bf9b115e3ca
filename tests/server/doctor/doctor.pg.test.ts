// The command `doctor` next to a running server, on a world in which rows and files were damaged behind the server's back.

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { pathById } from 'src/server/backup/copiedFiles.ts';
import { runDoctor } from 'src/server/cli/doctorCommand.ts';
import { attachContent, backUp, temporaryFolder } from 'tests/server/backup/backupWorld.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let backups: string;
const printed: string[] = [];

beforeAll(async () => {
  world = await openWorld();
  backups = await temporaryFolder();
});
afterAll(async () => {
  await world.stop();
  await rm(backups, { recursive: true, force: true });
});

const doctor = async (...args: string[]): Promise<{ readonly answer: string; readonly exitCode: number }> => {
  printed.length = 0;
  const print = (line: string): void => void printed.push(line);
  try {
    const answer = await runDoctor(world.services, args, { validators: toyDomain.validators, print });
    return { answer, exitCode: 0 };
  } catch (error) {
    const { message, exitCode } = error as Error & { readonly exitCode: number };
    return { answer: message, exitCode };
  }
};

const numberOf = (name: string): number => Number(world.ids[name]?.split('-')[1]);
/** Changes the row of a book without the server. */
const damage = (name: string, set: string): Promise<unknown> =>
  world.services.database.query(
    `update item set ${set} where t = (select t from item_type where name = 'Book') and i = $1`,
    [numberOf(name)],
  );
const ask = async (who: string, o: string, b: Json = null): Promise<Json> => {
  const headers = { authorization: `Bearer ${await signIn(world.url, who)}` };
  const answer = await fetch(`${world.url}/api/item`, { method: 'POST', body: JSON.stringify({ o, b }), headers });
  return ((await answer.json()) as { readonly b: Json }).b;
};

it('[TRUST] finds nothing on a site that nothing has damaged', async () => {
  await attachContent(world);
  expect(await doctor()).toEqual({ answer: 'Nothing is wrong.', exitCode: 0 });
  expect(printed.at(-1)).toMatch(/^\d+ records and 1 files were checked; 0 files are not in use/);
});

it('[TRUST] readers and search terms that do not follow from the rules are named, and computed again with --repair', async () => {
  await damage('PRIVATE', `acl = (select acl from item p where p.t = item.t and p.i = ${numberOf('PUBLIC')})`);
  await damage('COMMUNITY', `terms = '{}', tsv = ''`);
  expect(await ask('stranger', `read/${world.ids['PRIVATE']}`)).toMatchObject({ title: 'Canary PRIVATE' });

  const found = await doctor();
  expect(found).toMatchObject({ exitCode: 40, answer: expect.stringMatching(/^2 faults: .*--repair/) });
  expect(printed).toContain(`${world.ids['PRIVATE']} is readable by other people than its rules say`);
  expect(printed).toContain(`${world.ids['COMMUNITY']} is found, sorted or named by other values than it has`);

  expect(await doctor('--repair')).toEqual({ answer: 'Nothing is wrong.', exitCode: 0 });
  expect(printed).toContain(`${world.ids['PRIVATE']} is readable by other people than its rules say; repaired`);
  expect(await doctor()).toMatchObject({ exitCode: 0 });
  expect(await ask('stranger', `read/${world.ids['PRIVATE']}`)).toMatchObject({ userMessage: 'notFound' });
});

it('[TRUST] values that do not fit and relations to nothing are named, and stay as they are with --repair', async () => {
  await damage('PROTECTED', `body = body || '{"title": 5}'`);
  await damage('PUBLIC', `body = body || '{"shelf": "Shelf-999"}'`);
  expect(await doctor('--repair')).toMatchObject({ exitCode: 40 });
  expect(printed).toContainEqual(
    expect.stringMatching(`^${world.ids['PROTECTED']} does not fit its declaration: /title `),
  );
  expect(printed).toContain(`${world.ids['PUBLIC']} names Shelf-999 at shelf, which does not exist`);
  const [row] = await world.services.database.query(
    `select body -> 'title' as title from item where t = (select t from item_type where name = 'Book') and i = $1`,
    [numberOf('PROTECTED')],
  );
  expect(row).toEqual({ title: 5 });
  await damage('PROTECTED', `body = body || '{"title": "Canary PROTECTED"}'`);
  await damage('PUBLIC', `body = body || '{"shelf": "${world.ids['shelf']}"}'`);
  await doctor('--repair');
});

it('[TRUST] missing and damaged files are named, and taken from a backup with --repair', async () => {
  const [missing, altered] = [await attachContent(world), await attachContent(world)];
  await backUp(world, backups);
  const pathOf = (fileID: string): string => pathById(join(world.dataDir, 'files'), fileID);
  await rm(pathOf(missing));
  await writeFile(pathOf(altered), 'other bytes');
  expect(await doctor()).toMatchObject({ exitCode: 40 });
  expect(printed).toContain(`${missing} is named by a record, and missing`);
  expect(printed).toContain(`${altered} has other bytes than it was stored with`);
  expect(await doctor('--repair', '--from', backups)).toEqual({ answer: 'Nothing is wrong.', exitCode: 0 });
  expect(await doctor()).toMatchObject({ exitCode: 0 });
});
