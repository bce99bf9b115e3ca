// Writing on a page that was loaded without a connection: nothing could be stored there, so nothing is offered, and nothing is lost.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { untilStored, withoutNetwork } from 'tests/e2e/harness/deviceCopies.ts';
import { onDevice } from 'tests/e2e/harness/onDevice.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { CUT_LINE_ERRORS } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const LATER = 'You have been offline since this page was loaded. You can write again when the connection is back.';

describe('a page that was loaded without a connection', { timeout: 300_000 }, () => {
  const world = useWorld();

  const found = async (must: Json): Promise<readonly string[]> =>
    (await askAs(world.url, 'staff', ['search/ids', { must, max: 50 }]))['ids'] as readonly string[];
  const waiting = (page: Page) => page.locator('header').getByText(/not sent yet/);

  it('[CONN-05] offers no box for messages until the connection is back, and then sends what is written once', async () => {
    const look = { theme: 'dark', screen: 'phone', serviceWorker: true } as const;
    const { page, context, allowConsole } = await world.open({ ...look, as: 'member', at: '/i-Thread-6' });
    allowConsole(CUT_LINE_ERRORS);
    allowConsole(/Failed to fetch|Unable to preload/);
    const box = page.getByRole('textbox', { name: /^Write a message/ });
    await box.waitFor();
    await untilStored(page);
    await page.reload();
    await box.waitFor();
    await untilStored(page);
    await withoutNetwork(page, context);
    // This page was loaded with a connection: a message waits on the device.
    const before = `from the boat ${Date.now()}`;
    await box.fill(before);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('This is sent when the connection is back').waitFor();
    await waiting(page).waitFor();
    expect((await onDevice(page)).drafts).toHaveLength(1);

    await page.reload();
    await page.getByText(LATER).waitFor({ timeout: 30_000 });
    expect(await box.count()).toBe(0);
    await waiting(page).waitFor();
    await screenshot(page, 'offline-no-message');
    // A star is sent at once, so it is refused with a message.
    await page.keyboard.press('s');
    await page.getByText('The server cannot be reached.').first().waitFor();
    expect(await axe(page)).toEqual([]);

    await context.setOffline(false);
    await box.waitFor({ timeout: 60_000 });
    await page.getByText(LATER).waitFor({ state: 'detached' });
    await waiting(page).waitFor({ state: 'detached' });
    const after = `ashore again ${Date.now()}`;
    await box.fill(after);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const arrived = async (): Promise<readonly number[]> => {
      const ids = await found({ _t: ['Message'], thread: ['Thread-6'] });
      const bodies = await Promise.all(
        ids.map(async (id) => (await askAs(world.url, 'member', [`read/${id}`, null]))['body']),
      );
      return [before, after].map((text) => bodies.filter((body) => body === text).length);
    };
    await expect.poll(arrived, { timeout: 30_000 }).toEqual([1, 1]);
  });

  it('[CONN-05] offers no form of a new record until the connection is back, and then creates one', async () => {
    const { page, context, allowConsole } = await world.open({
      ...{ serviceWorker: true, as: 'staff', at: '/archive.catalogue' },
    });
    allowConsole(CUT_LINE_ERRORS);
    allowConsole(/Failed to fetch|Unable to preload/);
    const list = await shownList(page);
    await list.getByRole('button', { name: 'New archive entry' }).click();
    await columnAt(page, 2)
      .getByLabel(/^Title/)
      .waitFor();
    await untilStored(page);
    // The form of the new record stays open in the second column.
    await page.reload();
    await shownList(page);
    await untilStored(page);
    await withoutNetwork(page, context);
    await page.reload();
    await page.getByText(/are on this device, as of/).waitFor({ timeout: 30_000 });
    expect(await columnAt(page, 1).getByRole('button', { name: 'New archive entry' }).count()).toBe(0);
    await columnAt(page, 2).getByText(LATER).waitFor({ timeout: 30_000 });
    expect(await columnAt(page, 2).getByRole('textbox').count()).toBe(0);
    expect(await columnAt(page, 2).getByRole('button', { name: 'Create' }).count()).toBe(0);
    await screenshot(page, 'offline-no-new-record');
    expect(await axe(page)).toEqual([]);
    expect(await waiting(page).count()).toBe(0);

    await context.setOffline(false);
    const title = `A tape of the shore ${Date.now()}`;
    await columnAt(page, 2)
      .getByLabel(/^Title/)
      .fill(title, { timeout: 60_000 });
    await columnAt(page, 2).getByRole('button', { name: 'Create' }).click();
    await columnAt(page, 2).getByRole('heading', { name: title }).first().waitFor();
    await expect.poll(() => found({ _t: ['ArchiveEntry'], text: [title] })).toHaveLength(1);
  });
});

