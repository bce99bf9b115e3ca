// Overdue responses for a coordinator: home, dashboard, list and page agree, also while the clock of the response is stopped. An
// answered response shows the day of its answer, and counts no days.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { forgetRates } from 'tests/e2e/harness/Store.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { askingOf } from 'tests/e2e/preparedResponse.ts';

const world = useWorld();
const { find } = askingOf(world);

/** From the sample: three days late, and the only one of the second community. */
const LATE = 'Moorings at Mussel Stairs';
const TITLE = 'Overdue responses';

/** The number of the line on home; 0 if there is none. */
const onHome = async (page: Page): Promise<number> => {
  const line = page.getByRole('region', { name: 'Waiting for me' }).getByRole('listitem').filter({ hasText: TITLE });
  return (await line.count()) === 0 ? 0 : Number(await line.locator('.kk-line-side').textContent());
};
const onDashboard = async (page: Page): Promise<number> => {
  const all = page.getByRole('region', { name: TITLE, exact: true }).getByRole('link', { name: /^All \d/ });
  return Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
};

it('[CONS-02] [WF-03] [EXPERIENCE] what is overdue is the same on home, dashboard and list, and goes by the clock', async () => {
  const [id = ''] = await find({ _t: ['ConsultResponse'], state: ['PENDING'], text: [LATE] });
  const { page: home } = await world.open({ as: 'partner', screen: 'wide', at: '/' });
  const { page: dashboard } = await world.open({ as: 'partner', screen: 'wide', at: '/consult.dashboard' });
  await home.getByRole('region', { name: 'My days' }).getByText(LATE).first().waitFor();
  const numbers = async () => [await onHome(home), await onDashboard(dashboard)];
  const agree = (count: number): Promise<void> => expect.poll(numbers, { timeout: 30_000 }).toEqual([count, count]);
  await agree(1);
  await screenshot(home, 'overdue-home');

  await forgetRates(world.store);
  const { page } = await world.open({ as: 'partner', screen: 'wide', at: `/i-${id}` });
  const item = columnAt(page, 1);
  const state = item.getByRole('group', { name: 'State' });
  await state.getByText(/\d+ days late$/).waitFor();
  await item.getByRole('tab', { name: 'Workflow', exact: true }).click();
  const clock = item.getByRole('region', { name: 'Time to respond' });
  await clock.getByRole('button', { name: 'Stop the clock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop the clock' });
  await dialog.getByLabel(/^Reason/).fill('The drawings are missing');
  await dialog.getByRole('button', { name: 'Stop the clock' }).click();
  await dialog.waitFor({ state: 'detached' });
  await state.getByText(/Stopped, /).waitFor();
  await agree(0);
  await screenshot(page, 'overdue-stopped');
  await dashboard.goto('/consult.responses.overdue');
  await columnAt(dashboard, 1)
    .getByText('Nothing here yet')
    .or(columnAt(dashboard, 1).getByText('No results'))
    .first()
    .waitFor();

  await dashboard.goto('/consult.dashboard');
  await clock.getByRole('button', { name: 'Restart the clock' }).click();
  await clock.getByRole('button', { name: 'Stop the clock' }).waitFor();
  await agree(1);
}, 120_000);

it('[CONS-02] [WF-03] a response that was answered says when, and counts no days', async () => {
  const [id = ''] = await find({ _t: ['ConsultResponse'], state: ['RESPONDED'], text: ['Crossing at the third step'] });
  const { page } = await world.open({ as: 'partner', screen: 'wide', at: `/i-${id}` });
  const item = columnAt(page, 1);
  const state = item.getByRole('group', { name: 'State' });
  await state.getByText('Answered', { exact: true }).waitFor();
  await state
    .getByText(/\d{2}-[A-Z][a-z]{2}-\d{4}/)
    .first()
    .waitFor();
  await item.getByRole('heading', { name: /^Letters/ }).waitFor();
  expect(await item.innerText()).not.toMatch(/\d+ days? (?:left|late)/);
  await item.getByRole('tab', { name: 'Workflow', exact: true }).click();
  const clock = item.getByRole('region', { name: 'Time to respond' });
  await clock.getByText('Used').waitFor();
  expect(await clock.getByText('Left', { exact: true }).count()).toBe(0);
  expect(await clock.getByRole('button').count()).toBe(0);
  const list = await openList(page, '/consult.responses?c0=.f.state%3D"RESPONDED"');
  const row = list.locator('li, tr').filter({ hasText: 'Crossing at the third step' }).first();
  await row.waitFor();
  expect(await row.innerText()).not.toMatch(/\d+ days? (?:left|late)/);
});
