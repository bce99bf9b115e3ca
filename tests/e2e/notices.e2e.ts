// Two people: one requests access, and the other immediately finds the request at the bell, opens it, and marks it as read.

import { describe, expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

/** More kinds than the notices of a person of the sample have. The registry has about 60. */
const MOST_OWN_KINDS = 20;

describe('notices', () => {
  const world = useWorld();
  const modesKept = async (): Promise<unknown> => {
    const { _t = '', _i = 0 } = await askAs(world.url, 'admin', ['getSessionUser', null]);
    return (await askAs(world.url, 'admin', ['act/noticePreferences', { _t, _i }]))['modes'];
  };

  it('[NTFY-01] come live, say who did what, lead to the item, and are read when it was opened', async () => {
    // A retry uses another one.
    const said = `Seen from the bell at ${Date.now()}`;
    const { page: theirs } = await world.open({ as: 'admin', at: '/i-ArchiveEntry-3' });
    const item = columnAt(theirs, 1);
    await item.getByRole('button', { name: /^Notices about this record/ }).click();
    await theirs.getByRole('menuitemradio', { name: /^Follow/ }).click();
    await item.getByRole('button', { name: /Follow/ }).waitFor();
    await theirs.goto('/');
    await theirs.getByRole('button', { name: /^Notices/ }).waitFor();

    const { page: mine } = await world.open({ as: 'staff', at: '/i-ArchiveEntry-3' });
    const entry = columnAt(mine, 1);
    await entry.getByRole('tab', { name: 'Edit' }).click();
    await entry.getByLabel(/^Secondary title/).fill(said);
    await entry
      .getByRole('button', { name: /^Save( now)?$/ })
      .first()
      .click();

    const bell = theirs.getByRole('button', { name: /^Notices, \d+ unread/ });
    await bell.click();
    const line = theirs.getByRole('menuitem', { name: /changed/ }).first();
    await screenshot(theirs, 'bell');
    expect(await line.textContent()).not.toMatch(/ArchiveEntry-\d/);
    await line.click();
    await theirs.getByText(said).first().waitFor();
    await theirs.getByRole('button', { name: 'Notices', exact: true }).waitFor();
    await theirs.goto('/notifications');
    await theirs.getByRole('heading', { name: 'Today' }).waitFor();
    // The kinds of the person's notices come first, the others are a group of their own.
    const own = theirs.getByLabel('About', { exact: true }).locator('> option');
    await expect.poll(() => own.count()).toBeGreaterThan(1);
    expect(await own.count()).toBeLessThan(MOST_OWN_KINDS);
    await theirs
      .locator('optgroup[label="Not in your latest notices"] > option')
      .first()
      .waitFor({ state: 'attached' });
    await theirs
      .getByRole('button', { name: /^Mark unread: / })
      .first()
      .click();
    const unread = theirs.getByRole('button', { name: /^Mark read: / }).first();
    await theirs.mouse.move(0, 0);
    await unread.hover();
    await theirs.locator('.kk-tooltip').waitFor();
    expect(await axe(theirs)).toEqual([]);
    await screenshot(theirs, 'notifications');
    await unread.click();
    await theirs.getByRole('button', { name: 'Notices', exact: true }).waitFor();
    await theirs.getByRole('button', { name: 'Settings' }).click();
    const mode = theirs.getByLabel('Someone asks for access');
    const before = await mode.inputValue();
    const other = before === 'NONE' ? 'DIGEST' : 'NONE';
    await screenshot(theirs, 'notice-settings');
    const modes = await modesKept();
    await mode.selectOption(other);
    await expect.poll(modesKept).not.toEqual(modes);
    await theirs.reload();
    await theirs.getByRole('button', { name: 'Settings' }).click();
    await expect.poll(() => mode.inputValue()).toBe(other);
  });
});
