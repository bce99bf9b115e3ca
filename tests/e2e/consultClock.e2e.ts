// A community's coordinator and the statutory deadline: the assignees and deadlines of a template, a late step and the email about it, sent
// by a real mail server, and the clock, stopped and restarted on the page and in the list.
import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { startMailServer } from 'tests/server/mail/startMailServer.ts';

const smtp = await startMailServer();
const world = useWorld({ SMTP_URL: smtp.url, MAIL_FROM: 'records@keeper.test', PUBLIC_NAME: 'localhost' });
afterAll(() => smtp.stop());

const crossing = (): Promise<string> =>
  findItem(world.url, { _t: ['ConsultResponse'], state: ['PENDING'], text: ['third step'] });

const DAY_MS = 86_400_000;

/** Jobs that the schedule of the queue adds every hour. */
const remind = async (): Promise<void> => {
  if (world.store.kind !== 'database') throw new Error('the store of a browser test is a database');
  const client = new pg.Client({ connectionString: world.store.url });
  await client.connect();
  await client.query(`select graphile_worker.add_job('remindOfSteps', '{}')`);
  await client.end();
};

const openTab = async (page: Page, address: string, tab: string): Promise<Locator> => {
  await page.goto(address);
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: tab, exact: true }).click();
  return item.getByRole('article', { name: tab });
};

it('[WF-02] [WF-03] a dry run shows, for a request that one chooses, who would be asked and by when', async () => {
  const template = await findItem(world.url, { _t: ['Workflow'], text: ['Review by Tamber Inlet'] });
  const { page } = await world.open({ as: 'admin' });
  const tab = await openTab(page, `/i-${template}`, 'Steps');
  const tried = tab.getByRole('group', { name: 'What the steps would ask, beginning today' });
  const row = (name: string): Locator => tried.getByRole('row', { name: new RegExp(name) });
  await row('Assign reviewers').getByText('Isaro Brightwater').waitFor();
  // The depth of the request is unknown.
  await row('Site visit').getByText('No', { exact: true }).waitFor();
  await tried.getByRole('combobox').fill('third step');
  await page
    .getByRole('option', { name: /third step/ })
    .first()
    .click();
  await row('Site visit').getByText('Yes', { exact: true }).waitFor();
  const due = row('Assign reviewers').getByRole('cell').last();
  const last = row('Record the outcome').getByRole('cell').last();
  const [first, end] = await Promise.all([due, last].map(async (cell) => Date.parse((await cell.textContent()) ?? '')));
  // Two working days, and then at least those of the site visit.
  expect(first).toBeGreaterThan(Date.now());
  expect(first).toBeLessThan(Date.now() + 8 * DAY_MS);
  expect(end).toBeGreaterThan((first ?? 0) + 20 * DAY_MS);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'dry-run');
});

it('[WF-01] [NTFY-02] a step that is late comes by mail, and its letter leads to where it can be done', async () => {
  const step = await findItem(world.url, { _t: ['RwfResearch'], state: ['ACTIVE'] });
  const { _t, _i } = await askAs(world.url, 'staff', [`read/${await crossing()}`, null]);
  const late = organisationDay(-1);
  const { $id: staff } = await askAs(world.url, 'staff', ['getSessionUser', null]);
  const props = { $assigned: [staff ?? ''], $assignedDue: late };
  await askAs(world.url, 'admin', ['act/applyStepProps', { _t: _t ?? '', _i: _i ?? 0, step, props }]);
  const before = smtp.emails.length;
  await remind();
  const letters = () => smtp.emails.slice(before).filter(({ to }) => to.includes(emailOf('staff')));
  await expect.poll(() => letters().length, { timeout: 30_000 }).toBeGreaterThan(0);
  const [letter] = letters();
  // Only readers see the content of a response: the email says only that something waits, with a link.
  expect(letter?.raw).not.toMatch(/Crossing|third step|What is known/);
  const path = /http:\/\/localhost:\d+(\/notifications\S*)/.exec(letter?.mail.text ?? '')?.[1];
  const { page } = await world.open({ as: 'staff', at: path ?? '' });
  await page
    .getByRole('link', { name: /Step due: .* \(Crossing at the third step/ })
    .first()
    .click();
  const item = page.locator('[data-kk-region=column]').last();
  await item.getByRole('tab', { name: 'Workflow', exact: true }).click();
  const tab = item.getByRole('article', { name: 'Workflow' });
  const next = tab.getByRole('region', { name: 'What is next' });
  await next.getByText('Search the records').first().waitFor();
  await next.locator('.kk-late').first().waitFor();
  await screenshot(page, 'step-late');
  // It is found among the late ones, also without the email.
  const list = await openList(page, '/consult.responses.lateSteps');
  await list.getByText('Crossing at the third step').first().waitFor();
});

it('[WF-03] [PERM-08] the clock is stopped with a reason and let go on; the list says how it stands', async () => {
  const id = await crossing();
  const { page } = await world.open({ as: 'staff' });
  const tab = await openTab(page, `/i-${id}`, 'Workflow');
  const clock = tab.getByRole('region', { name: 'Time to respond' });
  await clock.getByText('Used').waitFor();
  await clock.getByRole('button', { name: 'Stop the clock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop the clock' });
  await dialog.getByLabel(/^Reason/).fill('The drawings are missing');
  await dialog.getByRole('button', { name: 'Stop the clock' }).click();
  await dialog.waitFor({ state: 'detached' });
  await clock.getByText('The drawings are missing').waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'clock-stopped');

  const list = await openList(page, '/consult.responses');
  const entry = list.locator('li, tr').filter({ hasText: 'Crossing at the third step' }).first();
  await entry.getByText(/Stopped, \d+ days? left$/).waitFor();
  // A day needs its label.
  await entry.getByText('Requested response date').waitFor();
  // Includes answered ones, because a facet of one value would filter nothing.
  await list.getByRole('button', { name: 'Clear all' }).click();
  const facets = list.getByRole('complementary');
  await facets.getByRole('region', { name: 'Workflow state', exact: true }).getByText('Under review').waitFor();
  expect(await facets.getByRole('region', { name: 'Community', exact: true }).count()).toBe(0);
  await screenshot(page, 'clock-list');

  await openTab(page, `/i-${id}`, 'Workflow');
  await clock.getByRole('button', { name: 'Restart the clock' }).click();
  await clock.getByRole('button', { name: 'Stop the clock' }).waitFor();
  await clock.getByText('The drawings are missing').waitFor();
  // Shown above every tab, with the deadline moved by the stops.
  const state = columnAt(page, 1).getByRole('group', { name: 'State' });
  await state.getByText(/^\d+ days? left, until \d\d-[A-Z][a-z]{2}-\d{4}$/).waitFor();
  // On paper, all groups are open, and there are no buttons.
  const lanes = tab.locator('.kk-lanes');
  const cut = (): Promise<number> => lanes.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await cut()).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  expect(await cut()).toBeLessThanOrEqual(0);
  expect(await tab.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  const { page: site } = await world.open({ as: 'admin' });
  const all = await openList(site, '/consult.responses');
  await all.getByRole('complementary').getByRole('region', { name: 'Community', exact: true }).waitFor();
});
