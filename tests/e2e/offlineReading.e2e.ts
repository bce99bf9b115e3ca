// Reading without a connection: what was opened lately is on the device, with the rights of the last connection, and goes with the session.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, shownList, startEditing } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { storedRows, untilStored, withoutNetwork } from 'tests/e2e/harness/deviceCopies.ts';
import { CUT_LINE_ERRORS } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const HEAD_OF_TWO_ROWS = 104;
/** The tests star more records within a minute than a person does. */
const folder = mkdtempSync(join(tmpdir(), 'kk-'));
const siteFile = join(folder, 'site.json');
const ample = { perSecond: 1_000, burst: 10_000 };
writeFileSync(siteFile, JSON.stringify({ limits: { write: ample, search: ample, other: ample } }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const titleOf = async (url: string, id: string): Promise<string> =>
  String((await askAs(url, 'staff', [`read/${id}`, null]))['title']);

const firstWithFiles = async (url: string, ids: readonly string[]): Promise<string> => {
  for (const id of ids.slice(1)) {
    const { attachments } = await askAs(url, 'staff', [`read/${id}`, null]);
    if (Array.isArray(attachments) && attachments.length > 0) return id;
  }
  throw new Error('no entry with files');
};

describe('without a connection', { timeout: 300_000 }, () => {
  const world = useWorld({ SITE_CONFIG: siteFile });

  const entries = async (must: Json): Promise<readonly string[]> => {
    const query = { must: { _t: ['ArchiveEntry'], ...(must as object) }, max: 40 };
    return (await askAs(world.url, 'staff', ['search/ids', query]))['ids'] as readonly string[];
  };

  it('[CONN-05] shows the list and the records that were opened, after a reload, and says which are not there', async () => {
    const [opened = ''] = await entries({ $access: ['PUBLIC'] });
    // A record of a type that no list on this device shows.
    const other = await findItem(world.url, { _t: ['Belonging'] });
    const { page, context, allowConsole } = await world.open({ serviceWorker: true, as: 'staff', at: `/i-${opened}` });
    allowConsole(CUT_LINE_ERRORS);
    const title = await titleOf(world.url, opened);
    await columnAt(page, 1).getByRole('heading', { name: title }).first().waitFor();
    await page.goto('/archive.catalogue');
    const list = await shownList(page);
    const first = await list.locator('li[data-item] a[href*="/i-"]').first().innerText();
    await untilStored(page);
    // The files that were loaded before the service worker started are asked for again.
    await page.reload();
    await shownList(page);
    await untilStored(page);
    await withoutNetwork(page, context);

    await page.reload();
    await page.getByText(/are on this device, as of/).waitFor({ timeout: 30_000 });
    await columnAt(page, 1).getByText(first, { exact: true }).first().waitFor();
    await screenshot(page, 'offline-list');
    expect(await axe(page)).toEqual([]);

    await page.goto(`/i-${opened}`);
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
    await columnAt(page, 1).getByRole('heading', { name: title }).first().waitFor();
    expect(await columnAt(page, 1).getByRole('tab', { name: 'Edit' }).count()).toBe(0);
    await screenshot(page, 'offline-record');
    expect(await axe(page)).toEqual([]);

    await page.goto(`/i-${other}`);
    await page.getByText('You are offline; this record is not on this device').waitFor({ timeout: 30_000 });
    await screenshot(page, 'offline-absent');
    await context.setOffline(false);
    await page
      .getByText('You are offline; this record is not on this device')
      .waitFor({ state: 'detached', timeout: 60_000 });
  });

  it('[PERM-01] never stores private records, and deletes what is closed to the person with the next connection', async () => {
    const [hidden = ''] = await entries({ $access: ['PRIVATE'] });
    const shared = await firstWithFiles(world.url, await entries({ $access: ['COMMUNITY'] }));
    const look = { theme: 'dark', screen: 'phone', serviceWorker: true } as const;
    const { page, context, allowConsole } = await world.open({ ...look, as: 'staff', at: `/i-${hidden}` });
    allowConsole(CUT_LINE_ERRORS);
    await columnAt(page, 1).getByRole('tab', { name: 'History' }).waitFor();
    await page.goto(`/i-${shared}`);
    await columnAt(page, 1).getByRole('tab', { name: 'History' }).waitFor();
    await untilStored(page);
    await withoutNetwork(page, context);
    await page.goto(`/i-${hidden}`);
    await page.getByText('You are offline; this record is not on this device').waitFor({ timeout: 30_000 });
    await page.goto(`/i-${shared}`);
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
    await page.getByText(/not on this device\. Files need a connection\.$/).waitFor();
    // Two rows: the tools, and the state of the connection.
    const head = await page.locator('header.kk-header').boundingBox();
    expect(head?.height).toBeLessThanOrEqual(HEAD_OF_TWO_ROWS);
    await screenshot(page, 'offline-record-phone');
    expect(await axe(page)).toEqual([]);

    const { _u = 0 } = await askAs(world.url, 'admin', [`read/${shared}`, null]);
    await askAs(world.url, 'admin', ['update', { $id: shared, _u, $access: 'PRIVATE' }]);
    await context.setOffline(false);
    await page.getByText('This is the record as it was on').waitFor({ state: 'detached', timeout: 60_000 });
    await untilStored(page);
    await withoutNetwork(page, context);
    await page.goto(`/i-${shared}`);
    await page.getByText('You are offline; this record is not on this device').waitFor({ timeout: 30_000 });
    await context.setOffline(false);
  });

  it('[CONN-05] keeps starred records readable that were never opened on this device', async () => {
    const other = await findItem(world.url, { _t: ['Belonging'] });
    const must = { _t: ['ArchiveEntry'], $access: ['PUBLIC', 'COMMUNITY'] };
    const sort = [{ key: 'updated', order: 'desc' }];
    const { ids } = await askAs(world.url, 'staff', ['search/ids', { must, sort, max: 60 }]);
    const [opened = '', ...stars] = ids as readonly string[];
    // More than the first rows of a list, which are stored as well.
    expect(stars.length).toBeGreaterThan(55);
    const late = stars.pop() ?? '';
    const early = stars.at(-1) ?? '';
    /** Stars a record on another device. */
    const star = (id: string): Promise<unknown> => {
      const [_t = '', number] = id.split('-');
      return askAs(world.url, 'staff', ['act/setStar', { _t, _i: Number(number), starred: true }]);
    };
    for (const id of stars) await star(id);
    const { page, context, allowConsole } = await world.open({ serviceWorker: true, as: 'staff', at: `/i-${opened}` });
    allowConsole(CUT_LINE_ERRORS);
    await columnAt(page, 1).getByRole('tab', { name: 'History' }).waitFor();
    await untilStored(page);
    await page.reload();
    await columnAt(page, 1).getByRole('tab', { name: 'History' }).waitFor();
    await untilStored(page);
    // While this page is open, also an older record, which is not the first among the stars.
    const before = await storedRows(page);
    await star(late);
    await expect.poll(() => storedRows(page), { timeout: 60_000 }).toBeGreaterThan(before);
    await withoutNetwork(page, context);
    for (const id of [early, late]) {
      const { $label } = await askAs(world.url, 'staff', [`read/${id}`, null]);
      await page.goto(`/i-${id}`);
      await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
      await columnAt(page, 1)
        .getByRole('heading', { name: String($label) })
        .first()
        .waitFor();
    }
    await screenshot(page, 'offline-starred');
    await page.goto(`/i-${other}`);
    await page.getByText('You are offline; this record is not on this device').waitFor({ timeout: 30_000 });
    await context.setOffline(false);
  });

  it('[CONN-05] removes everything when the time that the person has chosen is over without a connection', async () => {
    const [opened = ''] = await entries({ $access: ['PUBLIC'] });
    const { page, context, allowConsole } = await world.open({ serviceWorker: true, as: 'staff', at: `/i-${opened}` });
    allowConsole(CUT_LINE_ERRORS);
    await columnAt(page, 1).getByRole('tab', { name: 'History' }).waitFor();
    await untilStored(page);
    const now = await page.evaluate(() => Date.now());
    const afterHours = async (hours: number): Promise<void> => {
      await page.clock.setFixedTime(now + hours * 3_600_000);
      await page.goto(`/i-${opened}`);
    };
    const choose = async (offlineDays: number, label: string): Promise<void> => {
      await page.goto('/my-account');
      // The copies of this connection are stored before the choice.
      await untilStored(page);
      await page.getByLabel(/Keep on this device/).selectOption({ label });
      await expect
        .poll(async () => (await askAs(world.url, 'staff', ['getSessionUser', null]))['preferences'])
        .toMatchObject({ offlineDays });
      await untilStored(page);
      await withoutNetwork(page, context);
    };
    await choose(30, 'For 30 days');
    await afterHours(26);
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
    await page.clock.setFixedTime(now);
    await context.setOffline(false);
    await page.getByText('This is the record as it was on').waitFor({ state: 'detached', timeout: 60_000 });
    await choose(1, 'For one day');
    await afterHours(22);
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
    expect(await storedRows(page)).toBeGreaterThan(0);
    await afterHours(26);
    await page.getByText('You are offline; this record is not on this device').waitFor({ timeout: 30_000 });
    await expect.poll(() => storedRows(page)).toBe(0);
    await screenshot(page, 'offline-over');
    // A clock that is set back does not bring them back.
    await afterHours(1);
    await page.getByText('You are offline; this record is not on this device').waitFor({ timeout: 30_000 });
    await context.setOffline(false);
  });

  it('[CONN-05] home and the calendar do not say that there is nothing, only that it is not on this device', async () => {
    const { page, context, allowConsole } = await world.open({ serviceWorker: true, as: 'member', at: '/' });
    allowConsole(CUT_LINE_ERRORS);
    allowConsole(/Failed to fetch|Unable to preload/);
    const panel = (name: string): Locator => page.getByRole('region', { name, exact: true });
    const days = panel('My days');
    await days.locator('.kk-days-entry').first().waitFor();
    await page.locator('.kk-home-summary').getByText(/today/).waitFor();
    await untilStored(page);
    // The files that were loaded before the service worker started are asked for again.
    await page.reload();
    await days.locator('.kk-days-entry').first().waitFor();
    await untilStored(page);
    await withoutNetwork(page, context);

    const absent = 'You are offline; this is not on this device';
    const nothing = page.getByText(/^Nothing |Nothing today|nothing else this week/);
    await days.getByRole('link', { name: /^Calendar/ }).click();
    // The code of lists is loaded while nothing else is, so either the list is absent or the whole page.
    await columnAt(page, 1)
      .getByText(/^You are offline; this (list )?is not on this device$/)
      .waitFor({ timeout: 30_000 });
    expect(await page.getByText('tell your administrator').count()).toBe(0);
    await screenshot(page, 'offline-calendar');
    expect(await axe(page)).toEqual([]);
    await page.goBack();
    await days.getByText(absent).waitFor({ timeout: 30_000 });
    expect(await nothing.count()).toBe(0);

    // A page with a view of its own.
    await page.goto('/my-account');
    await columnAt(page, 1).getByText(absent).waitFor({ timeout: 30_000 });
    expect(await page.getByText('tell your administrator').count()).toBe(0);
    await page.goto('/');
    await days.getByText(absent).waitFor({ timeout: 30_000 });
    await panel('Waiting for me').getByText(absent).waitFor({ timeout: 30_000 });
    expect(await nothing.count()).toBe(0);
    await screenshot(page, 'offline-home');
    expect(await axe(page)).toEqual([]);

    await context.setOffline(false);
    await days.locator('.kk-days-entry').first().waitFor({ timeout: 60_000 });
    await page.locator('.kk-home-summary').getByText(/today/).waitFor();
  });

  it('[CONN-05] a change that was saved offline is counted after a load, and sent with the next connection', async () => {
    const [id = ''] = await entries({ $access: ['PUBLIC'] });
    const { page, context, allowConsole } = await world.open({ serviceWorker: true, as: 'staff', at: `/i-${id}` });
    allowConsole(CUT_LINE_ERRORS);
    allowConsole(/Failed to fetch|Unable to preload/);
    await startEditing(columnAt(page, 1));
    await untilStored(page);
    await page.reload();
    await startEditing(columnAt(page, 1));
    await untilStored(page);
    await withoutNetwork(page, context);
    const text = `written offline ${Date.now()}`;
    await columnAt(page, 1)
      .getByLabel(/^Secondary title/)
      .fill(text);
    await page.keyboard.press('Control+s');
    const sign = page.locator('header').getByText('1 change not sent yet');
    await sign.waitFor();
    // Nothing is left to save until something else is typed.
    const save = columnAt(page, 1).getByRole('button', { name: 'Save now' });
    await save.waitFor({ state: 'detached' });
    await columnAt(page, 1)
      .getByLabel(/^Secondary title/)
      .fill(`${text} too`);
    await save.click();
    await save.waitFor({ state: 'detached' });

    await page.goto(`/i-${id}`);
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
    await sign.waitFor();
    await page.locator('.kk-user').click();
    await page.getByRole('menuitem', { name: 'Unsaved work (1)' }).click();
    await page.getByText('1 change was saved offline').waitFor();
    await screenshot(page, 'offline-unsaved');
    expect(await axe(page)).toEqual([]);

    await context.setOffline(false);
    await expect
      .poll(async () => (await askAs(world.url, 'staff', [`read/${id}`, null])).secondaryTitle, { timeout: 60_000 })
      .toBe(`${text} too`);
    await sign.waitFor({ state: 'detached' });
    await page.getByText('Everything is saved').waitFor();
  });

  it('[AUTH-05] removes everything with the session, and on the wish of the person', async () => {
    const { page, allowConsole } = await world.open({ as: 'staff', at: '/archive.catalogue' });
    allowConsole(/status of 40[13]/);
    await shownList(page);
    await untilStored(page);
    await page.goto('/my-account');
    const part = page.locator('section', { has: page.getByRole('heading', { name: 'Reading without a connection' }) });
    await part.getByText(/records are on this device/).waitFor();
    await screenshot(page, 'offline-account');
    await part.getByLabel(/Keep on this device/).selectOption({ label: 'Never' });
    await expect.poll(() => storedRows(page), { timeout: 20_000 }).toBe(0);
    await part.getByLabel(/Keep on this device/).selectOption({ label: 'For one day' });
    await page.goto('/archive.catalogue');
    await shownList(page);
    await untilStored(page);
    await page.goto('/sign-out');
    await page.getByLabel('Email').waitFor();
    await expect.poll(() => storedRows(page), { timeout: 20_000 }).toBe(0);
  });
});
