// An administrator makes the package of a community in the browser, and the administrator of an empty installation fills it from that
// package in the browser, too. Both installations then have the same records and files of the community.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { Json } from 'src/model/item/Item.ts';
import { unpackZip } from 'src/server/packages/unpackZip.ts';
import { emailOf, samplePassword } from 'tests/e2e/harness/accounts.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { fetchDigest } from 'tests/e2e/harness/largeFile.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';
import { startServer, type RunningServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, environmentOf, removeStore, type Store } from 'tests/e2e/harness/Store.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const COMMUNITY = 'Tamber Inlet';
/** Types whose records belong to a community. */
const TYPES = ['ArchiveEntry', 'SpatialFeature', 'Belonging', 'ResearchActivity', 'CommunityMember'] as const;

const world = useSharedWorld();
let folder = '';
let store: Store;
let empty: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-package-'));
  store = await emptyStore(inject('databaseUrl'));
  const { DATABASE_URL: _given, ...inherited } = process.env;
  const env = { ...inherited, ...environmentOf(store), SAMPLE: 'off', ACCOUNT_PASSWORD: samplePassword };
  const account = ['add-account', '--email', emailOf('admin'), '--name', 'Operator', '--admin'];
  await promisify(execFile)(process.execPath, [main, ...account], { env });
  empty = await startServer(store, { SAMPLE: 'off' });
});
afterAll(async () => {
  await empty.stop();
  await removeStore(store, inject('databaseUrl'));
  await rm(folder, { recursive: true, force: true });
});

const idsOf = async (url: string, type: string, owner: string): Promise<readonly string[]> => {
  const { ids } = await askAs(url, 'admin', ['search/ids', { must: { _t: [type], owner: [owner] } }]);
  return (ids as readonly string[]).toSorted();
};

/** Returns the ids that records of the package name and that it lists as records of others, which it does not contain. */
const idsOutside = async (zip: string): Promise<ReadonlySet<string>> => {
  const bag = await unpackZip(zip, join(folder, 'unpacked'));
  const lines = (await readFile(join(bag, 'data/references.jsonl'), 'utf8')).split('\n').filter((line) => line !== '');
  return new Set(lines.map((line) => (JSON.parse(line) as { readonly id: string }).id));
};

/** Removes ids from a record, and lists that named nothing else. */
const withoutIds = (value: Json, left: ReadonlySet<string>): Json => {
  const isLeft = (each: Json): boolean =>
    Array.isArray(each) ? each.length > 0 && each.every(isLeft) : typeof each === 'string' && left.has(each);
  if (Array.isArray(value)) return value.filter((each) => !isLeft(each)).map((each) => withoutIds(each, left));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, each]) => !left.has(name) && !isLeft(each));
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutIds(each, left)]));
};

/**
 * Returns the record as an administrator reads it, without people, who may have another number in the other installation or stay behind, and
 * without counts of related records, some of which belong to others.
 */
const valuesOf = async (url: string, id: string): Promise<Json> => {
  const properties = registry.types[id.split('-', 1)[0] ?? '']?.properties ?? {};
  const values = Object.entries(await askAs(url, 'admin', [`read/${id}`, null]));
  const stored = values.filter(([name]) => properties[name]?.count === undefined);
  const people = JSON.stringify(stored).match(/User-\d+/g);
  return withoutIds(Object.fromEntries(stored), new Set(people));
};

const recordsOf = async (url: string, ids: readonly string[]): Promise<readonly Json[]> => {
  const records: Json[] = [];
  for (const id of ids) records.push(await valuesOf(url, id));
  return records;
};

/** Returns the SHA-256 of the bytes of each file of the community's archive, by the id of the file. */
const fileDigests = async (url: string, owner: string): Promise<Readonly<Record<string, string>>> => {
  const digests: Record<string, string> = {};
  for (const entry of await idsOf(url, 'ArchiveEntry', owner)) {
    const { attachments = [] } = await askAs(url, 'admin', [`read/${entry}`, null]);
    for (const id of attachments as readonly string[])
      digests[id] = await fetchDigest(`${url}/attachment/${id}`, await keptTokenOf(url, 'admin'));
  }
  expect(Object.keys(digests).length).toBeGreaterThan(0);
  return digests;
};

const makePackage = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Make a package', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(COMMUNITY);
  await page.getByRole('option', { name: COMMUNITY }).first().click();
  await dialog.getByRole('button', { name: 'Make a package', exact: true }).click();
  const result = page.locator('.kk-site-state').getByRole('link', { name: 'Download' });
  await result.waitFor({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), result.click()]);
  const zip = join(folder, 'community.zip');
  await download.saveAs(zip);
  return zip;
};

it('[ARCH-01] [ADM-01] the package of a community fills an empty installation, which has the same records and files', async () => {
  const zip = await makePackage((await world.open({ as: 'admin', at: '/admin.state' })).page);

  const { page } = await world.open({ as: 'admin', url: empty.url });
  await page.goto('/admin.state');
  await page.locator('.kk-geo-drop input[type=file]').setInputFiles(zip);
  await page.getByRole('button', { name: 'Import the package' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import the package' }).click();
  const report = page.getByRole('region', { name: 'Report' });
  await report
    .filter({ hasText: /The package is complete: \d+ parts\.[^]* records of ArchiveEntry[^]* files are imported\./ })
    .waitFor({ timeout: 120_000 });
  expect(await axe(page)).toEqual([]);

  const outside = await idsOutside(zip);
  const find = ['search/ids', { must: { _t: ['Organization'] } }] as const;
  const { ids: owners } = await askAs(empty.url, 'admin', [...find]);
  const [owner = '', ...others] = owners as readonly string[];
  expect(others).toEqual([]);
  expect(await valuesOf(empty.url, owner)).toMatchObject({ displayName: COMMUNITY });
  for (const type of TYPES) {
    const ids = await idsOf(empty.url, type, owner);
    expect([type, ids]).toEqual([type, await idsOf(world.url, type, owner)]);
    expect(ids.length).toBeGreaterThan(0);
    const [found, expected] = [await recordsOf(empty.url, ids), await recordsOf(world.url, ids)];
    expect(found).toEqual(expected.map((record) => withoutIds(record, outside)));
  }
  expect(await fileDigests(empty.url, owner)).toEqual(await fileDigests(world.url, owner));
}, 180_000);
