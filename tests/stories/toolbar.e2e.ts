// Each control of the Storybook's toolbar does what it says, an edited declaration changes what is drawn, maps have a ground, and the page of
// tokens is complete.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { registry } from 'src/generated/registry.client.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectBrowser } from 'tests/e2e/harness/connectBrowser.ts';
import { openStories, settled, showStory, tell } from 'tests/stories/storyPage.ts';

const PANELS = 'search-displays--table';
const TYPE = 'ArchiveEntry';

const setGlobals = async (page: Page, globals: Record<string, string>): Promise<void> => {
  await tell(page, 'updateGlobals', { globals });
  await settled(page);
};

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** Returns the parts of the map that its most frequent colours cover. */
const coloursOfMap = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const counts = new Map<string, number>();
    let all = 0;
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.kk-map-canvas canvas')) {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let at = 0; at < pixels.length; at += 64) {
        if (pixels[at + 3] !== 255) continue;
        const colour = `${pixels[at]} ${pixels[at + 1]} ${pixels[at + 2]}`;
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
        all += 1;
      }
    }
    return [...counts.values()].map((count) => count / Math.max(1, all)).toSorted((a, b) => b - a);
  });

/** Returns the tokens that a style sheet of the skin sets for the light theme. */
const tokensOf = (sheet: string): string[] => {
  const text = readFileSync(fileURLToPath(new URL(`../../src/client/ui/${sheet}`, import.meta.url)), 'utf8');
  return [...new Set([...text.matchAll(/^\s*(--kk-[\w-]+):/gmu)].map(([, name = '']) => name))];
};

describe('the toolbar of the Storybook', { timeout: 120_000 }, () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const told: string[] = [];
  beforeAll(async () => {
    browser = await connectBrowser();
    context = await openStories(browser, told);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await context.newPage();
    return () => page.close();
  });

  it('[SHELL-03] draws the dark theme, and both themes next to each other', async () => {
    await showStory(page, PANELS);
    await setGlobals(page, { theme: 'dark' });
    expect(await page.locator('body.bp6-dark').count()).toBe(1);
    await setGlobals(page, { theme: 'both' });
    const frames = page.locator('iframe');
    await frames.nth(1).waitFor();
    const themes = await Promise.all(
      [0, 1].map(async (at) => {
        const frame = frames.nth(at).contentFrame();
        await frame.locator('#storybook-root table, #storybook-root [role=grid]').first().waitFor();
        return await frame.locator('body').evaluate((body) => body.classList.contains('bp6-dark'));
      }),
    );
    expect(themes).toEqual([false, true]);
  });

  it('changes direction, text size, language, density, notes, colours and motion', async () => {
    await showStory(page, PANELS);
    const usual = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    const words = await page.locator('#storybook-root').innerText();
    await setGlobals(page, { direction: 'rtl' });
    expect(await styleOf(page, 'html', 'direction')).toBe('rtl');
    await setGlobals(page, { direction: 'ltr', textSize: 'kk-text-larger' });
    expect(parseFloat(await styleOf(page, 'html', 'font-size'))).toBeGreaterThan(parseFloat(usual));
    await setGlobals(page, { textSize: 'usual', density: 'compact' });
    expect(await page.locator('body.kk-compact').count()).toBe(1);
    await setGlobals(page, { density: 'comfortable', notes: 'shown' });
    expect(await page.locator('#storybook-root').innerText()).toContain('Offer a table where');
    await setGlobals(page, { notes: 'hidden', language: 'stretched' });
    const stretched = await page.locator('#storybook-root').innerText();
    expect(stretched).not.toBe(words);
    expect(stretched).toMatch(/[ḵḏṯ]/u);
    await setGlobals(page, { language: 'en', contrast: 'forced' });
    expect(await styleOf(page, '#storybook-root', 'background-color')).toBe('rgb(255, 255, 255)');
    await setGlobals(page, { contrast: 'usual', motion: 'reduced' });
    expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
  });

  it('shows the story at the width that is chosen', async () => {
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.goto(`http://stories.test/index.html?path=/story/${PANELS}&globals=viewport:phone`);
    const frame = page.locator('#storybook-preview-iframe');
    await expect.poll(async () => (await frame.boundingBox())?.width, { timeout: 60_000 }).toBeLessThan(370);
  });

  it('[SRCH-06] draws a declaration as it is edited in the controls', async () => {
    const storyId = `types-archive-${TYPE.toLowerCase()}--declaration`;
    await showStory(page, storyId);
    const summaries = page.locator('.kk-row-summary');
    await summaries.first().waitFor();
    const before = await summaries.allInnerTexts();
    const view = { ...registry.types[TYPE]?.view, row: { summary: ['description'] } };
    await tell(page, 'updateStoryArgs', { storyId, updatedArgs: { view } });
    await settled(page);
    expect(await summaries.allInnerTexts()).not.toEqual(before);
  });

  it('[SHELL-04] lists every token of the skin with its value', async () => {
    await showStory(page, 'ui-tokens--tokens');
    const shown = new Map(
      await page.locator('code').evaluateAll((codes) =>
        codes.map((code): [string, string] => {
          const value = getComputedStyle(document.body).getPropertyValue(code.textContent).trim();
          return [code.textContent, code.parentElement?.textContent.includes(value) === true ? value : ''];
        }),
      ),
    );
    const tokens = [...tokensOf('tokens.css'), ...tokensOf('skin.css')];
    expect(tokens.length).toBeGreaterThan(50);
    expect(tokens.filter((name) => (shown.get(name) ?? '') === '')).toEqual([]);
    expect(shown.get('--kk-space-12')).toBe('12px');
  });

  it('has land and water on the maps of stories, from a file that is served with them', async () => {
    const parts: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/base-maps/sample.pmtiles')) parts.push(response.status());
    });
    told.length = 0;
    await showStory(page, 'map-map--of-a-list');
    await page.locator('.kk-map-canvas[data-ready]').waitFor();
    await expect.poll(async () => (await coloursOfMap(page))[1] ?? 0, { timeout: 30_000 }).toBeGreaterThan(0.05);
    expect(new Set(parts)).toEqual(new Set([206]));
    expect(told).toEqual([]);
  });
});
