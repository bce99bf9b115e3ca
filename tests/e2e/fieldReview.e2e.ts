// The review of field data: a reviewer reads the answers of a record in the words of its form, and sees the trip on which it was made.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { addFieldProgram } from 'tests/e2e/fieldPrograms.ts';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe, axeColours } from 'tests/e2e/harness/axe.ts';
import { columnAt, resultCount } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const fieldDataOf = (formType: 'trip' | 'record', state: string): Promise<string> =>
  findItem(world.url, { _t: ['GeoKeeperFieldData'], formType: [formType], state: [state] });

const openMapOf = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/i-${id}?c0=tripMap`);
  await page.locator('.kk-trip .kk-map-canvas[data-ready]').waitFor();
};

it('[GEO-02] a reviewer reads a record in the words of its form and goes on to the next one', async () => {
  const id = await fieldDataOf('record', 'RECEIVED');
  const { page } = await world.open({ as: 'staff', at: `/i-${id}` });
  const answers = page.getByRole('region', { name: 'Answers' });
  await answers.waitFor();
  expect(await answers.locator('.kk-answer').count()).toBeGreaterThan(2);
  expect(await answers.getByText('The form of this record is missing').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'field-review-record');
  await page.getByRole('button', { name: /^Next record to review/ }).click();
  await expect.poll(() => page.url()).not.toContain(id);
  await page.getByRole('region', { name: 'Answers' }).waitFor();
});

it('[GEO-02] the points of a trip are a list that moves with the keys, and the map shows the chosen one', async () => {
  const id = await fieldDataOf('trip', 'APPROVED');
  const { page } = await world.open({ as: 'staff' });
  await openMapOf(page, id);
  const list = page.getByRole('listbox', { name: 'Points' });
  await list.focus();
  await page.keyboard.press('End');
  await page.getByRole('region', { name: 'Selected point' }).waitFor();
  // The trip is decided, so its points are read only.
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  const last = await list.getByRole('option', { selected: true }).getAttribute('aria-posinset');
  expect(Number(last)).toBeGreaterThan(10);
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByRole('region', { name: '2 selected points' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'field-review-trip');
  await setTheme(page, 'dark');
  await page.setViewportSize({ width: 360, height: 740 });
  await screenshot(page, 'field-review-trip-360-dark');
});

it('[GEO-02] deleted points of a trip wait until they are saved', async () => {
  const id = await fieldDataOf('trip', 'RECEIVED');
  const { page } = await world.open({ as: 'staff' });
  await openMapOf(page, id);
  const list = page.getByRole('listbox', { name: 'Points' });
  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Delete 2 points' }).click();
  await page.getByText('2 changes are not saved').waitFor();
  await page.getByRole('button', { name: 'Deleted (2)' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'field-review-edits');

  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('2 changes are not saved').waitFor({ state: 'detached' });
  const { state, track } = await askAs(world.url, 'staff', [`read/${id}`, null]);
  expect(state).toBe('EDITED');
  expect(track).toMatchObject({ removed: [[0, 1], []] });
});

const QUESTIONS: FieldForm = {
  ...{ title: { en: 'Nests' }, machineName: 'nests', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  lists: { kinds: { choices: ['Heron', 'Loon'].map((name) => ({ name, label: { en: name } })) } },
  questions: [
    { name: 'species', type: 'text', label: { en: 'Species' }, required: true },
    { name: 'count', type: 'integer', label: { en: 'How many eggs?' }, constraint: '. < 10' },
    { name: 'kind', type: 'selectOne', list: 'kinds', label: { en: 'Kind of bird' } },
    { name: 'seen', type: 'date', label: { en: 'Seen on' } },
  ],
};

/** A record with broken rules, from a phone whose clock is two hours ahead. */
const addNotedRecord = async (): Promise<string> => {
  const program = await addFieldProgram(world.url, `Noted nests ${Date.now()}`, { form: QUESTIONS });
  const must = { _t: ['GeoKeeperFormDef'], program: [program] };
  const formDef = await findItem(world.url, must);
  const { type, number } = parseItemId(program);
  const ahead = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const record = {
    ...{ instanceId: `uuid:${randomUUID()}`, program, formDef, version: 1, clockOffset: 2 * 3_600_000 },
    ...{
      collected: ahead,
      finalized: ahead,
      answers: { count: 50, kind: 'Grebe', seen: '2026-05-04', more: 'unknown' },
    },
  };
  const sent = await askAs(world.url, 'member', ['act/submitFieldData', { _t: type, _i: number, record, files: [] }]);
  return String(sent['id']);
};

it(
  '[GEO-02] a reviewer reads what was noticed at each answer, and corrects answers with the keyboard, in both themes and sizes',
  { timeout: 120_000 },
  async () => {
    const id = await addNotedRecord();
    const { page } = await world.open({ as: 'staff' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/i-${id}`);
    const answers = page.getByRole('region', { name: 'Answers' });
    await answers.getByText('This answer does not meet the condition of the form.').waitFor();
    await answers.getByText('The clock of the phone was 120 minutes ahead').waitFor();
    await answers.getByText('The form requires an answer here.').waitFor();
    await answers.getByText('This is not a valid answer to the question.').waitFor();
    await answers.getByText('The form has no such question.').waitFor();
    await screenshot(page, 'field-notes-1440');
    expect(await axe(page)).toEqual([]);
    const change = answers.getByRole('button', { name: 'Change the answer to “How many eggs?”' });
    await change.focus();
    await page.keyboard.press('Enter');
    const input = answers.getByLabel('How many eggs?');
    await expect.poll(() => input.evaluate((each) => each === document.activeElement)).toBe(true);
    await input.fill('5');
    await screenshot(page, 'field-editor-1440');
    await answers.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => change.evaluate((each) => each === document.activeElement)).toBe(true);
    await answers.getByRole('button', { name: 'Change the answer to “Kind of bird”' }).click();
    await answers.getByLabel('Loon').check();
    await setTheme(page, 'dark');
    await page.setViewportSize({ width: 360, height: 740 });
    await answers.getByLabel('Loon').scrollIntoViewIfNeeded();
    await screenshot(page, 'field-editor-360-dark');
    expect(await axeColours(page)).toEqual([]);
    await answers.getByText('2 changes are not saved').scrollIntoViewIfNeeded();
    await screenshot(page, 'field-notes-360-dark');
    await answers.getByRole('button', { name: 'Save changes' }).click();
    await answers.getByText('2 changes are not saved').waitFor({ state: 'detached' });
    const saved = await askAs(world.url, 'staff', [`read/${id}`, null]);
    expect(saved).toMatchObject({ state: 'EDITED', formInstance: { formData: { count: 5, kind: 'Loon' } } });
    await answers.getByText('This answer does not meet the condition of the form.').waitFor({ state: 'detached' });
  },
);

