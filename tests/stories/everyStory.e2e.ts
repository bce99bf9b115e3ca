// Every story of the built storybook, wide in one theme and narrow in the other, by turns: it draws something, without an error,
// nothing stands outside of the page, and axe finds nothing.
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { sourcesOf } from 'src/server/cli/importFromSource.ts';
import { NEVER_SET, unusedOnPage } from 'src/server/cli/unusedClasses.ts';
import { NOW } from 'stories/scripted/storyTime.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, axeColours, type Violation } from 'tests/e2e/harness/axe.ts';
import { connectBrowser } from 'tests/e2e/harness/connectBrowser.ts';
import type { Theme } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { casesToTake, DIVISIONS } from 'tests/runner/parts.ts';
import { DESKTOP, laidOut, openStories, settled, showStory, storyIds, tell } from 'tests/stories/storyPage.ts';

/** Rules for whole pages, which do not apply to a part of a page. The browser tests check them on the pages of the product. */
const WHOLE_PAGE = ['page-has-heading-one', 'landmark-one-main', 'landmark-unique', 'region', 'avoid-inline-spacing'];
/** The parts are the same on many stories, so one story in so many is asked for each state, by turns in one theme and the other. */
const STATE_EVERY = 9;
/** Made of the same parts for every type and screen: by turns they are looked at whole in one theme or the other. */
const DECLARED = /^(?:types|screens)-/;
/** Stories whose parts are checked in the other stories of the type or screen. Screens of administrators have their own parts. */
const STATES = /^(?:types-|screens-(?!admin-)).*--states$/;
/** Around the columns of every page alike; stories of the shell are asked about it. */
const AROUND = ['.kk-header', '.kk-side'];
const NARROW = [
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];
// Half of its time a story is waited for until it stands still.
const AT_ONCE = 4;
/** Selectors of elements with a class of the component library whose rules the build removes as unused. */
const LEFT_OUT = [
  ...unusedOnPage(
    fileURLToPath(new URL('../..', import.meta.url)),
    sourcesOf(fileURLToPath(import.meta.resolve('@blueprintjs/core/lib/esm/index.js'))),
  ),
]
  .map((name) => `.${name}`)
  .concat(NEVER_SET)
  .join();

const inWords = (violations: readonly Violation[]): string[] =>
  violations.map(({ rule, nodes }) => `${rule}: ${nodes.slice(0, 2).join(' | ')}`);

/** Returns the faults of the story on a desktop. */
const faultsOnDesktop = async (page: Page, id: string): Promise<string[]> => {
  const failed = await page.locator('body:not(.sb-show-main)').count();
  // With the page's own time, each picture would be another one on the next day.
  const day = await page.evaluate(() => new Date().toDateString());
  const drawn = await page.evaluate(() => document.querySelector('#storybook-root')?.textContent.trim() ?? '');
  const unstyled = await page.evaluate(
    (selector) => [...document.querySelectorAll(selector)].map((each) => each.className),
    LEFT_OUT,
  );
  return [
    ...(failed > 0 ? ['storybook shows an error'] : []),
    ...(new URL(page.url()).searchParams.get('id') === id ? [] : ['another story is drawn']),
    ...(drawn.length < 15 ? ['nothing is drawn'] : []),
    ...(day === NOW.toDateString() ? [] : [`it is ${day} in the story`]),
    ...unstyled.map((classes) => `of ${classes} the style sheet leaves out the rules`),
    ...(STATES.test(id) ? [] : inWords(await axe(page, WHOLE_PAGE, DECLARED.test(id) ? AROUND : []))),
  ];
};

/** Returns the faults of the same story in the other theme at decreasing widths. */
const faultsWhenNarrow = async (page: Page, id: string, theme: Theme): Promise<string[]> => {
  const faults: string[] = [];
  for (const size of NARROW) {
    await page.setViewportSize(size);
    // At the wider sizes, only the layout is checked.
    await (size === NARROW.at(-1) ? settled(page) : laidOut(page));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) faults.push(`at ${size.width} px the page is ${over} px too wide`);
  }
  const dark = await page.evaluate(() => document.body.classList.contains('bp6-dark'));
  return [
    ...faults,
    ...(dark === (theme === 'dark') ? [] : ['is drawn in the other theme']),
    ...(DECLARED.test(id) ? [] : inWords(await axeColours(page))),
  ];
};

