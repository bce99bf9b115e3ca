// Signing out without a connection: the question about unsaved work is on the device, and nothing about a record is left for the next person.
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { untilStored, withoutNetwork } from 'tests/e2e/harness/deviceCopies.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { CUT_LINE_ERRORS } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it(
  '[CONN-05] names what is not saved, and what happens to it, before a person signs out',
  { timeout: 180_000 },
  async () => {
    const look = { serviceWorker: true, screen: 'desktop', theme: 'dark' } as const;
    const { page, context, allowConsole } = await world.open({ ...look, as: 'staff', at: '/i-ArchiveEntry-3' });
    allowConsole(CUT_LINE_ERRORS);
    allowConsole(/Failed to fetch|Unable to preload/);
    await columnAt(page, 1).getByRole('heading', { level: 2 }).first().waitFor();
    await untilStored(page);
    await page.keyboard.press('e');
    const title = columnAt(page, 1).getByLabel(/^Title/);
    await title.waitFor();
    await untilStored(page);
    await withoutNetwork(page, context);
    await title.fill('A title from the boat');
    await page.locator('.kk-user').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('alertdialog', { name: '1 record is not saved' });
    await dialog.getByRole('radio', { name: /^Leave it on this device/ }).waitFor();
    await screenshot(page, 'offline-sign-out');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in$/);
  },
);
