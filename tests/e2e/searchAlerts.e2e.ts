// Two people: one saves a search with an alert, the other adds an item; the bell rings, and leads to the results.

import { expect, it } from 'vitest';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { addHomePanel } from 'tests/e2e/harness/home.ts';
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
