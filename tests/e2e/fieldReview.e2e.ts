// The review of field data: a reviewer reads the answers of a record in the words of its form, and sees the trip on which it was made.
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
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
  const id = await findItem(world.url, { _t: ['GeoKeeperFieldData'], formType: ['trip'] });
  const { page } = await world.open({ as: 'staff' });
  await openMapOf(page, id);
  const list = page.getByRole('listbox', { name: 'Points' });
  await list.focus();
  await page.keyboard.press('End');
  await page.getByRole('region', { name: 'Selected point' }).waitFor();
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
