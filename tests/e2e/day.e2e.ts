// The day of a person: home, the navigation, a conversation in one box, and the mention that reaches the other person.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { arrowTo, focused, tabTo } from 'tests/e2e/harness/keys.ts';
import { openPage } from 'tests/e2e/harness/openPage.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const MOST_ENTRIES = 12;
const DAYS_ON_PHONE = 4;

const menuEntries = (page: Page): Promise<number> =>
  page.getByRole('navigation', { name: 'Menu' }).locator('.kk-nav-link:visible').count();

/** Matches the start of a name as it is written. */
const named = (name: string): RegExp => new RegExp(`^${name.trim().replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&')}`, 'u');

/** Waits until home shows the results of a search as a list. */
const showsResults = (page: Page): Promise<void> =>
  page
    .getByText(/[1-9][\d,]* results?/)
    .first()
    .waitFor();

describe('the day', () => {
  const world = useWorld();

  it.each(['light', 'dark'] as const)('[EXPERIENCE] home is a day, without defects in the %s theme', async (theme) => {
    const { page } = await world.open({ as: 'staff', at: '/', theme, screen: 'wide' });
    const days = page.getByRole('region', { name: 'My days' });
    await days
      .getByText(/days? left/)
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'Deadlines on the map' }).getByRole('application').waitFor();
    await page.getByRole('region', { name: 'Word of the day' }).locator('audio').waitFor();
    await page.getByRole('region', { name: 'Figures' }).locator('.kk-chart').first().waitFor();
    expect(await page.getByRole('region', { name: 'New pictures' }).getByRole('link').count()).toBe(4);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `day-home-${theme}`);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `day-home-phone-${theme}`);
  });

  it('[EXPERIENCE] the map of home shows its places also when they arrive while it is hidden', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'desktop' });
    // A part of the page is hidden while something in it is loaded.
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.kk-near-map { display: none }');
      document.adoptedStyleSheets = [sheet];
    });
    await page.goto('/');
    const near = page.locator('.kk-near-map');
    await near.getByText(/^[1-9]\d* places? /).waitFor({ state: 'attached' });
    await page.evaluate(() => (document.adoptedStyleSheets = []));
    await expect.poll(() => near.locator('.kk-map-scale').innerText()).toMatch(/^[1-5] km$/);
  });

  it('[EXPERIENCE] no line of facts on home ends with the dot between two of them', async () => {
    const { page } = await world.open({ as: 'admin', screen: 'phone', at: '/' });
    const facts = page.locator('.kk-days-facts .kk-row-summary');
    await facts.getByRole('link').first().waitFor();
    for (const width of [320, 332, 344, 360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      // A fact begins with its dot: they are on one line.
      const loose = await facts.locator('.kk-row-part + .kk-row-part').evaluateAll((parts) =>
        parts.flatMap((part) => {
          const words = document.createRange();
          words.selectNodeContents(part);
          const [dot, first] = [part.getClientRects()[0], words.getClientRects()[0]];
          return dot && first && first.top > dot.bottom - 2 ? [part.textContent] : [];
        }),
      );
      const cut = await facts.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
      expect([width, loose, cut]).toEqual([width, [], 0]);
    }
  });

  it('[EXPERIENCE] the word of the day has its place from the start, and the summary leaves what is overdue to the lists', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'phone' });
    // Heights of the panel at each frame; NaN while the panel after it is shown without it.
    await page.addInitScript(() => {
      const heights = new Set<number>();
      Object.assign(globalThis, { wordHeights: heights });
      const look = (): void => {
        const word = document.querySelector('[data-panel="part:wordOfDay"]');
        if (word) heights.add(Math.round(word.getBoundingClientRect().height));
        else if (document.querySelector('[data-panel="pictures"]')) heights.add(Number.NaN);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto('/');
    const word = page.getByRole('region', { name: 'Word of the day' });
    await word.locator('audio').waitFor();
    await word.scrollIntoViewIfNeeded();
    await screenshot(page, 'day-word-phone');
    const heights = await page.evaluate(() => [...(globalThis as unknown as { wordHeights: Set<number> }).wordHeights]);
    expect(heights).toHaveLength(1);
    const summary = (await page.locator('.kk-home-summary').textContent()) ?? '';
    expect(summary).toMatch(/today, .*this week$/);
    await page.getByRole('region', { name: 'My days' }).getByRole('heading', { name: 'Overdue' }).waitFor();
  });

  it('[SHELL-09] the navigation shows at most twelve entries, unfolds the area of the page and remembers it', async () => {
    const { page } = await world.open({ as: 'admin', at: '/', screen: 'wide' });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Administration' }).waitFor();
    expect(await menuEntries(page)).toBeLessThanOrEqual(MOST_ENTRIES);
    await openPage(page, 'Archive', 'Catalogue');
    await menu.locator('a[aria-current]', { hasText: 'Catalogue' }).waitFor();
    expect(await menuEntries(page)).toBeLessThanOrEqual(MOST_ENTRIES);
    await page.goto('/');
    await menu.getByRole('link', { name: 'Catalogue', exact: true }).waitFor();
    await menu.getByRole('button', { name: 'Arrange the menu' }).click();
    const dialog = page.getByRole('dialog', { name: 'Arrange the menu' });
    await dialog.getByLabel('Pin a page').selectOption({ label: 'Meetings (People and meetings)' });
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await dialog.getByRole('button', { name: 'Unpin “Meetings (People and meetings)”' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await menu.getByRole('link', { name: /^Meetings/ }).waitFor();
    expect(await menuEntries(page)).toBeLessThanOrEqual(MOST_ENTRIES);
    await screenshot(page, 'day-navigation');
  });

  it('[SHELL-09] what is opened from More is added below, and no other entry gives way', async () => {
    const { page } = await world.open({ as: 'staff', at: '/', screen: 'wide' });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const namesOf = (): Promise<string[]> => menu.locator('.kk-nav-area > .kk-nav-entry').allInnerTexts();
    await menu.getByRole('button', { name: 'More' }).waitFor();
    const before = await namesOf();
    await menu.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Words and phrases' }).click();
    await menu.locator('a[aria-current]', { hasText: 'Words and phrases' }).waitFor();
    expect(await namesOf()).toEqual([...before, 'Words and phrases']);
    await screenshot(page, 'day-navigation-further');
    await page.goto('/archive.sources');
    await menu.locator('a[aria-current]', { hasText: 'Sources' }).waitFor();
    expect(await namesOf()).toEqual(before);
    const first = await menu.locator('.kk-nav-area .kk-nav-child').allInnerTexts();
    await page.goto('/archive.orgs');
    await menu.locator('a[aria-current]', { hasText: 'Organizations' }).waitFor();
    expect(await menu.locator('.kk-nav-area .kk-nav-child').allInnerTexts()).toEqual(first);
    expect(await menuEntries(page)).toBeLessThanOrEqual(MOST_ENTRIES);
    expect(await axe(page)).toEqual([]);
  });

  it('[SHELL-09] [EXPERIENCE] an area is folded, and one of More is opened, by keyboard only', async () => {
    const { page } = await world.open({ as: 'staff', at: '/archive.catalogue', screen: 'wide' });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const catalogue = menu.getByRole('link', { name: 'Catalogue', exact: true });
    await catalogue.waitFor();
    await tabTo(page, /^Hide the pages of Archive$/, 300);
    await page.keyboard.press('Enter');
    await catalogue.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Show the pages of Archive');
    await page.keyboard.press('Space');
    await catalogue.waitFor();
    await tabTo(page, /^More$/);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Words and phrases' }).waitFor();
    await arrowTo(page, /^Words and phrases$/);
    await page.keyboard.press('Enter');
    await menu.locator('a[aria-current]', { hasText: 'Words and phrases' }).waitFor();
    await columnAt(page, 1).getByRole('heading', { name: 'Words and phrases' }).first().waitFor();
  });

  it('[SHELL-09] [EXPERIENCE] an area is folded, and one of More is opened, by taps in the drawer', async () => {
    const page = await onPhone(world, '/archive.catalogue');
    const opener = page.getByRole('button', { name: 'Menu', exact: true });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await opener.tap();
    const catalogue = menu.getByRole('link', { name: 'Catalogue', exact: true });
    await catalogue.waitFor();
    await menu.getByRole('button', { name: 'Hide the pages of Archive' }).tap();
    await catalogue.waitFor({ state: 'detached' });
    await menu.getByRole('button', { name: 'Show the pages of Archive' }).tap();
    await catalogue.waitFor();
    await menu.getByRole('button', { name: 'More', exact: true }).tap();
    const area = page.getByRole('menuitem', { name: 'Words and phrases' });
    await area.waitFor();
    expect((await area.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await screenshot(page, 'touch-more');
    await area.tap();
    await columnAt(page, 1).getByRole('heading', { name: 'Words and phrases' }).first().waitFor();
    // The drawer is closed, and it shows where one is when it is opened again.
    await menu.waitFor({ state: 'detached' });
    await opener.tap();
    await menu.locator('a[aria-current]', { hasText: 'Words and phrases' }).waitFor();
  });

  it.each(['staff', 'member'] as const)(
    '[EXPERIENCE] the calendar of home is the one of its days for %s',
    async (as) => {
      const { page } = await world.open({ as, at: '/', screen: 'wide' });
      const days = page.getByRole('region', { name: 'My days' });
      const links = days.getByRole('link', { name: /^Calendar|in the calendar/ });
      await links.first().waitFor();
      const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect([...new Set(addresses)]).toEqual(['/day']);
      await links.first().click();
      await page
        .getByText(/[1-9]\d* results/)
        .first()
        .waitFor();
    },
  );

  it('[CONV-01] [NTFY-01] Enter begins a conversation, and the mentioned person reads who, where and the words', async () => {
    const { page: theirs } = await world.open({ as: 'admin', at: '/' });
    await theirs.getByRole('button', { name: /^Notices/ }).waitFor();
    const { page } = await world.open({ as: 'staff', at: '/i-ArchiveEntry-3' });
    const item = columnAt(page, 1);
    await item.getByRole('tab', { name: /^Conversations/ }).waitFor();
    const record = (await item.getByRole('heading', { level: 2 }).textContent()) ?? '';
    await item.getByRole('tab', { name: /^Conversations/ }).click();
    const box = item.getByRole('textbox', { name: /^Start a conversation/ });
    await box.fill('Which tide was this? @Corr');
    await item.getByRole('option', { name: /^Corrin/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('I think the low one of April.');
    await screenshot(page, 'day-conversation');
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await item.getByRole('link', { name: /^Which tide was this\? @Corrin Ashdown/ }).waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
    await item.getByRole('tab', { name: /^Conversations \d+$/ }).waitFor();

    await theirs.getByRole('button', { name: /^Notices, \d+ unread/ }).click();
    const line = theirs.getByRole('menuitem', { name: /mentioned you/ }).first();
    await line.waitFor();
    const text = (await line.textContent()) ?? '';
    expect(text).toContain('Isaro Brightwater mentioned you in “Which tide was this?');
    expect(text).toContain(record);
    expect(text).toContain('I think the low one of April.');
    expect(text.split(record)).toHaveLength(2);
    await screenshot(theirs, 'day-mention');

    // The only line of a conversation is its subject and its words.
    await box.fill('And which ferry? @Corr');
    await item.getByRole('option', { name: /^Corrin/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await item.getByRole('link', { name: /^And which ferry\?/ }).waitFor();
    await theirs.goto('/notifications');
    const row = theirs.getByRole('listitem').filter({ hasText: 'And which ferry?' }).first();
    await row.waitFor();
    const words = (await row.textContent()) ?? '';
    expect(words).toContain('Isaro Brightwater mentioned you in “And which ferry?');
    for (const part of ['And which ferry?', record]) expect(words.split(part)).toHaveLength(2);
    await screenshot(theirs, 'day-mention-one-line');
  });

  it('[EXPERIENCE] a member finds from home what visitors find', async () => {
    const { page } = await world.open({ as: 'member', at: '/', screen: 'phone' });
    const open = page.getByRole('region', { name: 'Open to you' });
    await open.getByRole('link', { name: 'Archive entries' }).waitFor();
    // The first panel, without what only the people of an area use.
    expect(await page.locator('[data-panel]').first().getAttribute('data-panel')).toBe('open');
    const names = await open.getByRole('link').allInnerTexts();
    expect(names).toEqual(
      expect.arrayContaining(['Words and phrases', 'Species', 'Collections', 'Topics', 'Research data']),
    );
    for (const name of ['Users', 'Letter templates', 'Forms']) expect(names).not.toContain(name);
    expect(await page.locator('.kk-days-entry').count()).toBeLessThanOrEqual(DAYS_ON_PHONE);
    await screenshot(page, 'day-home-member');
    await open.getByRole('link', { name: 'Archive entries' }).click();
    await page
      .getByText(/\d+ results/)
      .first()
      .waitFor();
    await page.goBack();
    await open.getByRole('link', { name: 'Collections' }).click();
    await page
      .getByText(/[1-9]\d* results/)
      .first()
      .waitFor();
  });

  it('[EXPERIENCE] a member finds stories from home, by the category of research data', async () => {
    const { page } = await world.open({ as: 'member', at: '/', screen: 'wide' });
    await page
      .getByRole('region', { name: 'Open to you' })
      .getByRole('link', { name: /^Research data/ })
      .click();
    const list = await shownList(page);
    const category = list.getByRole('region', { name: 'Category', exact: true });
    await category.locator('label', { hasText: 'Story' }).getByRole('checkbox').check();
    await list.getByText('Category: Story').waitFor();
    await showsResults(page);
    await list.locator('li[data-item]').first().waitFor();
  });

  it('[SRCH-08] a member browses words by the alphabet', async () => {
    const { page } = await world.open({ as: 'member', at: '/', screen: 'wide' });
    const open = page.getByRole('region', { name: 'Open to you' });
    await open.getByRole('link', { name: 'Words and phrases' }).click();
    const list = await shownList(page);
    const titles = await list.locator('li[data-item] a[href*="/i-"]').allInnerTexts();
    const order = new Intl.Collator('en');
    expect(titles.slice(0, 10)).toEqual(titles.slice(0, 10).toSorted(order.compare));
    await page.getByRole('button', { name: /^Sort/ }).click();
    expect(await page.getByRole('menuitemradio').count()).toBeGreaterThan(5);
    await screenshot(page, 'day-member-words');
  });

  it('[EXPERIENCE] opens an entry of the days and a line that waits by taps', async () => {
    const page = await onPhone(world, '/');
    const entry = page.locator('.kk-days-entry .kk-fill > a').first();
    const label = (await entry.innerText()).trim();
    await entry.tap();
    await page.waitForURL(/\/i-\w+-\d+/u);
    await columnAt(page, 1).getByRole('heading', { name: label }).first().waitFor();
    await page.goBack();
    const line = page.getByRole('region', { name: 'Waiting for me' }).getByRole('listitem').getByRole('link').first();
    await line.scrollIntoViewIfNeeded();
    await screenshot(page, 'touch-home-waiting');
    const to = (await line.getAttribute('href')) ?? '';
    await line.tap();
    await page.waitForURL((url) => url.pathname.startsWith(to.split('?')[0] ?? to));
    await columnAt(page, 1).getByRole('heading').first().waitFor();
  });

  it('[EXPERIENCE] opens an entry of the days and a line that waits with the keyboard only', async () => {
    const { page } = await world.open({ as: 'staff', at: '/', screen: 'desktop' });
    const label = (await page.locator('.kk-days-entry .kk-fill > a').first().innerText()).trim();
    const line = page.getByRole('region', { name: 'Waiting for me' }).getByRole('listitem').getByRole('link').first();
    const waits = (await line.innerText()).trim();
    const to = (await line.getAttribute('href')) ?? '';
    await tabTo(page, named(label), 300);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/i-\w+-\d+/u);
    await columnAt(page, 1).getByRole('heading', { name: label }).first().waitFor();
    // A browser without a window has no key that leads back.
    await page.goBack();
    await line.waitFor();
    await tabTo(page, named(waits), 300);
    expect((await focused(page)).startsWith(waits)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith(to.split('?')[0] ?? to));
  });

  it('[EXPERIENCE] a member goes from home to words and collections by taps, and to the archive with the keyboard only', async () => {
    const phone = await onPhone(world, '/', 'member');
    const open = phone.getByRole('region', { name: 'Open to you' });
    for (const name of ['Words and phrases', 'Collections']) {
      const link = open.getByRole('link', { name, exact: true });
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await link.tap();
      await showsResults(phone);
      await phone.goBack();
      await open.waitFor();
    }
    const { page } = await world.open({ as: 'member', at: '/', screen: 'desktop' });
    await page.getByRole('region', { name: 'Open to you' }).getByRole('link').first().waitFor();
    await tabTo(page, /^Archive entries/, 300);
    await page.keyboard.press('Enter');
    await showsResults(page);
  });
});
