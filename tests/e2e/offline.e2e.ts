// A thin line that breaks: what was saved meanwhile waits where everybody can see it, and goes out once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { startCutter, type Cutter } from 'tests/e2e/harness/startCutter.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { signIn } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

describe('without a connection', () => {
  const world = useWorld({ PUBLIC_URL: '' });
  let line: Cutter;
  beforeAll(async () => {
    line = await startCutter(world.url);
  });
  afterAll(() => line.stop());

  it('[CONN-05] a save waits, the person sees it, and it goes out once', { timeout: 90_000 }, async () => {
    const { page, allowConsole } = await world.open({ url: line.url });
    allowConsole(/ERR_|WebSocket|Failed to load|Unable to load/);
    await signIn(page, 'staff');
    const list = await openList(page, '/archive.catalogue');
    const href = await list.locator('a[href*="/i-ArchiveEntry-"]').nth(4).getAttribute('href');
    await page.goto(`/${/i-ArchiveEntry-\d+/.exec(href ?? '')?.[0] ?? ''}`);
    const item = columnAt(page, 1);
    await startEditing(item);
    await page.locator('header').getByText('Connected').waitFor();
    line.cut();
    await page.locator('header').getByText('no connection').waitFor();
    await item.getByLabel(/^Secondary title/).fill('Written without a connection');
    await item
      .getByRole('button', { name: /^Save( now)?$/ })
      .first()
      .click();
    await item.getByText('Waiting for the connection').first().waitFor();
    await screenshot(page, 'offline');
    line.mend();
    // Unless it has come back by itself meanwhile.
    const live = page.locator('header').getByText('Connected');
    const retry = page.getByRole('button', { name: 'Retry now' }).first();
    await retry.click({ timeout: 5_000 }).catch(() => undefined);
    await live.waitFor({ timeout: 60_000 });
    await item.getByText('Waiting for the connection').first().waitFor({ state: 'detached' });
    await item.getByRole('tab', { name: 'History' }).click();
    await item.getByText('Written without a connection').first().waitFor();
    expect(await item.getByText('Written without a connection').count()).toBe(1);
  });
});
