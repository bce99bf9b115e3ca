// A record that moves between declared states and through the steps of a workflow, in two windows: what it lacks is shown where it is
// filled in, and what one person does the other sees at once.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Number in the sample community. */
const OWNER = 'Organization-1';
const TYPE = 'GeoKeeperFieldwork';

type Body = Readonly<Record<string, Json>>;

/** Setup of a journey, without a page. */
const ask = async (o: string, b: Json): Promise<Body> => {
  const headers = { authorization: `Bearer ${await tokenOf(world.url, 'admin')}` };
  const answer = await fetch(`${world.url}/api/item`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ o, b, s: '1' }),
  });
  const { b: body, erred } = (await answer.json()) as { readonly b: Body; readonly erred?: boolean };
  if (erred === true) throw new Error(`${o} answered ${JSON.stringify(body)}`);
  return body;
};

const newRecord = async (label: string): Promise<string> =>
  String((await ask(`create/${TYPE}`, { label, ownedBy: OWNER }))['$id']);

const newTemplate = async (label: string): Promise<void> => {
  const step = { kind: 'WKF_CONFIRM', days: 5, working: true };
  const steps = [
    { ...step, key: 'boat', label: 'The boat is sound', group: 1 },
    { ...step, key: 'crew', label: 'The crew can go', group: 2 },
  ];
  const made = await ask('create/Workflow', { label, owner: OWNER, of: TYPE, steps });
  await ask('act/transition', { _t: 'Workflow', _i: made['_i'] ?? 0, name: 'activate' });
};

const open = async (page: Page, id: string): Promise<Locator> => {
  await page.goto(`/i-${id}`);
  const item = columnAt(page, 1);
  await item.getByRole('group', { name: 'State' }).waitFor();
  return item;
};

const save = (column: Locator): Promise<void> =>
  column
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();

it('[EXPERIENCE] moves a record on once it has what it lacks, and through its workflow, before the eyes of another', async () => {
  const unique = Date.now();
  const id = await newRecord(`Mouth of the river ${unique}`);
  await newTemplate(`Going out ${unique}`);
  const { page } = await world.open({ as: 'admin', screen: 'wide' });
  const { page: other } = await world.open({ as: 'admin' });
  const mine = await open(page, id);
  const theirs = await open(other, id);
  const state = (of: Locator): Locator => of.getByRole('group', { name: 'State' });

  await state(mine).getByRole('button', { name: 'Start' }).click();
  const missing = mine.locator('.kf-summary').getByRole('link', { name: /^Starts/ });
  await missing.waitFor();
  await screenshot(page, 'workflow-missing');
  await missing.click();
  const start = mine.getByLabel(/^Starts/).first();
  await start.fill('2027-05-01');
  await start.blur();
  await mine.getByText('1 change').first().waitFor();
  await save(mine);
  await mine.locator('.kk-changes').waitFor({ state: 'detached' });
  await page
    .getByText(/saved|applied/i)
    .first()
    .waitFor();
  await state(mine).getByRole('button', { name: 'Start' }).click();
  await state(mine).getByText('Under way').waitFor();
  await state(theirs).getByText('Under way').waitFor();

  await theirs.getByRole('tab', { name: 'Workflow' }).click();
  await theirs.getByText('No workflow yet').waitFor();
  await mine.getByRole('tab', { name: 'Workflow' }).click();
  await mine.getByRole('button', { name: 'Choose a workflow' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a workflow' });
  await dialog.getByLabel('Workflow').selectOption({ label: `Going out ${unique}` });
  await dialog.getByRole('button', { name: 'Choose a workflow' }).click();
  await mine.getByRole('heading', { name: 'The boat is sound', level: 4 }).waitFor();
  const next = theirs.getByRole('region', { name: 'What is next' });
  await next.getByRole('heading', { name: 'The boat is sound' }).waitFor();
  expect(await axe(other)).toEqual([]);
  await screenshot(other, 'workflow-steps');

  await mine.getByRole('button', { name: 'Complete' }).click();
  const step = columnAt(page, 2);
  await step.locator('.kf-summary').waitFor();
  await step.getByRole('switch', { name: 'Confirmed' }).press('Space');
  await save(step);
  await step.locator('.kk-changes').waitFor({ state: 'detached' });
  await step.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Complete' }).click();
  await next.getByRole('heading', { name: 'The crew can go' }).waitFor();
  await theirs.getByText('1 of 2 steps done').waitFor();
  await expect.poll(() => next.getByRole('heading', { name: 'The boat is sound' }).count()).toBe(0);
});
