// Field work from its confirmation to its invoice, by the person who leads it: every kind of step of field work is filled in and completed
// where it is listed as next, and the last one completes the record.
import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const OWNER = 'Organization-1';
const TYPE = 'GeoKeeperFieldwork';

const ask = (o: string, b: Json) => askAs(world.url, 'admin', [o, b as never]);
const make = async (type: string, values: Readonly<Record<string, Json>>): Promise<string> =>
  String((await ask(`create/${type}`, values))['$id']);
const numberOf = (id: string): number => Number(id.split('-')[1]);

const STEPS = [
  ['GKF_CONFIRM', 'The dates are agreed'],
  ['GKF_WORK_ITEMS', 'The work is chosen'],
  ['GKF_REPORT', 'The report is written'],
  ['WKF_CONFIRM', 'The report is accepted'],
  ['GKF_INVOICE', 'The invoice is sent'],
] as const;

const newFieldwork = async (label: string): Promise<string> => {
  const steps = STEPS.map(([kind, name], at) => ({ key: `s${at}`, kind, label: name, group: at + 1 }));
  const workflow = await make('Workflow', { label: `Field work ${label}`, owner: OWNER, of: TYPE, steps });
  await ask('act/transition', { _t: 'Workflow', _i: numberOf(workflow), name: 'activate' });
  const id = await make(TYPE, { label, ownedBy: OWNER, start: '2027-05-01' });
  await ask('act/transition', { _t: TYPE, _i: numberOf(id), name: 'begin' });
  await ask('act/setWorkflow', { _t: TYPE, _i: numberOf(id), workflow });
  return id;
};

/** Fills in the step that is next, saves it, and completes it. */
const complete = async (page: Page, label: string, fill: (form: Locator) => Promise<void>): Promise<void> => {
  const item = columnAt(page, 1);
  const next = item.getByRole('region', { name: 'What is next' });
  await next.getByRole('heading', { name: label }).waitFor();
  await next.getByRole('button', { name: 'Fill in', exact: true }).click();
  const form = columnAt(page, 2);
  await form.getByRole('heading', { name: label }).first().waitFor();
  await form.getByRole('group', { name: 'State' }).waitFor();
  await fill(form);
  const saving = form.getByRole('button', { name: 'Save now' });
  await saving.click();
  await saving.waitFor({ state: 'detached' });
  await form.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Complete' }).click();
  await form.getByRole('group', { name: 'State' }).getByText('Done').waitFor();
};

const day = (form: Locator, label: string, value: string) => async (): Promise<void> => {
  const input = form.getByLabel(new RegExp(`^${label}`)).first();
  await input.fill(value);
  await input.blur();
};

it('[WF-02] field work goes through every kind of its steps, from the dates to the invoice', async () => {
  const label = `Cranberry marsh ${Date.now()}`;
  const id = await newFieldwork(label);
  const work = `Count the nests ${Date.now()}`;
  const program = await make('GeoKeeperProgram', { label: 'Marsh birds', owner: OWNER });
  await make('GeoKeeperWorkItem', { label: work, program, fieldwork: id });
  const { page } = await world.open({ as: 'admin', screen: 'wide' });
  await page.goto(`/i-${id}`);
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: 'Workflow', exact: true }).click();

  await complete(page, 'The dates are agreed', (form) => day(form, 'From', '2027-05-01')());
  await complete(page, 'The work is chosen', async (form) => {
    await form
      .getByRole('combobox', { name: /^Work items/ })
      .first()
      .fill(work);
    await page.getByRole('option', { name: work }).first().click();
  });
  await complete(page, 'The report is written', async (form) => {
    const report = { name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('Twelve nests.') };
    await form.locator('input[type=file]').first().setInputFiles(report);
    await form.getByText('Attached when you save').first().waitFor();
  });
  await complete(page, 'The report is accepted', (form) =>
    form.getByRole('switch', { name: 'Confirmed' }).press('Space'),
  );
  await complete(page, 'The invoice is sent', async (form) => {
    await day(form, 'Amount', '1200')();
    await day(form, 'Issued on', '2027-06-01')();
  });
  await item.getByText('5 of 5 steps done').waitFor();
  await item.getByRole('group', { name: 'State' }).getByText('Complete').waitFor();
  await screenshot(page, 'fieldwork-done');
});
