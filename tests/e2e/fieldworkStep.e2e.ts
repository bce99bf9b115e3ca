// The step "Site visit" of a response: field work that is created from it refers to the response, becomes the step's record, and ends the
// step when it is finished.
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { askingOf, OWNER } from 'tests/e2e/preparedResponse.ts';

const world = useWorld();
const { ask, find } = askingOf(world);

it('[CONS-02] [WF-02] field work is made from its step, prefilled, and the step is done when it is finished', async () => {
  const [id = ''] = await find({ _t: ['ConsultResponse'], community: [OWNER], text: ['third step'] });
  const [_t = '', number] = id.split('-');
  const { $id: staff = '' } = await ask('getSessionUser', null, 'staff');
  await ask('act/clearWorkflow', { _t, _i: Number(number), reason: 'Another way' });
  const assign = { users: [staff] };
  const steps = [
    { key: 'walk', kind: 'RWF_FIELDWORK', label: 'Walk the bank', group: 1, assign },
    { key: 'end', kind: 'RWF_SIMPLE', label: 'Count the piers', group: 2, assign },
  ];
  await ask('act/initManual', { _t, _i: Number(number), steps });
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${id}` });
  const stateAt = (at: number) => columnAt(page, at).getByRole('group', { name: 'State' });
  await stateAt(1).getByRole('button', { name: 'Next: Walk the bank' }).click();
  await stateAt(2).getByRole('button', { name: 'New field work' }).click();

  const form = columnAt(page, 3);
  // Values of the request are not typed again.
  await form.getByRole('link', { name: 'Isaro Brightwater' }).waitFor();
  for (const [label, known] of [
    [/^For/, 'Northline Works'],
    [/^Organization/, 'Tamber Inlet'],
    [/^Request/, 'Crossing at the third step'],
    [/^Response/, 'Crossing at the third step – Tamber Inlet'],
  ] as const)
    await expect.poll(() => form.getByRole('combobox', { name: label }).first().inputValue()).toBe(known);
  await form.getByRole('textbox', { name: /^Name/ }).first().fill('Walk along the bank');
  await form
    .getByLabel(/^Starts/)
    .first()
    .fill('2025-05-01');
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'fieldwork-step');
  await form.getByRole('button', { name: 'Create' }).click();
  await stateAt(3).getByRole('button', { name: 'Start' }).waitFor();
  await stateAt(2).getByText('In progress', { exact: true }).waitFor();
  const [made = ''] = await find({ _t: ['GeoKeeperFieldwork'], text: ['Walk along the bank'] });
  const { consultation = '', community = '' } = await ask(`read/${id}`, null);
  expect(await ask(`read/${made}`, null)).toMatchObject({
    response: id,
    createdFrom: consultation,
    ownedBy: community,
  });

  // The step does not end before the field work is finished.
  await stateAt(2).getByRole('button', { name: 'Complete' }).click();
  await page
    .getByText(/is completed automatically when it is/)
    .first()
    .waitFor();
  await stateAt(2).getByText('In progress', { exact: true }).waitFor();
  await stateAt(3).getByRole('button', { name: 'Start' }).click();
  await stateAt(3).getByRole('button', { name: 'Finish' }).click();
  await stateAt(2).getByText('Done', { exact: true }).waitFor();
  await stateAt(1).getByRole('button', { name: 'Next: Count the piers' }).waitFor();
  await screenshot(page, 'fieldwork-step-done');
});
