// Two people: one saves a search with an alert, the other adds an item; the bell rings, and leads to the results.

import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { columnAt, resultCount, shownList } from 'tests/e2e/harness/columns.ts';
import { addHomePanel } from 'tests/e2e/harness/home.ts';
import { arrowTo, tabTo } from 'tests/e2e/harness/keys.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it("[NTFY-01] [SRCH-04] a saved search rings the bell when another user's item enters it, and a click opens it with that item marked", async () => {
  const { page: theirs } = await world.open({ as: 'admin' });
  const { page: mine } = await world.open({ as: 'staff' });
  await theirs.goto('/archive.catalogue?c0=Estuary');
  const list = columnAt(theirs, 0);
  await list.getByText('No results', { exact: true }).first().waitFor();
  await list.getByRole('button', { name: 'Saved searches' }).click();
  await theirs.getByRole('menuitem', { name: 'Save this search' }).click();
  const dialog = theirs.getByRole('dialog');
  await dialog.getByRole('textbox').fill('About the estuary');
  await dialog.getByLabel('When new records appear').selectOption({ label: 'A notice in the bell' });
  await screenshot(theirs, 'save-search');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await list
    .getByRole('button', { name: 'When new records appear in “About the estuary”: A notice in the bell' })
    .waitFor();
  await theirs.goto('/');
  const panel = await addHomePanel(theirs, 'Saved searches');
  await panel.getByRole('link', { name: 'About the estuary' }).waitFor();
  await screenshot(theirs, 'saved-on-home');

  await mine.goto('/i-ArchiveEntry-3');
  const entry = columnAt(mine, 0);
  await entry.getByRole('tab', { name: 'Edit' }).click();
  await entry.getByLabel(/^Secondary title/).fill('Estuary at low tide');
  await entry
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();

  await theirs.getByRole('button', { name: /^Notices, 1 unread/ }).click();
  await theirs.getByRole('menuitem', { name: /is new in your search “About the estuary”/ }).click();
  await theirs.waitForURL(/archive\.catalogue.*new/);
  await list.getByText('1 is new since your last alert').waitFor();
  await expect.poll(() => list.locator('.kk-new-mark').count()).toBe(1);
  await screenshot(theirs, 'alerted-search');
  await theirs.getByRole('button', { name: 'Notices', exact: true }).waitFor();
  await list.getByRole('button', { name: 'Remove the marks' }).click();
  await expect.poll(() => list.locator('.kk-new-mark').count()).toBe(0);
});

/** The archive as a member has it, who has no page of the catalogue. */
const ENTRIES = '/search?c0=.f._t%3DArchiveEntry';

it('[SRCH-04] [NTFY-01] [EXPERIENCE] a member saves a search, opens it again, and turns its alert off, by keyboard only', async () => {
  const { page } = await world.open({ as: 'member', at: ENTRIES });
  const list = await shownList(page);
  const all = await resultCount(list);
  await tabTo(page, /^Search in this list/);
  await page.keyboard.type('canoe');
  await expect.poll(() => resultCount(list)).toBeLessThan(all);
  const few = await resultCount(list);
  await tabTo(page, /^Saved searches/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Save this search' }).waitFor();
  await arrowTo(page, /^Save this search$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Name/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Canoes by key');
  await tabTo(page, /^When new records appear/);
  await page.keyboard.type('A notice in');
  await tabTo(page, /^Save$/);
  await page.keyboard.press('Enter');
  const alert = (mode: string): string => `When new records appear in “Canoes by key”: ${mode}`;
  await list.getByRole('button', { name: alert('A notice in the bell') }).waitFor();

  await page.goto(ENTRIES);
  await expect.poll(() => resultCount(list)).toBe(all);
  await tabTo(page, /^Saved searches/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Canoes by key' }).waitFor();
  await arrowTo(page, /^Canoes by key/);
  await page.keyboard.press('Enter');
  await expect.poll(() => resultCount(list)).toBe(few);
  await tabTo(page, /^When new records appear in “Canoes by key”/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'No notice' }).waitFor();
  await arrowTo(page, /^No notice/, 'ArrowUp');
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: alert('No notice') }).waitFor();
});

it('[SRCH-04] [NTFY-01] [EXPERIENCE] a member saves a search, is alerted, and opens it from the bell, by taps', async () => {
  const page = await onPhone(world, '/search?c0=Sandbar', 'member');
  const list = columnAt(page, 1);
  await list.getByRole('button', { name: 'Saved searches' }).filter({ visible: true }).tap();
  const save = page.getByRole('menuitem', { name: 'Save this search' });
  await save.waitFor();
  expect((await save.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await save.tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').tap();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('Sandbars');
  // The list of values is drawn by the phone itself.
  await dialog.getByLabel('When new records appear').selectOption({ label: 'A notice in the bell' });
  await screenshot(page, 'touch-save-search');
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap();
  await dialog.waitFor({ state: 'detached' });
  await screenshot(page, 'touch-saved-search');

  const values = { title: 'Chart of the sandbar', owner: 'Organization-1', type: 'MAP' };
  await askAs(world.url, 'staff', ['create/ArchiveEntry', values]);
  await page.getByRole('button', { name: /^Notices, \d+ unread/ }).tap();
  await page.getByRole('menuitem', { name: /is new in your search “Sandbars”/ }).tap();
  await page.waitForURL(/\/search.*new/);
  await list.locator('.kk-new-mark').first().waitFor();
  await screenshot(page, 'touch-alerted-search');

  // The page of notices leads to the same results.
  await page.goto('/notifications');
  await page
    .getByRole('link', { name: /is new in your search “Sandbars”/ })
    .first()
    .tap();
  await page.waitForURL(/\/search.*new/);
  await list.locator('.kk-new-mark').first().waitFor();
});
