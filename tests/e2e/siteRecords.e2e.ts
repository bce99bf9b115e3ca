// The records of a site in the hands of its administrators: accounts found by facets, all records of one organization as a file, and a value
// of a list that records use.
import type { Locator } from 'playwright-core';
import { buffer } from 'node:stream/consumers';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { samplePassword } from 'tests/e2e/harness/accounts.ts';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const world = useWorld();

type Values = Readonly<Record<string, Json>>;

const targetOf = (id: string): Values => {
  const [_t = '', number] = id.split('-');
  return { _t, _i: Number(number) };
};

const idsOf = async (must: Values): Promise<readonly string[]> =>
  (await askAs(world.url, 'admin', ['search/ids', { must, max: 1_000 }]))['ids'] as readonly string[];

const userNamed = (name: string): Promise<string> => findItem(world.url, { _t: ['User'], text: [name] });

/** Finds an organization; others may have one of the words in their names. */
const organization = (name: string): Promise<string> => findItem(world.url, { _t: ['Organization'], text: [name] });

const PEOPLE = [
  'Corrin Ashdown',
  'Isaro Brightwater',
  'Mirel Riverton',
  'Sunniva Drake',
  'Tansy Holloway',
  'Wren Oakhanger',
] as const;

/** Makes an account of every kind: one that is invited, one that is blocked, one with a second factor, and one without a sign-in. */
beforeAll(async () => {
  const made = await askAs(world.url, 'admin', [
    'create/User',
    { name: 'Tansy Holloway', email: 'tansy@sample.test', memberships: [] },
  ]);
  await askAs(world.url, 'admin', ['act/invite', targetOf(String(made['$id']))]);
  const blocked = await userNamed('Sunniva');
  const { _u = 0 } = await askAs(world.url, 'admin', [`read/${blocked}`, null]);
  await askAs(world.url, 'admin', ['update', { $id: blocked, _u, blocked: true }]);
  const partner = targetOf(await userNamed('Mirel'));
  const { secret } = await askAs(world.url, 'partner', ['act/addTotp', { ...partner, current: samplePassword }]);
  const code = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate();
  await askAs(world.url, 'partner', ['act/confirmTotp', { ...partner, code }]);
}, 60_000);

const facetValue = (list: Locator, facet: string, value: string): Locator =>
  list
    .getByRole('region', { name: facet, exact: true })
    .locator('label', { has: list.page().getByText(value, { exact: true }) });

const rowNames = async (list: Locator): Promise<readonly string[]> =>
  (await list.locator('li[data-item] a[href*="/i-User-"]').allInnerTexts()).toSorted();

it('[ADM-01] [SRCH-08] facets narrow the list of users by organization, account, last sign-in, second factor and block', async () => {
  const { page } = await world.open({ as: 'admin', screen: 'wide' });
  // Jobs write the states of the accounts into the records.
  const kinds: readonly Values[] = [
    { account: ['INVITED'] },
    { account: ['BLOCKED'] },
    { account: ['ACTIVE'] },
    { secondFactor: [true] },
  ];
  const counted = (): Promise<readonly number[]> =>
    Promise.all(kinds.map(async (kind) => (await idsOf({ _t: ['User'], ...kind })).length));
  await expect.poll(counted, { timeout: 60_000, interval: 1_000 }).toEqual([1, 1, 3, 1]);
  const list = await openList(page, '/admin.users');
  await expect.poll(() => rowNames(list)).toEqual(PEOPLE);
  await screenshot(page, 'admin/users-1920-light');
  expect(await axe(page)).toEqual([]);
  const narrowings: readonly (readonly [facet: string, value: string, people: readonly string[]])[] = [
    ['Organization', 'Tamber Inlet', ['Isaro Brightwater', 'Wren Oakhanger']],
    ['Organization', 'Ostermay Shoals', ['Mirel Riverton']],
    ['Account', 'Invited', ['Tansy Holloway']],
    ['Account', 'Blocked', ['Sunniva Drake']],
    ['Account', 'Never signed in', ['Wren Oakhanger']],
    ['Account', 'Active', ['Corrin Ashdown', 'Isaro Brightwater', 'Mirel Riverton']],
    ['Last active', 'Today', ['Corrin Ashdown', 'Isaro Brightwater', 'Mirel Riverton']],
    ['Last active', 'None', ['Sunniva Drake', 'Tansy Holloway', 'Wren Oakhanger']],
    ['Second factor', 'Yes', ['Mirel Riverton']],
    ['Blocked', 'Yes', ['Sunniva Drake']],
  ];
  for (const [facet, value, people] of narrowings) {
    const label = facetValue(list, facet, value);
    await label.getByRole('checkbox').check();
    await expect.poll(async () => [facet, value, await rowNames(list)]).toEqual([facet, value, people]);
    expect(Number(await label.locator('.kk-facet-count').innerText())).toBe(people.length);
    await label.getByRole('checkbox').uncheck();
    await expect.poll(() => resultCount(list)).toBe(PEOPLE.length);
  }
});

