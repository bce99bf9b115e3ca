// Single-line layouts on a phone, and drawing that the content security policy could block.
import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { findItem } from 'tests/e2e/harness/askAs.ts';
import { columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { spacingFaults } from 'tests/e2e/harness/measures.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? Number.NaN;

describe('a phone', () => {
  it('[SHELL-10] [SHELL-16] shows a message above the line on cookies, however many lines that takes', async () => {
    const { page, allowConsole } = await world.open({ screen: 'phone' });
    await page.goto('/sign-in');
    await page.evaluate(() => localStorage.removeItem('Cookies-Accepted'));
    allowConsole(/404.*no\.such\.page/);
    await page.goto('/no.such.page');
    const [said, asked] = [page.locator('.kk-alert').first(), page.locator('.kk-cookies')];
    await said.waitFor();
    const [above, below] = [await said.boundingBox(), await asked.boundingBox()];
    expect(below!.height).toBeGreaterThan(72);
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
    expect(below!.y + below!.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  });

  it('[EXPERIENCE] has its header and the tabs of an item in one line each, with the chosen tab in sight', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'phone', at: '/i-CommunityMember-3?c0=meta' });
    const about = columnAt(page, 1).getByRole('tab', { name: 'About' });
    await about.waitFor();
    await page.getByRole('button', { name: 'Help', exact: true }).waitFor();
    expect(await heightOf(page.locator('.kk-header'))).toBeLessThan(60);
    expect(await page.locator('.kk-health-dot').isVisible()).toBe(true);
    expect(await heightOf(columnAt(page, 1).getByRole('tablist').first())).toBeLessThan(46);
    await expect
      .poll(async () => (await about.boundingBox())!.x + (await about.boundingBox())!.width)
      .toBeLessThan(361);
    await screenshot(page, 'phone-tabs');
  });

  it('[EXPERIENCE] keeps the form of an item inside the screen, also when its tabs are wider', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'phone', at: '/i-Belonging-12?c0=edit' });
    const title = columnAt(page, 1).getByRole('textbox', { name: /^Title/ });
    await title.waitFor();
    const { x, width } = (await title.boundingBox())!;
    expect(x + width).toBeLessThan(350);
    await screenshot(page, 'phone-form');
  });

  it('[EXPERIENCE] does not move the form when its first change appears in the head of the item', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'phone', theme: 'dark' });
    const list = await openList(page, '/archive.catalogue');
    await list.locator('.kk-list-row a').first().click();
    const item = page.locator('[data-kk-region=column]').last();
    await startEditing(item);
    const title = item.getByRole('textbox', { name: /^Title/ });
    await title.waitFor();
    const before = await title.boundingBox();
    await title.fill('A title of another length');
    const save = item.getByRole('button', { name: 'Save now' });
    await save.waitFor();
    expect(await title.boundingBox()).toEqual(before);
    const { x, width } = (await save.boundingBox())!;
    expect(x + width).toBeLessThan(360);
    await screenshot(page, 'phone-first-change');
    await item.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await save.waitFor({ state: 'detached' });
    expect(await title.boundingBox()).toEqual(before);
  });

  it('[EXPERIENCE] gives the whole width to the reason for which a person asks for access', async () => {
    const { page } = await world.open({ as: 'member', screen: 'phone', at: '/i-ArchiveEntry-3' });
    await page.getByRole('button', { name: 'Why can I not edit this?' }).click();
    const reason = page.getByRole('textbox', { name: /^Why do you ask/ });
    await reason.waitFor();
    expect((await reason.boundingBox())?.width).toBeGreaterThan(280);
  });

  it.each(['staff', 'member'] as const)('[CELL-01] keeps a film inside the screen, as %s', async (as) => {
    const { page } = await world.open({ as, screen: 'phone', at: '/i-ArchiveEntry-3' });
    // Staff get another player than members, once it is known that they may edit.
    if (as === 'staff') await columnAt(page, 1).getByRole('tab', { name: 'Edit' }).waitFor();
    const film = page.locator('video').first();
    await expect.poll(() => film.evaluate((each) => (each as HTMLVideoElement).videoWidth)).toBe(480);
    const { x, width, height } = (await film.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
    expect(width / height).toBeCloseTo(1.5, 1);
    await screenshot(page, `phone-film-${as}`);
  });

  it('[EXPERIENCE] has a sentence above its buttons where both have no room in one line', async () => {
    const { page } = await world.open({ as: 'admin', screen: 'phone', at: '/i-User-0' });
    await page.getByRole('textbox', { name: /^Name/ }).fill('Guest with a phone');
    await page.getByRole('textbox', { name: /^Email/ }).fill(`phone${Date.now()}@sample.test`);
    await page.getByRole('button', { name: 'Create' }).click();
    const sentence = page.getByText('This person cannot sign in yet.');
    const invite = page.getByRole('button', { name: 'Send an invitation' });
    await Promise.all([sentence.waitFor(), invite.waitFor()]);
    const [above, below] = [(await sentence.boundingBox())!, (await invite.boundingBox())!];
    expect(above.height).toBeLessThan(50);
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    await screenshot(page, 'phone-invitation');
  });

  it('[EXPERIENCE] keeps the tools of a table in the window of a tablet', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'touch', at: '/archive.catalogue?c0=.show%3DTABLE' });
    const bar = page.locator('.kk-listing-bar').first();
    await bar.getByRole('button', { name: 'Group' }).waitFor();
    for (const width of [640, 760, 900, 1060, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      const buttons = bar.getByRole('button').filter({ visible: true });
      const edges = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
      expect([width, Math.max(...edges) <= width]).toEqual([width, true]);
      await screenshot(page, `tablet-table-${width}`);
    }
    await page.setViewportSize({ width: 900, height: 900 });
    await bar.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Import a file…' }).waitFor();
  });

  it('[EXPERIENCE] shows every word of a card when letters and lines stand further apart', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'phone', at: '/archive.catalogue?c0=.show%3DCARDS' });
    await page.locator('.kk-result-card .kk-level').first().waitFor();
    expect((await spacingFaults(page)).filter((fault) => fault.includes('title'))).toEqual([]);
    await screenshot(page, 'phone-cards');
  });

  it('[EXPERIENCE] puts dots between facts of one line only, and acts on what is selected in two lines', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'phone', at: '/search?c0=sheet' });
    await page.locator('.kk-row-summary a').first().waitFor();
    // A value begins a line at its edge, where the summary clips the dot, or follows a value with space for the dot.
    const spaces = await page.locator('.kk-row-summary').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const edge = row.getBoundingClientRect().left;
        const parts = [...row.querySelectorAll('.kk-row-part')].map((part) => [...part.getClientRects()]);
        return parts.flatMap((rects, at) => {
          const [first, before] = [rects[0], parts[at - 1]?.at(-1)];
          if (!first || first.left - edge < 1) return [];
          return [before && Math.abs(before.top - first.top) < 12 ? first.left - before.right : Number.NaN];
        });
      }),
    );
    expect(spaces.length).toBeGreaterThan(2);
    expect(Math.min(...spaces)).toBeGreaterThan(8);
    expect((await page.locator('.kk-row-summary').allInnerTexts()).filter((text) => text.includes('·'))).toEqual([]);
    await screenshot(page, 'phone-facts');

    await page.goto('/archive.catalogue');
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check();
    const bar = page.getByRole('group', { name: 'Selected results' });
    await bar.getByRole('button', { name: 'Clear the selection' }).waitFor();
    expect(await heightOf(bar)).toBeLessThan(110);
    await screenshot(page, 'phone-selected');
  });

  it('[CELL-01] plays the sound of a word in one place', async () => {
    const { page } = await world.open({ as: 'member', screen: 'phone', at: '/i-Lexeme-1' });
    await page.locator('audio').first().waitFor();
    // Further facts of the file are shown with the other files.
    await columnAt(page, 1)
      .getByRole('tab', { name: /^Files/ })
      .waitFor();
    expect(await page.locator('audio').count()).toBe(1);
    // Its picture is at the top, too, so that the list of its files has neither a line nor a heading.
    await page.locator('.kk-cover img').waitFor();
    await expect.poll(() => page.locator('dt', { hasText: /^Media$/ }).count()).toBe(0);
    // The length is known before it plays.
    await expect
      .poll(() => page.locator('audio').evaluate((each) => (each as HTMLAudioElement).duration))
      .toBeGreaterThan(0);
    await screenshot(page, 'phone-word');
  });

  it('[CELL-01] has the player of a recording above the texts and facts of its record', async () => {
    const id = await findItem(world.url, { text: ['Soren Kettlewell on the year without a weir'] });
    const { page } = await world.open({ as: 'member', screen: 'phone', at: `/i-${id}` });
    const player = page.locator('audio').first();
    await player.waitFor();
    const bottom = async (): Promise<number> => ((await player.boundingBox())?.y ?? Number.NaN) + 54;
    await expect.poll(bottom).toBeLessThan(page.viewportSize()!.height);
    await expect.poll(() => player.evaluate((each) => (each as HTMLAudioElement).duration)).toBeGreaterThan(0);
    await screenshot(page, 'phone-recording');
  });
});