it('[GEO-02] all trips of a program are on one map, with the points of the selected one', async () => {
  const trip = await findItem(world.url, { _t: ['GeoKeeperFieldData'], formType: ['trip'] });
  const { program } = await askAs(world.url, 'staff', [`read/${trip}`, null]);
  const { page } = await world.open({ as: 'staff' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/i-${String(program)}?c0=fieldTrips`);
  await page.locator('.kk-trip .kk-map-canvas[data-ready]').waitFor();
  const list = page.getByRole('region', { name: /^\d+ trips?$/ });
  const shows = list.getByRole('button', { name: 'Show on map' });
  await shows.first().waitFor();
  await page.getByText(/trips loaded/).waitFor({ state: 'detached' });
  await screenshot(page, 'field-trips-1440');
  await shows.first().click();
  expect(await shows.first().getAttribute('aria-pressed')).toBe('true');
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'field-trips-selected');
  await setTheme(page, 'dark');
  await page.setViewportSize({ width: 360, height: 740 });
  await screenshot(page, 'field-trips-360-dark');
  expect(await axeColours(page)).toEqual([]);
});

it('[GEO-02] photos of field data are a list with the facets of their records', async () => {
  const { page } = await world.open({ as: 'staff', at: '/geokeeper.attachments' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const list = columnAt(page, 1);
  const form = list.getByRole('region', { name: 'Form', exact: true });
  await form.getByRole('checkbox').first().waitFor();
  for (const name of ['State', 'Program'])
    await list.getByRole('region', { name, exact: true }).getByRole('checkbox').first().waitFor();
  const before = await resultCount(list);
  await screenshot(page, 'field-attachments-1440');
  expect(await axe(page)).toEqual([]);
  await form.getByRole('checkbox').first().check();
  await expect.poll(() => resultCount(list)).toBeLessThanOrEqual(before);
  await screenshot(page, 'field-attachments-chosen');
  await page.setViewportSize({ width: 360, height: 740 });
  await setTheme(page, 'dark');
  await screenshot(page, 'field-attachments-360-dark');
});
