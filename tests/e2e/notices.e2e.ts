// Two people: what one asks for, the other finds at the bell at once, opens, and has read.

import { describe, expect, it } from 'vitest';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

describe('notices', () => {
  const world = useWorld();

  it('[NTFY-01] come live, say who did what, lead to the item, and are read when it was opened', async () => {
    const { page: theirs } = await world.open({ as: 'admin' });
    const { page: mine } = await world.open({ as: 'staff' });
    await theirs.goto('/i-ArchiveEntry-3');
    const item = columnAt(theirs, 1);
    await item.getByRole('button', { name: /^Notices of this record/ }).click();
    await theirs.getByRole('menuitemradio', { name: /^Follow/ }).click();
    await item.getByRole('button', { name: /Follow/ }).waitFor();
    await theirs.goto('/');
    await theirs.getByRole('button', { name: /^Notifications/ }).waitFor();

    await mine.goto('/i-ArchiveEntry-3');
    const entry = columnAt(mine, 1);
    await entry.getByRole('tab', { name: 'Edit' }).click();
    await entry.getByLabel(/^Secondary title/).fill('Seen from the bell');
    await entry
      .getByRole('button', { name: /^Save( now)?$/ })
      .first()
      .click();

    const bell = theirs.getByRole('button', { name: /^Notifications, \d+ unread/ });
    await bell.click();
    const line = theirs.getByRole('menuitem', { name: /changed/ }).first();
    await screenshot(theirs, 'bell');
    expect(await line.textContent()).not.toMatch(/ArchiveEntry-\d/);
    await line.click();
    await theirs.getByText('Seen from the bell').first().waitFor();
    await theirs.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await theirs.goto('/notifications');
    await theirs.getByRole('heading', { name: 'Today' }).waitFor();
    await screenshot(theirs, 'notifications');
    await theirs.getByRole('button', { name: 'Settings' }).click();
    const mode = theirs.getByLabel('Somebody asks for access');
    const before = await mode.inputValue();
    const other = before === 'NONE' ? 'DIGEST' : 'NONE';
    await screenshot(theirs, 'notice-settings');
    await mode.selectOption(other);
    const kept = async (): Promise<string> => {
      await theirs.reload();
      await theirs.getByRole('button', { name: 'Settings' }).click();
      return await mode.inputValue();
    };
    await expect.poll(kept, { timeout: 20_000 }).toBe(other);
  });
});
