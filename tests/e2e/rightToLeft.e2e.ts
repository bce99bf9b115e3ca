// The product in a language that is written from right to left: a language with texts of the site, chosen by a person.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import type { Visit } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

// A dedicated site has its own texts.
const folder = mkdtempSync(join(tmpdir(), 'kk-'));
const siteFile = join(folder, 'site.json');
writeFileSync(siteFile, JSON.stringify({ site: { dedicated: true } }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const world = useWorld({ SITE_CONFIG: siteFile });

/** A site that has begun to translate: all other texts are the shipped English ones. */
const ARABIC = {
  'screens.archive.catalogue.title': 'الفهرس',
  'listing.search': 'ابحث في هذه القائمة',
  'listing.count': '{count, plural, =0 {لا نتائج} one {نتيجة واحدة} two {نتيجتان} few {# نتائج} other {# نتيجة}}',
  'bulk.choose': 'اختر {name}',
};

beforeAll(async () => {
  const changes = Object.entries(ARABIC).map(([key, text]) => ({ key, text }));
  await askAs(world.url, 'admin', ['act/saveSiteTexts', { language: 'ar', changes }]);
});

const PAGE = 'html[lang="ar"][dir="rtl"]';

/** Chooses the language in the person's own account, as people do, and opens an address. */
const openInArabic = async (at: string): Promise<Visit> => {
  const visit = await world.open({ as: 'staff', at: '/my-account' });
  const language = visit.page.getByLabel('Language', { exact: false }).and(visit.page.locator('select'));
  await language.first().selectOption('ar');
  await visit.page.locator(PAGE).waitFor();
  await visit.page.goto(at);
  await visit.page.locator(PAGE).waitFor();
  return visit;
};

/** Distance between the end of the first box and the start of the second, read from right to left. */
const gapFromRight = async (first: Locator, second: Locator): Promise<number> => {
  const [one, other] = await Promise.all([first.boundingBox(), second.boundingBox()]);
  return one && other ? one.x - (other.x + other.width) : Number.NaN;
};

/** Returns the letters and digits of an element from left to right, as the browser draws them. */
const drawn = (element: Locator): Promise<string> =>
  element.evaluate((part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const signs: { readonly sign: string; readonly left: number }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      [...(node.textContent ?? '')].forEach((sign, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { left, width } = range.getBoundingClientRect();
        if (width > 0) signs.push({ sign, left });
      });
    return signs
      .toSorted((one, other) => one.left - other.left)
      .map(({ sign }) => sign)
      .join('');
  });

const focusAt = async (page: Page, part: Locator, key: string): Promise<void> => {
  await part.focus();
  await page.keyboard.press(key);
};

it('[SHELL-04] a person who chooses a language from right to left reads the whole page so, and values keep their order', async () => {
  const { page } = await openInArabic('/archive.catalogue');
  const list = columnAt(page, 1);
  await list.getByRole('heading', { name: 'الفهرس' }).waitFor();
  await list
    .getByText(/نتيجة$/, { exact: false })
    .first()
    .waitFor();
  // The navigation is at the start side.
  const navigation = await page.getByRole('navigation').first().boundingBox();
  expect(navigation?.x ?? 0).toBeGreaterThan(640);
  // An English text of an Arabic page, and a date inside it.
  const more = list.getByRole('button', { name: 'Saved searches' });
  expect(await drawn(more)).toContain('Saved searches');
  const day = list.locator('.kf-date').first();
  await day.waitFor();
  expect(await drawn(day)).toMatch(/^[\d\p{L}]+-\p{L}+-[\d\p{L}]+$/u);
  expect(await day.textContent()).toMatch(/^\u2068\d\d-\p{L}+-\d{4}\u2069$/u);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'right-to-left');
});

it('[CELL-05] from right to left the arrow keys lead the way that the page reads', async () => {
  const { page } = await openInArabic('/spatial.features?c0=.q%3DSteps%26f.state%3D"ACTIVE"%26show%3DTREE');
  const tree = page.getByRole('tree');
  const above = tree.getByRole('treeitem').filter({ hasText: 'Weir Narrows' });
  await above.waitFor();
  await tree.focus();
  await page.keyboard.type('weir');
  expect(await above.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowLeft');
  await tree.getByRole('treeitem').filter({ hasText: 'Heron Steps' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => above.getAttribute('aria-expanded')).toBe('false');

  await page.goto('/archive.catalogue?c0=.show%3DCAROUSEL');
  const front = page.locator('.kk-carousel-title');
  await front.waitFor();
  const first = await front.getAttribute('href');
  await focusAt(page, front, 'ArrowLeft');
  await expect.poll(() => front.getAttribute('href')).not.toBe(first);
  await focusAt(page, front, 'ArrowRight');
  await expect.poll(() => front.getAttribute('href')).toBe(first);
  await screenshot(page, 'right-to-left-carousel');
});

it('[EXPERIENCE] from right to left an icon keeps its distance from its word, and a select has its arrow at its end', async () => {
  const { page } = await openInArabic('/archive.catalogue');
  const opener = columnAt(page, 1).getByRole('button', { name: 'Export…' });
  await opener.waitFor();
  const button = page
    .locator('.bp6-button:has(> .bp6-icon:first-child + .bp6-button-text)')
    .filter({ visible: true })
    .first();
  expect(
    await gapFromRight(button.locator('> .bp6-icon'), button.locator('> .bp6-button-text')),
  ).toBeGreaterThanOrEqual(6);
  await opener.press('Enter');
  const select = page.getByRole('dialog').locator('.bp6-html-select').first();
  await select.waitFor();
  const [box, arrow] = await Promise.all([select.boundingBox(), select.locator('> .bp6-icon').boundingBox()]);
  expect((arrow?.x ?? 0) - (box?.x ?? 0)).toBeLessThan(16);
});
