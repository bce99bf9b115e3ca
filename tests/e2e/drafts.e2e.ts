// Unsaved changes in two tabs of one person, one of which is lost.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList, shownList, startEditing } from 'tests/e2e/harness/columns.ts';
import { focused, tabTo } from 'tests/e2e/harness/keys.ts';
import { onDevice, untilKept } from 'tests/e2e/harness/onDevice.ts';
import { ENDED_SESSION } from 'tests/e2e/harness/openVisit.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { signIn } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const secondary = (page: Page) => columnAt(page, 1).getByLabel(/^Secondary title/);

const ENTRY = '/i-ArchiveEntry-7';

const typeInto = async (page: Page, text: string): Promise<void> => {
  await page.goto(ENTRY);
  await startEditing(columnAt(page, 1));
  await secondary(page).fill(text);
};

/** Signs out by the user menu; `choice` answers the question about unsaved work. */
const signOut = async (page: Page, choice?: string): Promise<void> => {
  await page.locator('.kk-user').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  if (choice !== undefined) {
    const dialog = page.getByRole('alertdialog', { name: /^1 record is not saved/ });
    await dialog.getByRole('radio', { name: choice }).check();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
  }
  await page.waitForURL(/\/sign-in$/);
};

describe('drafts', () => {
  const world = useWorld();

  it('[CELL-02] two tabs keep what each of them holds; a lost one is offered back', { timeout: 60_000 }, async () => {
    const { page, context } = await world.open({ as: 'staff', at: '/archive.catalogue' });
    const list = await shownList(page);
    const href = await list.locator('a[href*="/i-ArchiveEntry-"]').nth(2).getAttribute('href');
    const path = `/${/i-ArchiveEntry-\d+/.exec(href ?? '')?.[0] ?? ''}`;
    const other = await context.newPage();
    for (const [tab, text] of [
      [page, 'from the first tab'],
      [other, 'from the second tab'],
    ] as const) {
      await tab.goto(path);
      await startEditing(columnAt(tab, 1));
      expect(await secondary(tab).inputValue()).not.toContain('tab');
      await secondary(tab).fill(text);
    }
    await untilKept(page, 2);
    await page.reload();
    await columnAt(page, 1)
      .getByText(/found again|not saved/i)
      .first()
      .waitFor();
    await startEditing(columnAt(page, 1));
    expect(await secondary(page).inputValue()).toBe('from the first tab');
    expect(await secondary(other).inputValue()).toBe('from the second tab');

    await other.close();
    await columnAt(page, 1)
      .getByRole('button', { name: /^Discard/ })
      .first()
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Discard/ })
      .click();
    await untilKept(page, 1);
    await page.reload();
    await startEditing(columnAt(page, 1));
    expect(await secondary(page).inputValue()).toBe('from the second tab');
  });

  it('[CELL-02] what was typed into a deleted record is kept, to be copied', { timeout: 120_000 }, async () => {
    const { owner = '' } = await askAs(world.url, 'staff', ['read/ArchiveEntry-9', null]);
    const made = await askAs(world.url, 'staff', ['create/ArchiveEntry', { title: 'Soon deleted', owner }]);
    const [$id, label] = [String(made.$id), String(made.$label)];
    const { page, context } = await world.open({ as: 'staff', at: `/i-${$id}` });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await startEditing(columnAt(page, 1));
    await secondary(page).fill('words of an hour');
    await untilKept(page, 1);
    await askAs(world.url, 'admin', [`delete/${$id}`, { _u: Number(made._u) }]);

    const kept = columnAt(page, 1).getByRole('region', { name: 'You did not save these changes' });
    await kept.getByText('words of an hour').waitFor();
    await kept.getByRole('button', { name: 'Copy your value of Secondary title' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('words of an hour');
    await screenshot(page, 'deleted-while-editing');
    expect(await axe(page)).toEqual([]);

    // It is found by the name of the record, also after a load.
    await page.goto('/unsaved');
    await page.getByRole('link', { name: `${label} (deleted)` }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: `${label} (deleted)` }).click();
    await kept.getByText('words of an hour').waitFor();
    // A person who may restore it does so here, and has the words in the form again.
    await columnAt(page, 1).getByRole('button', { name: 'Restore', exact: true }).click();
    await page
      .getByText(/^You restored /)
      .first()
      .waitFor();
    await startEditing(columnAt(page, 1));
    await expect.poll(() => secondary(page).inputValue()).toBe('words of an hour');
    const { _u = 0 } = await askAs(world.url, 'admin', [`read/${$id}`, null]);
    await askAs(world.url, 'admin', [`delete/${$id}`, { _u }]);
    await kept.getByText('words of an hour').waitFor();
    await kept.getByRole('button', { name: 'Discard' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Discard/ })
      .click();
    await kept.waitFor({ state: 'detached' });
    await untilKept(page, 0);
  });

  it(
    '[CELL-02] a record that comes back can be edited at once, with what was typed',
    { timeout: 120_000 },
    async () => {
      const { owner = '' } = await askAs(world.url, 'staff', ['read/ArchiveEntry-9', null]);
      const made = await askAs(world.url, 'staff', ['create/ArchiveEntry', { title: 'Deleted by mistake', owner }]);
      const [$id, _i] = [String(made.$id), Number(String(made.$id).split('-')[1])];
      const restore = (): Promise<unknown> =>
        askAs(world.url, 'admin', ['act/restoreItem', { _t: 'ArchiveEntry', _i }]);
      const remove = async (): Promise<void> => {
        const { _u } = await askAs(world.url, 'admin', [`read/${$id}`, null]);
        await askAs(world.url, 'admin', [`delete/${$id}`, { _u: Number(_u) }]);
      };
      const { page } = await world.open({ as: 'staff', at: `/i-${$id}` });
      const item = columnAt(page, 1);
      await item.getByRole('tab', { name: 'Edit' }).waitFor();
      await remove();
      await item.getByText('This record was deleted').first().waitFor();
      await restore();
      await startEditing(item);

      await secondary(page).fill('typed before');
      await untilKept(page, 1);
      await remove();
      await item.getByRole('region', { name: 'You did not save these changes' }).waitFor();
      await item.getByRole('link', { name: 'See what was deleted' }).click();
      await page.waitForURL(/deleted$/u);
      await restore();
      await page.goBack();
      await expect.poll(() => secondary(page).inputValue()).toBe('typed before');
      await page.keyboard.press('Control+s');
      await expect
        .poll(async () => (await askAs(world.url, 'staff', [`read/${$id}`, null])).secondaryTitle)
        .toBe('typed before');
    },
  );

  it('[CELL-02] a begun item is found again, without a warning for saved drafts', { timeout: 60_000 }, async () => {
    const { page } = await world.open({ as: 'staff', at: '/archive.catalogue' });
    const list = await shownList(page);
    await list.getByRole('button', { name: 'New archive entry' }).click();
    const form = columnAt(page, 2);
    await form.getByRole('radio', { name: /^Community/, checked: true }).waitFor();
    await form.getByLabel(/^Title/).fill('A tape that was not finished');
    await untilKept(page, 1);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Continue' }).waitFor();
    expect(asked).toEqual([]);
    const again = await openList(page, '/archive.catalogue');
    await again.getByRole('button', { name: 'New archive entry' }).click();
    await form.getByText(/You started “A tape that was not finished”/).waitFor();
    await form.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => form.getByLabel(/^Title/).inputValue()).toBe('A tape that was not finished');
    await page.goto('/unsaved');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Everything is saved').waitFor();
  });

  it(
    '[CELL-02] a user who leaves while typing is warned until the draft is kept, and loses no word',
    { timeout: 60_000 },
    async () => {
      const { page } = await world.open({ as: 'staff', at: '/archive.catalogue' });
      const list = await shownList(page);
      await list.getByRole('button', { name: 'New archive entry' }).click();
      const form = columnAt(page, 2);
      await form.getByRole('radio', { name: /^Community/, checked: true }).waitFor();
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.dismiss();
      });
      const title = form.getByLabel(/^Title/);
      await title.pressSequentially('A tape left in the middle of a wor');
      // Opens the address directly; a person who is warned stays.
      await page.goto('/help').catch(() => undefined);
      if (asked.length > 0) expect(await title.inputValue()).toBe('A tape left in the middle of a wor');
      await untilKept(page, 1);
      const again = await openList(page, '/archive.catalogue');
      await again.getByRole('button', { name: 'New archive entry' }).click();
      await form.getByText(/You started “A tape left in the middle of a wor”/).waitFor();
      await form.getByRole('button', { name: 'Continue' }).click();
      await expect.poll(() => title.inputValue()).toBe('A tape left in the middle of a wor');
      await page.goto('/unsaved');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await page.getByText('Everything is saved').waitFor();
    },
  );

  it('[CELL-03] a value is changed where it stands, by the mouse', { timeout: 60_000 }, async () => {
    const { page } = await world.open({ as: 'staff', at: '/i-ArchiveEntry-9' });
    const item = columnAt(page, 1);
    const heading = item.locator('.kk-page-head .kk-editable');
    await heading.locator('h3').click();
    const title = item.getByLabel(/^Title/);
    await title.fill('Changed where it stands');
    await title.press('Enter');
    await heading.getByText('Changed where it stands').waitFor();
    await page.reload();
    await heading.getByText('Changed where it stands').waitFor();
    expect(await item.getByRole('button', { name: 'Save now' }).count()).toBe(0);
  });

  it('[CELL-03] [EXPERIENCE] a value is changed in place by keyboard only, and left as it was by Escape', async () => {
    const { page } = await world.open({ as: 'staff', at: '/i-ArchiveEntry-11' });
    const heading = columnAt(page, 1).locator('.kk-page-head .kk-editable h3');
    await heading.waitFor();
    await tabTo(page, /^Edit Title$/, 150);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^Title/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Changed with keys');
    await page.keyboard.press('Enter');
    await heading.getByText('Changed with keys').waitFor();
    await expect.poll(() => focused(page)).toBe('Edit Title');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^Title/);
    await page.keyboard.type(' in error');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Edit Title');
    await untilKept(page, 0);
    await page.reload();
    await heading.getByText('Changed with keys', { exact: true }).waitFor();
    expect(await columnAt(page, 1).getByRole('button', { name: 'Save now' }).count()).toBe(0);
  });

  it('[CELL-03] [EXPERIENCE] a value is changed in place by taps, and left as it was by Cancel', async () => {
    const page = await onPhone(world, '/i-ArchiveEntry-12');
    const item = columnAt(page, 1);
    const heading = item.locator('.kk-page-head .kk-editable h3');
    const edit = item.getByRole('button', { name: 'Edit Title', exact: true });
    await edit.waitFor();
    const { width = 0, height = 0 } = (await edit.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await screenshot(page, 'touch-in-place');
    const title = item.getByRole('textbox', { name: /^Title/ });
    await edit.tap();
    await title.tap();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('Changed with a thumb');
    // The mark of a change covers no part of the value.
    const mark = await item.locator('.kk-in-place .kf-changed').boundingBox();
    expect(mark?.width).toBeLessThanOrEqual(1);
    await screenshot(page, 'touch-in-place-open');
    await item.getByRole('button', { name: 'Save', exact: true }).tap();
    await heading.getByText('Changed with a thumb').waitFor();
    // The value itself opens its field, too.
    await heading.tap();
    await title.tap();
    await page.keyboard.insertText('In error');
    await item.getByRole('button', { name: 'Cancel', exact: true }).tap();
    await heading.waitFor();
    await untilKept(page, 0);
    await page.reload();
    await heading.getByText('Changed with a thumb', { exact: true }).waitFor();
  });

  it(
    '[CELL-02] what is left at sign-out is unreadable here, and offered to the same person only',
    {
      timeout: 90_000,
    },
    async () => {
      const { page, allowConsole } = await world.open({ as: 'staff' });
      allowConsole(ENDED_SESSION);
      await typeInto(page, 'Left on a shared computer');
      await untilKept(page, 1);
      await signOut(page, 'Leave it on this device');
      const left = await onDevice(page);
      expect(left.drafts).toHaveLength(1);
      expect(JSON.stringify(left)).not.toMatch(/Left on|ArchiveEntry|secondary/i);

      await signIn(page, 'member');
      await page.goto(ENTRY);
      await columnAt(page, 1).getByRole('heading').first().waitFor();
      expect(await page.getByText('Left on a shared computer').count()).toBe(0);
      await signOut(page);

      await signIn(page, 'staff');
      await page.goto(ENTRY);
      await columnAt(page, 1)
        .getByText(/Not saved on an earlier visit/)
        .first()
        .waitFor();
      await startEditing(columnAt(page, 1));
      expect(await secondary(page).inputValue()).toBe('Left on a shared computer');
      await signOut(page, 'Remove it from this device');
      expect((await onDevice(page)).drafts).toEqual([]);
    },
  );

  it('[CELL-02] a forgotten device keeps nothing of anybody', { timeout: 60_000 }, async () => {
    const { page, allowConsole } = await world.open({ as: 'staff' });
    allowConsole(ENDED_SESSION);
    await typeInto(page, 'Left by staff');
    await untilKept(page, 1);
    await signOut(page, 'Leave it on this device');
    expect((await onDevice(page)).drafts).toHaveLength(1);
    await page.getByRole('button', { name: 'Forget this device' }).click();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Forget this device' }).click();
    await reloaded;
    await page.getByLabel('Password').waitFor();
    // The new page records the colour scheme of the browser.
    expect(await onDevice(page)).toEqual({ drafts: [], copies: [], local: ['Theme=light'] });
  });
});
