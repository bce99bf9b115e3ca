// A slow connection that breaks: changes saved in the meantime wait visibly, and are sent once.
import { rm } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CLOSES } from 'src/model/generated/problems.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe, axeColours } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { screens } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { signIn, tokenOf } from 'tests/e2e/harness/signIn.ts';
import { chooseFiles, CUT_LINE_ERRORS, noisePicture, slowSender, useCutLine } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

/** Number of file records and file parts that this device stores. */
const keptRecords = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const request = indexedDB.open('knowledge-keeper-files');
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const stores = request.result.transaction(['heads', 'pieces']);
    const counts = ['heads', 'pieces'].map((name) => stores.objectStore(name).count());
    await new Promise((resolve) => stores.addEventListener('complete', resolve));
    request.result.close();
    return counts.reduce((sum, { result }) => sum + result, 0);
  });

/** Number of saves of the item, read from the server by another connection. */
const versionOf = async (url: string, token: string, id: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o: `read/${id}` }) });
  return ((await answer.json()) as { b: { _u: number } }).b._u;
};

describe('without a connection', () => {
  const world = useWorld({ PUBLIC_URL: '' });
  const bad = useCutLine(world);

  it('[CONN-05] a save waits, the person sees it, and it goes out once', { timeout: 90_000 }, async () => {
    const { line } = bad;
    const { page, allowConsole } = await world.open({ serviceWorker: true, url: line.url });
    allowConsole(CUT_LINE_ERRORS);
    await signIn(page, 'staff');
    const list = await openList(page, '/archive.catalogue');
    const href = await list.locator('a[href*="/i-ArchiveEntry-"]').nth(4).getAttribute('href');
    const path = /i-ArchiveEntry-\d+/.exec(href ?? '')?.[0] ?? '';
    const token = await tokenOf(world.url, 'staff');
    const version = (): Promise<number> => versionOf(world.url, token, path.slice(2));
    const before = await version();
    const sent: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    await page.goto(`/${path}`);
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
    // Does nothing if the connection has already returned by itself.
    const live = page.locator('header').getByText('Connected');
    const retry = page.getByRole('button', { name: 'Try now' }).first();
    await retry.click({ timeout: 5_000 }).catch(() => undefined);
    await live.waitFor({ timeout: 60_000 });
    await item.getByText('Waiting for the connection').first().waitFor({ state: 'detached' });
    await item.getByRole('tab', { name: 'History' }).click();
    await item.getByText('Written without a connection').first().waitFor();
    expect(await item.getByText('Written without a connection').count()).toBe(1);
    // A second request with the same key would not change the record visibly.
    expect(sent.filter((frame) => frame.includes('Written without a connection'))).toHaveLength(1);
    expect(await version()).toBe(before + 1);
  });

  it('[CONN-05] reported by the network is shown at once: no field is locked, no row is called refused', async () => {
    const { page, context, allowConsole } = await world.open({ serviceWorker: true, as: 'staff', screen: 'wide' });
    allowConsole(CUT_LINE_ERRORS);
    const list = await openList(page, '/archive.catalogue');
    await list.locator('a[href*="/i-ArchiveEntry-"]').nth(6).click();
    const item = columnAt(page, 2);
    await startEditing(item);
    const state = page.locator('header');
    await state.getByText('Connected').waitFor();
    await context.setOffline(true);
    await state.getByText('no connection').waitFor({ timeout: 10_000 });
    const field = item.getByLabel(/^Secondary title/);
    const text = `Written while the network was away ${Date.now()}`;
    await field.fill(text);
    await item
      .getByRole('button', { name: /^Save( now)?$/ })
      .first()
      .click();
    await item.getByText('Waiting for the connection').first().waitFor();
    expect(await field.isEditable()).toBe(true);

    await list.locator('li[data-item]').nth(3).hover();
    await page.mouse.wheel(0, 12_000);
    const unread = list.getByText('Not loaded yet: no connection');
    await unread.first().waitFor();
    expect(await list.getByText('Not visible to you').count()).toBe(0);
    const named = await list.locator('.kk-facet-name').allInnerTexts();
    expect(named.filter((name) => /^[A-Z_/]{4,}$/.test(name))).toEqual([]);

    await context.setOffline(false);
    await state.getByText('Connected').waitFor({ timeout: 60_000 });
    await item.getByText('Waiting for the connection').first().waitFor({ state: 'detached' });
    await unread.first().waitFor({ state: 'detached' });
    await item.getByRole('tab', { name: 'Archive entry' }).click();
    await item.getByRole('article').getByText(text).waitFor();
  });

  it('[CONN-05] [CONS-01] what changes without a version of its record while the network is away is shown once it is back', async () => {
    const move = (id: string, name: string, props?: Readonly<Record<string, string>>): Promise<unknown> => {
      const [_t = '', number] = id.split('-');
      return askAs(world.url, 'admin', [
        'act/transition',
        { _t, _i: Number(number), name, reason: 'By post', ...(props && { props }) },
      ]);
    };
    const question = { must: { _t: ['ConsultResponse'], consultation: ['Consultation-1'] } };
    const { ids } = await askAs(world.url, 'admin', ['search/ids', question]);
    const all = await Promise.all((ids as string[]).map((id) => askAs(world.url, 'admin', [`read/${id}`, null])));
    const responseOf = (state: string): string => String(all.find((each) => each['state'] === state)?.['$id']);
    // Another change is answered, so that the record itself stays as it is.
    await move(responseOf('RESPONDED'), 'reopen');
    const { page, context, allowConsole } = await world.open({
      serviceWorker: true,
      as: 'proponent',
      at: '/i-Consultation-1',
    });
    allowConsole(CUT_LINE_ERRORS);
    const row = (state: string): Locator => columnAt(page, 1).getByRole('row', { name: `Tamber Inlet ${state}` });
    await row('Waiting for an answer').waitFor();
    await page.locator('header').getByText('Connected').waitFor();
    await context.setOffline(true);
    await page.locator('header').getByText('no connection').waitFor({ timeout: 10_000 });
    await move(responseOf('PENDING'), 'answerOffline', { offlineDay: '2026-01-05', offlineWay: 'LETTER' });
    expect(await row('Waiting for an answer').count()).toBe(1);
    await context.setOffline(false);
    await row('Answered elsewhere').waitFor({ timeout: 60_000 });
  });

  it(
    '[FILE-01] a picture whose upload is cut goes on by itself after a reload, and is there once it is saved',
    { timeout: 120_000 },
    async () => {
      const { line } = bad;
      const { page, allowConsole } = await world.open({ serviceWorker: true, url: line.url });
      allowConsole(CUT_LINE_ERRORS);
      await signIn(page, 'staff');
      await page.goto('/i-ArchiveEntry-7');
      const item = columnAt(page, 1);
      await startEditing(item);
      const files = item.getByRole('group', { name: /^Attachments/ });
      const picture = { name: 'Fireweed camp ᐊᓂᔑ.png' };
      const path = await bad.write(picture.name, await noisePicture(1000));
      const send = await slowSender(page);
      await send(250_000);
      await chooseFiles(page, files.getByRole('button', { name: 'Attach files' }), [path]);
      const caption = files.getByLabel(`Caption of ${picture.name}`);
      await caption.fill('Camp by the river');
      await expect.poll(() => files.getByText(/[1-9]\d% of .* sent/).count(), { timeout: 20_000 }).toBe(1);
      const save = item.getByRole('button', { name: /^Save( now)?$/ }).first();
      await save.click();
      await page
        .getByText(/A file is not on the server yet/)
        .first()
        .waitFor();
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(page, theme);
        expect(await (theme === 'light' ? axe : axeColours)(page)).toEqual([]);
        await screenshot(page, `uploading-${theme}`);
      }
      line.cut();
      await page.locator('header').getByText('no connection').waitFor();
      await screenshot(page, 'uploading-cut');
      line.mend();
      // The page lost its copy of the file, so the rest is sent from the copy on this device.
      await rm(path);
      const offsets: number[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
      });
      expect(await keptRecords(page)).toBeGreaterThan(1);
      await page.reload();
      await page.locator('header').getByText('Connected').waitFor({ timeout: 60_000 });
      await startEditing(item);
      await files.getByText(/[1-9]\d?% of .* sent/).waitFor();
      expect(await caption.inputValue()).toBe('Camp by the river');
      await screenshot(page, 'uploading-reloaded');
      await send(-1);
      await files.getByText('Attached when you save').waitFor({ timeout: 30_000 });
      expect(offsets[0]).toBeGreaterThan(0);
      await expect.poll(() => keptRecords(page)).toBe(0);
      await page.setViewportSize(screens.phone);
      await screenshot(page, 'uploaded-phone');
      await page.setViewportSize(screens.desktop);
      await save.click();
      const attached = item.getByRole('link', { name: picture.name }).first();
      await attached.waitFor();
      await item.getByRole('tab', { name: 'Archive entry' }).click();
      await item.getByText('Camp by the river').first().waitFor();
      const loaded = (): Promise<boolean> =>
        item
          .locator('img[src*="-image/"], img[src*="/attachment/"]')
          .evaluateAll((all) => all.some((each) => (each as HTMLImageElement).naturalWidth > 0));
      await expect.poll(loaded, { timeout: 20_000 }).toBe(true);
      await screenshot(page, 'uploaded-page');
    },
  );

  it('[CONN-05] [SHELL-08] [ERR-01] [SHELL-17] gives a first connection and its sign-in 20 s each, and says what to do when the line stays bad', async () => {
    const { line } = bad;
    const { page, allowConsole } = await world.open({ serviceWorker: true, as: 'staff', url: line.url, at: '/' });
    allowConsole(/WebSocket/);
    const { clock } = page;
    const state = page.locator('header').getByText('no connection');
    const help = 'The connection is poor. You can continue to work: this device keeps what you save';
    const notice = page.getByRole('region', { name: 'Messages' }).getByText(help);
    const untilShown = (what: Locator): Promise<void> =>
      expect.poll(() => clock.runFor(250).then(() => what.count())).toBe(1);
    await clock.install();
    line.hold('answers');
    await clock.pauseAt(new Date(Date.now() + 60_000));
    await page.reload();
    await expect.poll(() => line.held()).toBe(1);
    await clock.runFor(19_000);
    expect([await state.count(), line.closeCodes]).toEqual([0, []]);
    await clock.runFor(1100);
    await expect.poll(() => line.closeCodes).toEqual([CLOSES.noReply]);
    await untilShown(state);

    await page.goto('about:blank');
    await expect.poll(() => line.held()).toBe(0);
    line.hold('opening');
    await page.goto('/');
    await expect.poll(() => line.held()).toBe(1);
    await clock.runFor(19_000);
    expect(await state.count()).toBe(0);
    await clock.runFor(1100);
    await untilShown(state);

    await clock.runFor(27_000);
    expect(await notice.count()).toBe(0);
    await untilShown(notice);
    await screenshot(page, 'bad-connection');
    // Shown for 6 s; what the page needs to draw on a busy machine has taken up to a second of them.
    await clock.runFor(4500);
    expect(await notice.count()).toBe(1);
    await clock.runFor(1500);
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Help' }).click();
    const panel = page.getByRole('region', { name: 'Help' });
    await panel.getByText(help).waitFor();
    // An attempt may be in progress; the countdown is to the one after it.
    await untilShown(panel.getByText(/No connection · next try in \d+ s/));

    line.hold('nothing');
    await panel.getByRole('button', { name: 'Try now' }).click();
    await page.getByText('Connected again.').first().waitFor();
    await panel.getByText('Connected', { exact: true }).waitFor();
    expect(await panel.getByText(help).count()).toBe(0);
  });
});
