// Two people with the same items: each sees the other's saves, is asked about conflicts, and loses items from the screen that they may no
// longer read.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList, shownList, startEditing } from 'tests/e2e/harness/columns.ts';
import { untilKept } from 'tests/e2e/harness/onDevice.ts';
import { ENDED_SESSION } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const openEntry = async (page: Page, path: string): Promise<Locator> => {
  await page.goto(path);
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: 'Edit' }).waitFor();
  return item;
};

const someEntry = async (page: Page): Promise<string> => {
  const list = await openList(page, '/archive.catalogue');
  const href = await list.locator('a[href*="/i-ArchiveEntry-"]').nth(3).getAttribute('href');
  return `/${/i-ArchiveEntry-\d+/.exec(href ?? '')?.[0] ?? ''}`;
};

const save = async (item: Locator): Promise<void> => {
  await item
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();
};

describe('live work', () => {
  const world = useWorld();

  it('[CELL-04] shows a save of one person to another at once', async () => {
    const one = await world.open({ as: 'staff' });
    const two = await world.open({ as: 'admin' });
    const path = await someEntry(one.page);
    const mine = await openEntry(one.page, path);
    const theirs = await openEntry(two.page, path);
    await startEditing(mine);
    await mine.getByLabel(/^Secondary title/).fill('Told again in the spring');
    await mine.getByText('1 change').first().waitFor();
    await save(mine);
    await theirs.getByText('Told again in the spring').first().waitFor();
    await one.page
      .getByText(/saved|applied/i)
      .first()
      .waitFor();
  });

  it('[CELL-04] merges different properties under unsaved changes', async () => {
    const one = await world.open({ as: 'staff' });
    const two = await world.open({ as: 'admin' });
    const path = await someEntry(one.page);
    const mine = await openEntry(one.page, path);
    const theirs = await openEntry(two.page, path);
    await startEditing(mine);
    await startEditing(theirs);
    await theirs.getByLabel(/^Publisher/).fill('The other person');
    await mine.getByLabel(/^Secondary title/).fill('Both are kept');
    await save(mine);
    await two.page
      .getByText(/Brightwater changed/)
      .first()
      .waitFor();
    await screenshot(two.page, 'server-updated');
    await save(theirs);
    await theirs.getByRole('tab', { name: 'Archive entry' }).click();
    await theirs.getByText('Both are kept').first().waitFor();
    await theirs.getByText('The other person').first().waitFor();
  });

  it('[CELL-03] asks which value to keep when both changed the same one', async () => {
    const one = await world.open({ as: 'staff' });
    const two = await world.open({ as: 'admin', screen: 'wide' });
    const path = await someEntry(one.page);
    const mine = await openEntry(one.page, path);
    const theirs = await openEntry(two.page, path);
    await startEditing(theirs);
    const origin = await theirs.getByLabel(/^Secondary title/).inputValue();
    await theirs.getByLabel(/^Secondary title/).fill('As the second one has it');
    await startEditing(mine);
    await mine.getByLabel(/^Secondary title/).fill('As the first one has it');
    await save(mine);
    await two.page
      .getByText(/Brightwater changed/)
      .first()
      .waitFor();
    await save(theirs);
    await theirs
      .getByText(/Someone else changed the same values/)
      .first()
      .waitFor();
    const row = theirs.getByRole('group', { name: 'Secondary title' }).filter({ hasText: 'Both started from' });
    await row.getByText(`Both started from: ${origin === '' ? 'empty' : origin}`).waitFor();
    const saved = row.locator('label').filter({ hasText: 'As the first one has it' });
    await saved.getByText(/^Isaro Brightwater, /).waitFor();
    const when = await saved.locator('time').getAttribute('datetime');
    expect(Math.abs(Date.now() - Date.parse(when ?? ''))).toBeLessThan(120_000);
    await row.locator('label').filter({ hasText: 'As the second one has it' }).getByText('Yours, not saved').waitFor();
    await screenshot(two.page, 'conflict');
    await theirs
      .getByRole('radio', { name: /^Yours/ })
      .first()
      .check();
    await theirs.getByRole('button', { name: 'Use these and save' }).click();
    await mine.getByRole('tab', { name: 'Archive entry' }).click();
    await mine.getByText('As the second one has it').first().waitFor();
  });

  it('[PERM-01] takes an item from the screen of a person who may no longer see it', async () => {
    const staff = await world.open({ as: 'staff' });
    const member = await world.open({ as: 'member', at: '/search?c0=.f._t%3DArchiveEntry' });
    // A picture of the record may still be loading when the record is removed.
    member.allowConsole(/status of 404 .*\/attachment\//);
    const list = await shownList(member.page);
    const href = await list.locator('a[href*="/i-ArchiveEntry-"]').nth(2).getAttribute('href');
    const path = `/${/i-ArchiveEntry-\d+/.exec(href ?? '')?.[0] ?? ''}`;
    await member.page.goto(path);
    const seen = columnAt(member.page, 1);
    await seen.getByRole('tab', { name: 'Archive entry' }).waitFor();
    const item = await openEntry(staff.page, path);
    await startEditing(item);
    await item.getByRole('tab', { name: 'Access and notes' }).click();
    await item
      .getByRole('radio', { name: /^Private/ })
      .or(item.getByLabel(/^Who can see it/))
      .first()
      .waitFor();
    const radio = item.getByRole('radio', { name: /^Private/ });
    if ((await radio.count()) > 0) await radio.first().check();
    else await item.getByLabel(/^Who can see it/).selectOption('PRIVATE');
    await save(item);
    await seen.getByText('No longer here').first().waitFor();
    await screenshot(member.page, 'gone');

    // The same record becomes public: the question comes first, and the notice of the save takes it back.
    await startEditing(item);
    await item.getByRole('tab', { name: 'Access and notes' }).click();
    await item.getByRole('radio', { name: /^Public/ }).check();
    await save(item);
    const question = staff.page.getByRole('alertdialog', { name: 'Let more people read this?' });
    await question.getByText(/private now.*anyone may see it, even without signing in/).waitFor();
    await screenshot(staff.page, 'widening');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await item.getByText('1 change').first().waitFor();
    await save(item);
    await question.getByRole('button', { name: 'Let them read it' }).click();
    const undo = staff.page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await member.page.reload();
    await seen.getByRole('tab', { name: 'Archive entry' }).waitFor();
    await undo.click();
    await seen.getByText('No longer here').first().waitFor();
  });

  it('[CELL-04] [PERM-01] says that a record was deleted to those who could read it, and nothing of it to others', async () => {
    const values = { title: 'Passing through', owner: 'Organization-1', $access: 'COMMUNITY' };
    const { $id = '' } = await askAs(world.url, 'staff', ['create/ArchiveEntry', values]);
    const path = `/i-${String($id)}`;
    const staff = await world.open({ as: 'staff', at: path });
    const member = await world.open({ as: 'member', screen: 'phone', at: path });
    const seen = [staff, member].map(({ page }) => columnAt(page, 1));
    for (const item of seen) await item.getByRole('tab', { name: 'Archive entry' }).waitFor();
    await askAs(world.url, 'staff', [`delete/${String($id)}`, { _u: 1 }]);
    for (const item of seen) await item.getByText('This record was deleted.').waitFor();
    await Promise.all([staff, member].map(({ page }) => page.reload()));
    for (const item of seen) await item.getByText('This record was deleted.').waitFor();
    // Only a person who may restore it reads by whom.
    const [bin, plain] = seen as [Locator, Locator];
    await bin.getByRole('link', { name: 'Isaro Brightwater' }).waitFor();
    expect(await plain.getByText('Isaro Brightwater').count()).toBe(0);
    await screenshot(staff.page, 'deleted-record');
    await screenshot(member.page, 'deleted-record-phone');
    expect(await axe(staff.page)).toEqual([]);

    const { page } = await world.open({ as: 'proponent' });
    const texts: string[] = [];
    for (const address of [path, '/i-ArchiveEntry-1999999']) {
      await page.goto(address);
      await columnAt(page, 1)
        .getByText(/^This was not found/)
        .waitFor();
      texts.push(await columnAt(page, 1).innerText());
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it('[AUTH-03] signs this tab out when another tab does', async () => {
    const { page, context, allowConsole } = await world.open({ as: 'staff', at: '/' });
    allowConsole(ENDED_SESSION);
    const other = await context.newPage();
    await other.goto('/archive.catalogue');
    await columnAt(other, 1)
      .getByText(/results$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /Isaro Brightwater/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Signed out in another tab' }).waitFor();
    await screenshot(other, 'other-tab-signout');
    await other.getByRole('button', { name: 'Continue signed out' }).click();
    await other.waitForURL(/\/sign-in/);
  });

  it('[CELL-02] does not let unsaved changes go unasked, and offers them again after a crash', async () => {
    const { page } = await world.open({ as: 'staff' });
    const path = await someEntry(page);
    const item = await openEntry(page, path);
    await startEditing(item);
    await item.getByLabel(/^Secondary title/).fill('Typed before the crash');
    await untilKept(page, 1);
    await page.evaluate(() =>
      window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true),
    );
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page
      .getByText(/Not saved on an earlier visit/)
      .first()
      .waitFor();
    await screenshot(page, 'recovered');
  });

  // The last test of this file, because later ones would have to dismiss the alert first.
  it('[SHELL-13] an alert of an administrator opens over the page of everybody, once', async () => {
    const [admin, staff] = [await world.open({ as: 'admin' }), await world.open({ as: 'staff', at: '/' })];
    await admin.page.goto('/admin.sysalerts/i-SystemAlert-0-a');
    const form = columnAt(admin.page, 2);
    await form.getByLabel(/^Title/).fill('The site is away tonight');
    await form.getByLabel(/^Show in front of everything/).check({ force: true });
    await form.getByRole('button', { name: 'Create' }).click();
    const dialog = staff.page.getByRole('alertdialog', { name: 'The site is away tonight' });
    await dialog.waitFor();
    await screenshot(staff.page, 'system-alert');
    expect(await axe(staff.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await dialog.waitFor({ state: 'detached' });
    await staff.page.reload();
    await staff.page.getByRole('button', { name: 'System alerts' }).click();
    await staff.page.getByRole('heading', { name: 'This is a sample community' }).waitFor();
    expect(await staff.page.getByText('The site is away tonight').count()).toBe(0);
    expect(await dialog.count()).toBe(0);
  });
});
