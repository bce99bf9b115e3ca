// The page of a template: the records that follow it, each with its version, updated live; and the differences between two versions.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Number in the sample community. */
const OWNER = 'Organization-1';
const TYPE = 'GeoKeeperFieldwork';

type Body = Readonly<Record<string, Json>>;

const ask = (o: string, b: Json): Promise<Body> => askAs(world.url, 'admin', [o, b]);
const targetOf = (id: string): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
const step = (key: string, label: string, more: Body = {}): Body => ({
  ...{ key, kind: 'WKF_CONFIRM', label, group: 1 },
  ...more,
});
const newRecord = async (label: string, workflow: string): Promise<string> => {
  const id = String((await ask(`create/${TYPE}`, { label, ownedBy: OWNER }))['$id']);
  await ask('act/setWorkflow', { ...targetOf(id), workflow });
  return id;
};
const leaveOut = (id: string, key: string): Promise<Body> =>
  ask('act/setStepState', { ...targetOf(id), step: key, state: 'SKIP' });
const save = async (workflow: string, steps: Json): Promise<void> => {
  const { _u = 0 } = await ask(`read/${workflow}`, null);
  await ask('update', { $id: workflow, _u, steps });
};

const [boat, crew] = [step('boat', 'The boat is sound'), step('crew', 'The crew can go')];
const weather = step('weather', 'The weather holds');
const dog = step('dog', 'The dog is fed');

const openSteps = async (page: Page, id: string): Promise<Locator> => {
  await page.goto(`/i-${id}`);
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: 'Steps', exact: true }).click();
  return item.getByRole('article', { name: 'Steps' });
};

/** Entries below a heading of the comparison. */
const listed = async (versions: Locator, heading: string): Promise<string[]> =>
  versions
    .locator('section')
    .filter({ has: versions.page().getByRole('heading', { name: heading }) })
    .getByRole('listitem')
    .allTextContents();

it('[WF-03] a template shows what runs by which version and where each stands, and its versions side by side', async () => {
  const unique = Date.now();
  const made = await ask('create/Workflow', { label: `Out ${unique}`, owner: OWNER, of: TYPE, steps: [boat, crew] });
  const template = String(made['$id']);
  await ask('act/transition', { ...targetOf(template), name: 'activate' });
  const old = await newRecord(`Old ${unique}`, template);
  const ended = await newRecord(`Ended ${unique}`, template);
  for (const key of ['boat', 'crew']) await leaveOut(ended, key);
  await save(template, [{ ...boat, days: 3 }, weather]);
  await save(template, [{ ...boat, days: 3 }, weather, dog]);
  await newRecord(`New ${unique}`, template);

  const { page } = await world.open({ as: 'admin' });
  const tab = await openSteps(page, template);
  const runs = tab.getByRole('region', { name: 'Where it runs' });
  const row = (name: string): Locator => runs.getByRole('row', { name: new RegExp(name) });
  await row(`Old ${unique}`).getByText('version 1').waitFor();
  await row(`Old ${unique}`).getByText('older').waitFor();
  await row(`New ${unique}`).getByText('version 3').waitFor();
  expect(await row(`New ${unique}`).getByText('older').count()).toBe(0);
  // Records with an older version come first; ended ones are only counted.
  expect((await runs.getByRole('rowheader').allTextContents()).map((name) => name.trim())).toEqual([
    `Old ${unique}`,
    `New ${unique}`,
  ]);
  await tab.getByText('One has finished.').waitFor();
  await row(`Old ${unique}`).getByText('0 of 2 steps done').waitFor();
  // Another person continues with it.
  await leaveOut(old, 'boat');
  await row(`Old ${unique}`).getByText('1 of 2 steps done').waitFor();

  const versions = tab.getByRole('region', { name: 'Versions compared' });
  expect(await listed(versions, 'Steps that are added')).toEqual(['The dog is fed']);
  await versions.getByLabel('From').selectOption({ label: 'version 1' });
  await expect.poll(() => listed(versions, 'Steps that are added')).toEqual(['The weather holds', 'The dog is fed']);
  expect(await listed(versions, 'Steps that change')).toEqual(['The boat is sound: Days to do it']);
  expect(await listed(versions, 'Steps that are removed')).toEqual(['The crew can go']);
  await versions.getByLabel('To', { exact: true }).selectOption({ label: 'version 1' });
  await versions.getByText('The steps stay as they are.').waitFor();
  await versions.getByLabel('To', { exact: true }).selectOption({ label: 'version 2' });
  await expect.poll(() => listed(versions, 'Steps that are added')).toEqual(['The weather holds']);
  await versions.getByText('Corrin Ashdown').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await versions.scrollIntoViewIfNeeded();
  await screenshot(page, 'template-runs');

  const { page: phone } = await world.open({ as: 'admin', screen: 'phone', theme: 'dark' });
  const there = await openSteps(phone, template);
  await there.getByRole('region', { name: 'Versions compared' }).scrollIntoViewIfNeeded();
  expect(await axe(phone)).toEqual([]);
  await screenshot(phone, 'template-runs-phone');
});