interface Packed {
  readonly id: ItemId;
  readonly properties: Values;
}

it('[ARCH-01] [ADM-01] exports everything of one organization from its page, as a ZIP without records of another', async () => {
  const [own = '', other = ''] = await Promise.all(['Ostermay Shoals', 'Tamber Inlet'].map(organization));
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: `/i-${own}` });
  const item = columnAt(page, 1);
  await item.getByRole('button', { name: 'More options for this column' }).click();
  await page.getByRole('menuitem', { name: 'Export everything' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export everything of Ostermay Shoals' });
  await dialog.getByText(/has all records and files of Ostermay Shoals/).waitFor();
  await screenshot(page, 'admin/export-everything');
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make the package' }).click();
  const link = item.getByRole('link', { name: 'Download', exact: true });
  await link.waitFor({ timeout: 120_000 });
  await screenshot(page, 'admin/export-everything-done');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^package-\d{4}-\d\d-\d\d\.zip$/);
  const entries = readZip(await buffer(await download.createReadStream()));

  const packed = entries.flatMap(({ name, content }) => {
    const [, type] = /\/data\/records\/(\w+)\.jsonl$/.exec(name) ?? [];
    if (type === undefined) return [];
    const lines = content.toString().trim().split('\n');
    return lines.map((line) => ({ type, ...(JSON.parse(line) as Packed) }));
  });
  const idsIn = (type: string): readonly string[] =>
    packed.flatMap((each) => (each.type === type ? [each.id] : [])).toSorted();
  for (const type of ['ArchiveEntry', 'SpatialFeature']) {
    const owned = await idsOf({ _t: [type], owner: [own] });
    expect(owned.length).toBeGreaterThan(0);
    expect([type, idsIn(type)]).toEqual([type, owned.toSorted()]);
  }
  expect(idsIn('Organization')).toEqual([own]);
  expect(idsIn('User')).toEqual([await userNamed('Mirel')]);
  const owners = new Set(packed.flatMap(({ properties }) => properties['owner'] ?? []));
  expect([...owners].filter((owner) => owner !== 'system')).toEqual([own]);
  const foreign = new Set(await idsOf({ _t: ['ArchiveEntry'], owner: [other] }));
  expect(foreign.size).toBeGreaterThan(0);
  expect(packed.filter(({ id }) => foreign.has(id))).toEqual([]);
});