describe('a new record that is saved without a connection', { timeout: 180_000 }, () => {
  const world = useWorld();
  const found = async (title: string): Promise<readonly Json[]> => {
    const { ids } = await askAs(world.url, 'staff', [
      'search/ids',
      { must: { _t: ['ArchiveEntry'], text: [title] }, max: 9 },
    ]);
    return ids as readonly Json[];
  };

  it('[CONN-05] is shown when it is sent, with what was typed since as its unsaved changes', async () => {
    const { page, context, allowConsole } = await world.open({ as: 'staff', at: '/archive.catalogue', screen: 'wide' });
    allowConsole(CUT_LINE_ERRORS);
    const list = await shownList(page);
    await list.getByRole('button', { name: 'New archive entry' }).click();
    const item = columnAt(page, 2);
    const title = `Written at the point ${Date.now()}`;
    await item.getByLabel(/^Title/).fill(title);
    await context.setOffline(true);
    await item.getByRole('button', { name: 'Create' }).click();
    await item.getByText(/^Saved on this device/).waitFor();
    await screenshot(page, 'offline-new-record');
    await item.getByLabel(/^Secondary title/).fill('typed after it');
    await context.setOffline(false);
    await item.getByRole('button', { name: 'Save now' }).waitFor({ timeout: 60_000 });
    expect(await item.getByLabel(/^Title/).inputValue()).toBe(title);
    expect(await item.getByLabel(/^Secondary title/).inputValue()).toBe('typed after it');
    const [id] = await found(title);
    expect(page.url()).toContain(`i-${String(id)}`);
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await askAs(world.url, 'staff', [`read/${String(id)}`, null])).secondaryTitle)
      .toBe('typed after it');
    expect(await found(title)).toHaveLength(1);
    await page
      .locator('header')
      .getByText(/not sent yet/)
      .waitFor({ state: 'detached' });
  });

  it('[CONN-05] is one record with all that was saved, also when it was saved twice before it is sent', async () => {
    const { page, context, allowConsole } = await world.open({ as: 'staff', at: '/i-ArchiveEntry-0-twice' });
    allowConsole(CUT_LINE_ERRORS);
    const item = columnAt(page, 1);
    const title = `Written twice ${Date.now()}`;
    await item.getByLabel(/^Title/).fill(title);
    await context.setOffline(true);
    await page.keyboard.press('Control+s');
    await item.getByText(/^Saved on this device/).waitFor();
    await item.getByLabel(/^Secondary title/).fill('saved again');
    await page.keyboard.press('Control+s');
    await context.setOffline(false);
    await page.waitForURL(/i-ArchiveEntry-\d{2,}/u, { timeout: 60_000 });
    await item.getByRole('heading', { name: title }).first().waitFor();
    const [id] = await found(title);
    await expect
      .poll(async () => (await askAs(world.url, 'staff', [`read/${String(id)}`, null])).secondaryTitle)
      .toBe('saved again');
    expect(await found(title)).toHaveLength(1);
  });
});
