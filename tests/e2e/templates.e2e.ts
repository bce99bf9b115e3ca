// A template is changed while a record follows it: steps are arranged with the mouse and the keyboard, errors are marked at once, and the
// record keeps its version until a person applies the newer one. Then what else can be done with its workflow.
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

const ask = (o: string, b: Json) => askAs(world.url, 'admin', [o, b as never]);
const numberOf = (id: string): number => Number(id.split('-')[1]);

const newTemplate = async (label: string): Promise<string> => {
  const steps = [
    { key: 'boat', kind: 'WKF_CONFIRM', label: 'The boat is sound', group: 1 },
    { key: 'crew', kind: 'WKF_CONFIRM', label: 'The crew can go', group: 2 },
  ];
  const { $id } = await ask('create/Workflow', { label, owner: OWNER, of: TYPE, steps });
  await ask('act/transition', { _t: 'Workflow', _i: numberOf(String($id)), name: 'activate' });
  return String($id);
};

const newRecord = async (label: string, workflow: string): Promise<string> => {
  const id = String((await ask(`create/${TYPE}`, { label, ownedBy: OWNER }))['$id']);
  await ask('act/setWorkflow', { _t: TYPE, _i: numberOf(id), workflow });
  return id;
};

const openTab = async (page: Page, id: string, tab: string): Promise<Locator> => {
  await page.goto(`/i-${id}`);
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: tab, exact: true }).click();
  await item.getByRole('article', { name: tab }).waitFor();
  return item;
};

const step = (tab: Locator, label: string): Locator =>
  tab
    .getByRole('listitem')
    .filter({ has: tab.page().getByRole('heading', { name: label, level: 5 }) })
    .last();

/** A dialog with its own button text, answered and closed. */
const answer = async (page: Page, name: string, fill?: (dialog: Locator) => Promise<void>): Promise<void> => {
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  await fill?.(dialog);
  await dialog.getByRole('button', { name: /^(Apply|Force|Add a step|Update to|Clear)/ }).click();
  await dialog.waitFor({ state: 'detached' });
};

const act = async (page: Page, tab: Locator, name: string): Promise<void> => {
  await tab.getByRole('button', { name: 'Change the workflow' }).click();
  await page.getByRole('menuitem', { name }).click();
};

/** An action that only administrators may do, with a reason; and a step outside of the template. */
const changeRunning = async (other: Page, running: Locator): Promise<void> => {
  await running.getByRole('button', { name: 'Force', exact: true }).first().click();
  await answer(other, 'Force the state of The boat is sound', async (dialog) => {
    await dialog.getByLabel('State').selectOption({ label: 'Skipped' });
    await dialog.getByLabel(/^Reason/).fill('There is no boat');
  });
  await running.getByText('1 of 3 steps done').or(running.getByText('2 of 3 steps done')).waitFor();
  await act(other, running, 'Force the state of the workflow');
  await answer(other, 'Force the state of the workflow', async (dialog) => {
    await dialog.getByLabel('State').selectOption({ index: 1 });
    await dialog.getByLabel(/^Reason/).fill('By word of mouth');
  });
  await running.getByText('State set by an administrator').waitFor();
  await act(other, running, 'Add a step');
  await answer(other, 'Add a step', async (dialog) => {
    await dialog.getByLabel('Kind of step').selectOption({ label: 'Confirmation' });
    await dialog.getByLabel('Name of the step').fill('The dog is fed');
  });
  const next = running.getByRole('region', { name: 'What is next' });
  await next.getByRole('heading', { name: 'The dog is fed' }).waitFor();
  await act(other, running, 'Clear the workflow');
  await answer(other, 'Clear the workflow', (dialog) => dialog.getByLabel(/^Reason/).fill('Begun by mistake'));
  await running.getByText('No workflow yet').waitFor();
};

/** Plans steps without a template, then from the list, where the focus stays next to the following step. */
const planByHand = async (other: Page, running: Locator): Promise<void> => {
  const next = running.getByRole('region', { name: 'What is next' });
  await running.getByRole('button', { name: 'Plan the steps by hand' }).click();
  await running.getByRole('button', { name: 'Add a step' }).click();
  await answer(other, 'Add a step', async (dialog) => {
    await dialog.getByLabel('Kind of step').selectOption({ label: 'Confirmation' });
    await dialog.getByLabel('Name of the step').fill('Only this');
  });
  await running.getByRole('button', { name: 'Start', exact: true }).last().click();
  await next.getByRole('heading', { name: 'Only this' }).waitFor();
  // A step is omitted from the list: the focus moves to the text about the next step.
  await next.getByRole('button', { name: 'Skip' }).click();
  await other.getByRole('dialog', { name: 'Skip' }).getByRole('button', { name: 'Skip' }).click();
  await running.getByText('1 of 1 step done').or(running.getByText('1 of 1 steps done')).waitFor();
  const heading = running.getByRole('heading', { name: 'What is next' });
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true);
};

