// Leaving forms and the field page on a phone: the Back button closes what is open, and a trip that is being recorded is not left unasked.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const AREA = '/geokeeper';
const TRIP = 'Walk along the river';
const START = { latitude: 50.3, longitude: -139.3, accuracy: 4 };

const begin = async (page: Page, form: RegExp): Promise<void> => {
  await page.getByRole('button', { name: form }).first().tap();
  await page.getByRole('button', { name: 'Finish' }).waitFor();
};

/** Opens the field app from the page of its area, as a person does. */
const openFieldApp = async (): Promise<Page> => {
  const page = await onPhone(world, AREA, 'member');
  await page.getByRole('link', { name: 'Field app' }).first().tap();
  await page
    .getByRole('button', { name: /^New: / })
    .first()
    .waitFor();
  return page;
};

const pathOf = (page: Page): string => new URL(page.url()).pathname;

it('[GEO-01] the Back button closes a form, and keeps what was entered', async () => {
  const page = await openFieldApp();
  await begin(page, /^New: Finds on the shore$/);
  await page.getByLabel('Glass float').check();
  await page.goBack();
  await page.getByRole('button', { name: 'New: Finds on the shore' }).waitFor();
  expect(pathOf(page)).toBe('/field');
  await page.getByRole('button', { name: 'Entries' }).tap();
  const entry = page.locator('.kk-field-open').filter({ hasText: 'Glass float' }).first();
  await entry.tap();
  await expect.poll(() => page.getByLabel('Glass float').isChecked()).toBe(true);
  // An open form stays open after a reload, and closing it leads back to the list from which it was opened.
  await page.reload();
  await expect.poll(() => page.getByLabel('Glass float').isChecked()).toBe(true);
  await page.goBack();
  await entry.waitFor();
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe(AREA);
});

it('[GEO-01] asks before the page is left while a trip is being recorded', { timeout: 90_000 }, async () => {
  const page = await openFieldApp();
  const context = page.context();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(START);
  await begin(page, new RegExp(`^New trip: ${TRIP}$`));
  await page.getByRole('button', { name: 'Start', exact: true }).tap();
  await page.getByText(/· 1 point/).waitFor();
  await context.setGeolocation({ ...START, latitude: START.latitude + 0.0005 });
  await page.getByText(/· 2 points/).waitFor();
  // The recording goes on while another part of the page is shown.
  await page.goBack();
  await page.getByRole('button', { name: `New trip: ${TRIP}` }).waitFor();
  const question = page.getByRole('dialog', { name: 'A trip is being recorded' });
  await page.goBack();
  await question.waitFor();
  await screenshot(page, 'field-leave-recording');
  expect(await axe(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await page.getByRole('link', { name: 'Home' }).tap();
  await question.getByRole('button', { name: 'Stop recording and leave' }).tap();
  await expect.poll(() => pathOf(page)).toBe('/');

  await context.setGeolocation({ ...START, latitude: START.latitude + 0.1 });
  await page.goto('/field');
  await page.getByRole('button', { name: 'Entries' }).tap();
  await page.locator('.kk-field-open').filter({ hasText: TRIP }).first().tap();
  // It says that it is paused, and the way in between is not part of the trip.
  await page.getByText(/^0\.06 km · 2 points/).waitFor();
  await page.getByRole('button', { name: 'Continue' }).tap();
  await page.getByText(/^0\.06 km · 3 points/).waitFor();
  await screenshot(page, 'field-trip-resumed');
});
