// Lists that follow changes: a request leaves the list when the user's own step excludes it, a filter narrows a screen that already has
// filters, a shipped search finds as many items as it counts, and full sentences state who can see a record.
import { expect, it } from 'vitest';
import { columnAt, openList, resultCount, shownList } from 'tests/e2e/harness/columns.ts';
import { addHomePanel } from 'tests/e2e/harness/home.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it('[EXPERIENCE] [SRCH-05] a draft that is up for review leaves the list of drafts at once, and filters narrow that list', async () => {
  const { page } = await world.open({ as: 'proponent' });
  const list = await openList(page, '/consult.drafts');
  const count = await resultCount(list);
  expect(count).toBeGreaterThan(1);
  await list.getByRole('checkbox', { name: /^Incomplete/ }).check();
  await expect.poll(() => resultCount(list)).toBe(1);
  await list.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => resultCount(list)).toBe(count);

  const row = list.getByRole('link', { name: 'Gravel from the upper terrace' });
  await row.click();
  await columnAt(page, 2).getByRole('button', { name: 'Ask for review' }).click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => resultCount(list)).toBe(count - 1);
  await columnAt(page, 2).getByRole('group', { name: 'State' }).getByText('Internal review', { exact: true }).waitFor();
});

it('[EXPERIENCE] a shipped search leads to the list that can find what it counts', async () => {
  const { page } = await world.open({ as: 'proponent', at: '/' });
  const panel = await addHomePanel(page, 'Saved searches');
  const line = panel.getByRole('listitem').filter({ hasText: 'Drafts and' });
  await line.getByText(/^\d+$/).waitFor();
  const counted = Number(await line.getByText(/^\d+$/).textContent());
  await line.getByRole('link').click();
  const list = await shownList(page);
  await list.getByText('State: Draft', { exact: true }).waitFor();
  await expect.poll(() => resultCount(list)).toBe(counted);
});

it('[CELL-07] the access summary names the right and its community', async () => {
  const { page } = await world.open({ as: 'staff', at: '/i-ConsultResponse-1?c0=meta' });
  const said = columnAt(page, 1).getByText(/^People who have the right “[^”{}]+” in /);
  await said.first().waitFor();
  expect(await said.allTextContents()).toContain(
    'People who have the right “Respond to consultations” in Tamber Inlet',
  );
});

it('[WF-03] a workflow says in words what it is for, and its plan is written in one place', async () => {
  const { page } = await world.open({ as: 'admin', at: '/i-Workflow-1' });
  const item = columnAt(page, 1);
  await item.getByText('Responses', { exact: true }).waitFor();
  expect(await item.getByText(/ConsultResponse|RWF_/).count()).toBe(0);
  await item.getByRole('tab', { name: 'Edit' }).click();
  const choice = item.getByLabel(/^For/).locator('option', { hasText: 'Field work' });
  await choice.waitFor({ state: 'attached' });
  expect(await item.getByRole('tab', { name: 'Steps' }).count()).toBe(1);
  await item.getByRole('tab', { name: 'Steps' }).click();
  await item.getByRole('row', { name: /^1 Assign reviewers/ }).waitFor();
  await item.getByText('the person named in “Assigned to”').first().waitFor();
  await item.getByRole('button', { name: 'Change Assign reviewers' }).click();
  const group = page.getByRole('dialog').getByLabel('Group');
  expect(await group.locator('option:checked').textContent()).toBe('Group 1');
});

it('[CONS-02] the log tells others what happened, and offers no cell to be changed', async () => {
  const { page } = await world.open({ as: 'staff' });
  const list = await openList(page, '/consult.audit');
  await list.locator('.bp6-table-cell a').first().waitFor();
  await list
    .getByText(/^Step assigned: Site visit \(Crossing at the third step/)
    .first()
    .waitFor();
  expect(await list.getByText(/asks you/).count()).toBe(0);
  await list.getByRole('button', { name: 'Copy' }).waitFor();
  expect(await list.getByRole('button', { name: 'Change the cell' }).count()).toBe(0);
});
