// Requests for contacts and the log of administrators, once by keyboard only and once by touch only.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { tabTo } from 'tests/e2e/harness/keys.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const ORGANIZATION = 'Northline';
const REQUEST_ADDRESS = /i-(ContactRequest-[1-9]\d*)/;

const requestIn = async (page: Page): Promise<string> => {
  await page.waitForURL(REQUEST_ADDRESS);
  return REQUEST_ADDRESS.exec(page.url())?.[1] ?? '';
};

const organizationOption = (page: Page): Locator =>
  page.getByRole('option', { name: new RegExp(`^${ORGANIZATION}`) }).first();

/** Presses Tab until the table has the focus. */
const tabToTable = async (page: Page): Promise<void> => {
  for (let count = 0; count < 80; count += 1) {
    if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid')) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the table');
};

it('[ORG-01] [EXPERIENCE] a contact is asked for and added by keyboard only', { timeout: 120_000 }, async () => {
  const name = `Keyed Newman${Date.now()}`;
  const { page } = await world.open({ as: 'staff', at: '/i-Meeting-0-5', screen: 'wide' });
  await page.getByRole('combobox', { name: /^Other contacts/ }).waitFor();
  await tabTo(page, /^Other organizations/);
  await page.keyboard.type(ORGANIZATION);
  await organizationOption(page).waitFor();
  await page.keyboard.press('Enter');
  await tabTo(page, /^Other contacts/);
  await page.keyboard.type(name);
  await page.getByRole('link', { name: `Ask an administrator to add “${name}”` }).waitFor();
  await tabTo(page, /^Ask an administrator to add/, 3);
  await page.keyboard.press('Enter');
  const request = columnAt(page, 2);
  await request.getByRole('textbox', { name: /^Name of the person/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  const id = await requestIn(page);

  const { page: theirs } = await world.open({ as: 'admin', at: `/i-${id}`, screen: 'desktop' });
  await theirs.getByRole('button', { name: 'Add to the contacts' }).waitFor();
  await tabTo(theirs, /^Add to the contacts/);
  await theirs.keyboard.press('Enter');
  await theirs.getByText('Contact that was added').waitFor();
});

it('[ORG-01] [EXPERIENCE] a contact is asked for and added by touch only', { timeout: 120_000 }, async () => {
  const name = `Tapped Newman${Date.now()}`;
  const { page } = await world.open({ as: 'staff', at: '/i-Meeting-0-5', screen: 'touch' });
  const organizations = page.getByRole('combobox', { name: /^Other organizations/ });
  await organizations.tap();
  await organizations.fill(ORGANIZATION);
  await organizationOption(page).tap();
  const contacts = page.getByRole('combobox', { name: /^Other contacts/ });
  await contacts.tap();
  await contacts.fill(name);
  await screenshot(page, 'touch-contact-picker');
  await page.getByRole('link', { name: `Ask an administrator to add “${name}”` }).tap();
  const person = page.getByRole('textbox', { name: /^Name of the person/ }).filter({ visible: true });
  await expect.poll(() => person.inputValue()).toBe(name);
  await screenshot(page, 'touch-contact-request');
  await page.getByRole('button', { name: 'Create' }).filter({ visible: true }).tap();
  const id = await requestIn(page);

  const { page: theirs } = await world.open({ as: 'admin', at: '/notifications', screen: 'touch' });
  await theirs.getByRole('link', { name: `asks you to add ${name} to the contacts` }).tap();
  await theirs.waitForURL(new RegExp(`i-${id}`));
  await theirs.getByRole('button', { name: 'Add to the contacts' }).tap();
  await theirs.getByText('Contact that was added').waitFor();
});

it('[ORG-01] [EXPERIENCE] a new contact is created from a picker by mouse, and is chosen there', async () => {
  const last = `Clicked${Date.now()}`;
  const { page } = await world.open({ as: 'admin', at: '/i-Meeting-0-7', screen: 'wide' });
  const meeting = columnAt(page, 1);
  await meeting.getByRole('combobox', { name: /^Other organizations/ }).fill(ORGANIZATION);
  await organizationOption(page).click();
  const contacts = meeting.getByRole('combobox', { name: /^Other contacts/ });
  await contacts.fill(`Ada Mae ${last}`);
  await page.getByRole('link', { name: `New contact “Ada Mae ${last}”` }).click();
  // The name and the organization are those of the meeting.
  const contact = columnAt(page, 2);
  const valueOf = (name: RegExp): Promise<string> => contact.getByRole('textbox', { name }).inputValue();
  await expect.poll(() => valueOf(/^First name/)).toBe('Ada Mae');
  expect(await valueOf(/^Last name/)).toBe(last);
  expect(await contact.getByRole('combobox', { name: /^Organization/ }).inputValue()).toMatch(/^Northline/);
  await screenshot(page, 'picker-new-contact');
  await contact.getByRole('button', { name: 'Create' }).click();
  await meeting.getByRole('link', { name: `Ada Mae ${last}`, exact: true }).waitFor();
  expect(await contacts.inputValue()).toBe('');
  expect(await contacts.getAttribute('aria-invalid')).not.toBe('true');
  await screenshot(page, 'picker-new-contact-chosen');
});

it('[ADM-01] [EXPERIENCE] the log is filtered and an entry is opened by keyboard only', async () => {
  const { page } = await world.open({ as: 'admin', at: '/admin.log', screen: 'wide' });
  const list = await shownList(page);
  await list.getByText('Signed in', { exact: true }).first().waitFor();
  await tabTo(page, /^Sign ins/);
  await page.keyboard.press('Space');
  await expect
    .poll(() =>
      list
        .getByRole('checkbox', { name: /^Sign ins/ })
        .first()
        .isChecked(),
    )
    .toBe(true);
  await list
    .getByRole('link', { name: /^Signed in/ })
    .first()
    .waitFor();
  await tabToTable(page);
  await page.keyboard.press('Enter');
  await page.waitForURL(/i-LogEntry-\d+/);
  await columnAt(page, 2).getByRole('article').getByText('Signed in', { exact: true }).first().waitFor();
});

it('[ADM-01] [EXPERIENCE] the log is filtered and an entry is opened by touch only', async () => {
  const { page } = await world.open({ as: 'admin', at: '/admin.log', screen: 'touch' });
  const list = await shownList(page);
  await list
    .getByRole('button', { name: /^Filters/ })
    .filter({ visible: true })
    .tap();
  const choice = page
    .getByRole('checkbox', { name: /^Sign ins/ })
    .filter({ visible: true })
    .first();
  await choice.tap();
  await expect.poll(() => choice.isChecked()).toBe(true);
  await screenshot(page, 'touch-log-filters');
  await page.getByRole('button', { name: /^Show \d+ results?$/ }).tap();
  const entry = list.getByRole('link', { name: /^Signed in/ }).first();
  await entry.tap();
  await page.waitForURL(/i-LogEntry-\d+/);
  await page.getByRole('article').getByText('Signed in', { exact: true }).first().waitFor();
  await screenshot(page, 'touch-log-entry');
});