it('[WF-03] an administrator edits a template, and the record that follows the old one runs on', async () => {
  const unique = Date.now();
  const template = await newTemplate(`Going out ${unique}`);
  const record = await newRecord(`Mouth of the river ${unique}`, template);
  const { page } = await world.open({ as: 'admin', screen: 'wide' });
  const tab = await openTab(page, template, 'Steps');
  await tab.getByText('Every record can go through these steps.').waitFor();

  // A step with a condition on the outcome of another one.
  await tab.getByRole('button', { name: 'Add a step' }).click();
  await answer(page, 'Add a step', async (dialog) => {
    await dialog.getByLabel('Name of the step').fill('The weather holds');
    await dialog.getByLabel('Kind of step').selectOption({ label: 'Confirmation' });
    await dialog.getByRole('button', { name: 'Add a condition' }).click();
    await dialog.getByLabel('What to compare').selectOption({ label: 'Starts' });
    await dialog.getByLabel('How to compare it').selectOption({ label: 'is filled in' });
    await dialog
      .getByRole('group', { name: 'By a different person than' })
      .getByLabel('The crew can go')
      .press('Space');
  });
  await step(tab, 'The weather holds').getByText('Starts is filled in').waitFor();
  await step(tab, 'The weather holds').getByText('By a different person than').waitFor();
  await step(tab, 'The boat is sound').getByRole('button', { name: 'Change The boat is sound' }).press('Enter');
  await answer(page, 'Change the step', async (dialog) => {
    await dialog.getByRole('button', { name: 'Add an outcome' }).click();
    await dialog.getByLabel('When it ends with').selectOption({ label: 'Confirmed' });
    await dialog.getByRole('group', { name: 'These steps follow' }).getByLabel('The weather holds').press('Space');
    // It waits for a step that waits for it.
    await dialog.getByRole('group', { name: 'After' }).getByLabel('The crew can go').press('Space');
  });
  await tab.getByText(/^Correct \d+ things before/).waitFor();
  await step(tab, 'The boat is sound').getByText('The boat is sound waits for itself through other steps').waitFor();
  await screenshot(page, 'template-faults');
  await step(tab, 'The boat is sound').getByRole('button', { name: 'Change The boat is sound' }).click();
  await answer(page, 'Change the step', async (dialog) => {
    await dialog.getByRole('group', { name: 'After' }).getByLabel('The crew can go').press('Space');
  });
  await tab.getByText('Every record can go through these steps.').waitFor();
  // The focus follows a step that is moved with keys.
  const move = tab.getByRole('button', { name: 'Move The weather holds up' });
  await move.press('Enter');
  await expect.poll(() => move.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'template-editor');
  await tab.getByRole('button', { name: 'Save', exact: true }).last().click();
  await tab.getByText('version 2').or(tab.getByText('What the steps would ask, beginning today')).first().waitFor();

  const { steps: kept } = await ask(`read/${template}`, null);
  expect(kept).toContainEqual(expect.objectContaining({ label: 'The weather holds', others: ['crew'] }));

  const { page: other } = await world.open({ as: 'admin', screen: 'wide' });
  const running = await openTab(other, record, 'Workflow');
  await running.getByText('0 of 2 steps done').waitFor();
  await running.getByText('version 1').waitFor();
  await act(other, running, 'Update to the newest version');
  const preview = other.getByRole('dialog', { name: 'Update to the newest version' });
  await preview.getByText('From version 1 of the template to version 2.').waitFor();
  await preview.getByText('The weather holds').waitFor();
  await preview.getByText('The boat is sound: What follows').waitFor();
  await screenshot(other, 'workflow-newest');
  await answer(other, 'Update to the newest version');
  await running.getByText('0 of 3 steps done').waitFor();
  // A second time there is no newer version: the dialog says so and offers no update.
  await act(other, running, 'Update to the newest version');
  const newest = other.getByRole('dialog', { name: 'Update to the newest version' });
  await newest.getByText('These steps follow version 2 of the template, which is the newest.').waitFor();
  expect(await newest.getByText(/^From version/).count()).toBe(0);
  expect(await newest.getByRole('button', { name: /^Update to/ }).count()).toBe(0);
  await newest.getByRole('button', { name: 'Close', exact: true }).last().click();
  await newest.waitFor({ state: 'detached' });
  await running.getByText('version 2').waitFor();

  await changeRunning(other, running);
  await planByHand(other, running);
});