/** Returns the colour faults that axe finds in hovered, focused and opened elements. */
const faultsOfStates = async (page: Page): Promise<string[]> => {
  const faults: string[] = [];
  const look = async (state: string): Promise<void> => {
    faults.push(...inWords(await axeColours(page)).map((fault) => `${state}: ${fault}`));
  };
  const root = page.locator('#storybook-root');
  const target = root.locator('button:enabled, a[href]:not(.kk-skip)').filter({ visible: true }).first();
  const box = (await target.count()) > 0 ? await target.boundingBox() : null;
  if (!box) return faults;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await look('hover');
  await page.keyboard.press('Tab');
  await look('focus');
  const opener = root.locator('button[aria-haspopup]:enabled').filter({ visible: true }).first();
  if ((await opener.count()) === 0) return faults;
  await opener.press('Enter');
  await settled(page);
  await look('open');
  await page.keyboard.press('Escape');
  return faults;
};

/** One page draws one story after the other, wide in one theme and narrow in the other, by turns. */
const faultsOfStories = async (page: Page, next: () => string | undefined, told: string[]): Promise<string[]> => {
  const faults: string[] = [];
  let theme: Theme = 'light';
  let drawn = 0;
  for (let id = next(); id !== undefined; id = next()) {
    await page.setViewportSize(DESKTOP);
    await showStory(page, id);
    const wide = await faultsOnDesktop(page, id);
    if (drawn % STATE_EVERY === 0) wide.push(...(await faultsOfStates(page)));
    drawn += 1;
    await screenshot(page, `stories/${id}-${theme}`);
    theme = theme === 'light' ? 'dark' : 'light';
    await tell(page, 'updateGlobals', { globals: { theme } });
    const narrow = await faultsWhenNarrow(page, id, theme);
    await screenshot(page, `stories/${id}-${theme}-narrow`);
    faults.push(...[...wide, ...narrow, ...told.splice(0)].map((fault) => `${id}, now ${theme}: ${fault}`));
  }
  return faults;
};

/** Returns the position of the page's style sheets with each rule: Blueprint's first, then the skin, then the parts of the page. */
const orderOfSheets = (page: Page): Promise<Record<'blueprint' | 'skin' | 'part', number>> =>
  page.evaluate(() => {
    const sheets = [...document.styleSheets].map((sheet) =>
      [...sheet.cssRules].map(({ cssText }) => cssText).join(' '),
    );
    const holding = (rule: string): number => sheets.findIndex((text) => text.includes(rule));
    return { blueprint: holding('.bp6-navbar'), skin: holding('--kk-radius:'), part: holding('.kk-column') };
  });

describe('every story', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());

  it('wears the sheets of the product in the order of the product', async () => {
    const context = await openStories(browser, []);
    try {
      const page = await context.newPage();
      for (const id of storyIds()
        .filter((each) => /^types-archive-archiveentry--page$|^ui-theme--/.test(each))
        .slice(0, 2)) {
        await showStory(page, id);
        const { blueprint, skin, part } = await orderOfSheets(page);
        expect(blueprint, id).toBeGreaterThanOrEqual(0);
        expect(skin, id).toBeGreaterThan(blueprint);
        if (part >= 0) expect(part, id).toBeGreaterThan(skin);
        const [radius, wanted] = await page.evaluate(() => {
          const button = document.querySelector('#storybook-root .bp6-button');
          const style = getComputedStyle(button ?? document.body);
          return [style.borderTopLeftRadius, style.getPropertyValue('--kk-radius').trim()];
        });
        expect(radius, id).toBe(wanted);
      }
    } finally {
      await context.close();
    }
  });

  it(
    'is drawn wide in one theme and at two narrow widths in the other, by turns, without an error or an axe violation',
    { timeout: 1_800_000 },
    async () => {
      const ids = storyIds();
      expect(ids.length).toBeGreaterThan(100);
      const waiting = casesToTake('stories', ids, (id) => id, DIVISIONS.files);
      const faults: string[] = [];
      const work = async (): Promise<void> => {
        const told: string[] = [];
        const context = await openStories(browser, told);
        const page = await context.newPage();
        faults.push(...(await faultsOfStories(page, () => waiting.shift(), told)));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      expect(faults).toEqual([]);
    },
  );
});
