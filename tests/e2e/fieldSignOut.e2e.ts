// Two people with one phone: what one has not sent stays closed to the other, and is sent after its person has signed in again.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addFieldProgram, recordsOf } from 'tests/e2e/fieldPrograms.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { ENDED_SESSION } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { signIn } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const SPECIES = 'Heron of the closed bay';

/** Returns the names of the databases of field data that open without signing in, and those that do not. */
const vaults = (page: Page): Promise<{ open: string[]; closed: string[] }> =>
  page.evaluate(async () => {
    const found: { open: string[]; closed: string[] } = { open: [], closed: [] };
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('knowledge-keeper-field-')) continue;
      const request = indexedDB.open(name);
      await new Promise((resolve) => request.addEventListener('success', resolve));
      const keys = request.result.transaction('keys').objectStore('keys').count();
      await new Promise((resolve) => keys.addEventListener('success', resolve));
      found[keys.result > 0 ? 'open' : 'closed'].push(name);
      request.result.close();
    }
    return found;
  });

const signOutByMenu = async (page: Page): Promise<void> => {
  await page.goto('/');
  await page.locator('.kk-user').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};

it(
  '[GEO-01] closes what is not sent when its person signs out, hides it from others, and sends it after the person is back',
  { timeout: 240_000 },
  async () => {
    const program = await addFieldProgram(world.url, 'Herons of the bay');
    const { page, allowConsole } = await world.open({ as: 'member', screen: 'desktop' });
    allowConsole(ENDED_SESSION);
    await page.goto('/field');
    await page.getByRole('button', { name: 'New: Heron nests' }).first().click();
    await page.getByLabel('Species').fill(SPECIES);
    await page.getByRole('heading', { name: `Nest of ${SPECIES}` }).waitFor();
    await signOutByMenu(page);
    const dialog = page.getByRole('alertdialog', { name: '1 entry is not sent' });
    await dialog.getByText('1 entry that is not sent').waitFor();
    await screenshot(page, 'field-sign-out');
    await dialog.getByRole('radio', { name: /^Leave it on this device/ }).check();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in$/);
    expect(await vaults(page)).toMatchObject({ open: [], closed: [expect.stringContaining('User-')] });
    // A visitor, who may be the owner, and the next person read that something waits, and see nothing of it.
    await page.goto('/field');
    await page.getByText('1 entry that is not sent is on this device').waitFor();
    expect(await page.getByText('another person').count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toContain(SPECIES);
    expect(await axe(page)).toEqual([]);
    await signIn(page, 'staff');
    await page.goto('/field');
    await page.getByText('1 entry of another person is waiting on this device').waitFor();
    await page.getByRole('navigation').getByRole('button', { name: 'Entries' }).click();
    await page.getByText('No entries on this device').waitFor();
    await screenshot(page, 'field-closed-entries');
    expect(await page.locator('body').innerText()).not.toContain(SPECIES);
    // The second person has nothing to send, so there is no question and nothing stays.
    await signOutByMenu(page);
    await page.waitForURL(/\/sign-in$/);
    expect((await vaults(page)).open).toEqual([]);
    expect((await vaults(page)).closed).toHaveLength(1);
    await signIn(page, 'member');
    await page.goto('/field');
    await page.getByRole('navigation').getByRole('button', { name: 'Entries' }).click();
    await page.getByText(`Nest of ${SPECIES}`).click();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 });
    expect((await recordsOf(world.url, program)).map((record) => [record['$label'], record['state']])).toEqual([
      [`Nest of ${SPECIES}`, 'RECEIVED'],
    ]);
    await signOutByMenu(page);
    await page.waitForURL(/\/sign-in$/);
    expect(await vaults(page)).toEqual({ open: [], closed: [] });
  },
);