describe('a box that is ticked', () => {
  it.each(['light', 'dark'] as const)(
    '[FORM-01] shows its tick, without a picture from elsewhere, %s',
    async (theme) => {
      const { page } = await world.open({ as: 'admin', theme, at: '/i-User-2?c0=edit' });
      const form = columnAt(page, 1);
      await form.getByRole('tab', { name: 'Rights' }).click();
      const box = form.locator('.bp6-checkbox').first();
      if (!(await box.locator('input').isChecked())) await box.click();
      const tick = await box.locator('.bp6-control-indicator').evaluate((each) => {
        const { borderBottomWidth, borderBottomColor, backgroundImage } = getComputedStyle(each, '::before');
        return { drawn: Number.parseFloat(borderBottomWidth) > 1, colour: borderBottomColor, backgroundImage };
      });
      expect(tick).toEqual({ drawn: true, colour: 'rgb(255, 255, 255)', backgroundImage: 'none' });
      await screenshot(page, 'ticked');
    },
  );
});

describe('my own display settings', () => {
  it('[EXPERIENCE] are no news to others', async () => {
    const mine = await world.open({ as: 'partner', at: '/' });
    await setTheme(mine.page, 'dark');
    await expect.poll(() => mine.page.locator('body.bp6-dark').count()).toBe(1);
    const name = (await mine.page.locator('.kk-user').innerText()).trim();
    expect(name).not.toBe('');
    const { page } = await world.open({ as: 'staff', at: '/' });
    const panel = page.getByRole('region', { name: 'Recently changed' });
    await panel.getByRole('link').first().waitFor();
    expect(await panel.getByRole('link', { name }).count()).toBe(0);
  });
});