it('[LOV-01] asks before a value that records use is archived, with their number, and keeps it in those records', async () => {
  const owner = await organization('Tamber Inlet');
  // A retry uses other values.
  const number = Date.now() % 100_000;
  const [used, unused] = [`Wax roll ${number}`, `Wax sheet ${number}`];
  for (const name of [used, unused]) {
    const value = { key: name.toUpperCase().replaceAll(' ', '_'), list: 'ARC_TYPES', t: { en: name }, owner };
    await askAs(world.url, 'staff', ['create/LOVValue', value]);
  }
  const records: string[] = [];
  for (const title of ['Roll one', 'Roll two', 'Roll three']) {
    const entry = { title: `${title} ${number}`, owner, type: `WAX_ROLL_${number}` };
    records.push(String((await askAs(world.url, 'staff', ['create/ArchiveEntry', entry]))['$id']));
  }
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/list-lov' });
  const lists = columnAt(page, 1);
  await lists.getByRole('link', { name: 'Archive types' }).click();
  await lists.getByLabel('Values of').selectOption(owner);
  const row = (name: string): Locator =>
    lists.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await row(used)
    .getByRole('button', { name: new RegExp(`^in 3 records ?: ${used}$`) })
    .waitFor();

  const question = page.getByRole('alertdialog');
  const archive = row(used).getByRole('button', { name: `Archive ${used}` });
  await archive.click();
  await question.getByText('3 records have this value and keep it.', { exact: false }).waitFor();
  await screenshot(page, 'admin/value-archive');
  expect(await axe(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await archive.waitFor();
  expect(await row(used).getByText('Archived').count()).toBe(0);

  // A value that no record uses is archived without a question.
  await row(unused)
    .getByRole('button', { name: new RegExp(`^not used ?: ${unused}$`) })
    .waitFor();
  await row(unused)
    .getByRole('button', { name: `Archive ${unused}` })
    .click();
  await row(unused)
    .getByRole('button', { name: `Restore ${unused}` })
    .waitFor();
  expect(await question.count()).toBe(0);

  await archive.click();
  await question.getByRole('button', { name: 'Archive' }).click();
  await row(used)
    .getByRole('button', { name: `Restore ${used}` })
    .waitFor();

  // Records keep it; a new one is not offered it.
  const staff = await world.open({ as: 'staff', screen: 'wide', at: `/i-${records[0] ?? ''}` });
  await columnAt(staff.page, 1).getByRole('article').getByText(used, { exact: true }).first().waitFor();
  const list = await openList(staff.page, '/archive.catalogue');
  await list.getByRole('button', { name: 'New archive entry' }).click();
  const options = columnAt(staff.page, 2).getByLabel('Type', { exact: true }).locator('option');
  await expect.poll(() => options.allTextContents()).toContain('Letter');
  expect(await options.allTextContents()).not.toContain(used);
});

it('[SRCH-08] all records are found by owner, level, creator and creation, and by what the chosen kind supports', async () => {
  const { page } = await world.open({ as: 'admin' });
  const list = await openList(page, '/admin.all-items');
  const facet = (name: string): Locator => list.getByRole('region', { name, exact: true });
  for (const name of ['Kind', 'Who can see it', 'Owner', 'Created by', 'Created']) await facet(name).waitFor();
  expect(await facet('Kind').getByText('Read marks').count()).toBe(0);
  const all = await resultCount(list);
  await screenshot(page, 'site-all-records');
  await facet('Created by')
    .getByLabel(/^Isaro Brightwater/)
    .check();
  await expect.poll(() => resultCount(list)).toBeLessThan(all);
  await facet('Kind')
    .getByLabel(/^Archive entr/)
    .check();
  await facet('Category').or(facet('Type')).first().waitFor();
  await screenshot(page, 'site-all-records-kind');
  expect(await axe(page)).toEqual([]);
});

it('[CELL-02] a new record of an administrator begins with the owner of the one before', async () => {
  const { page } = await world.open({ as: 'admin', at: '/i-Source-0-1' });
  const form = columnAt(page, 1);
  const owner = form.getByRole('combobox', { name: /^Owner/ });
  await owner.fill('Ostermay');
  await form.getByRole('option', { name: /^Ostermay Shoals/ }).click();
  await form.getByLabel(/^Title/).fill('Ledger of the net loft');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/i-Source-[1-9]/);
  await page.goto('/i-Source-0-2');
  await expect.poll(() => owner.inputValue()).toBe('Ostermay Shoals');
  await screenshot(page, 'site-owner-proposed');
});
