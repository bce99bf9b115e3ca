// `npm run pictures`: takes the pictures of the README from the built product with its sample community, each in both themes, and the
// tour. Written to docs/pictures; fails when one is larger than a page on a thin line should carry. Nothing else is changed.
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';
import { openVisit, type Theme, type VisitOptions } from 'tests/e2e/harness/openVisit.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, removeStore } from 'tests/e2e/harness/Store.ts';
import { filmTour } from 'tests/e2e/pictures/filmTour.ts';
import { acceptCookies, atRest } from 'tests/e2e/pictures/atRest.ts';

const folder = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const WINDOW = { width: 1440, height: 900 };
const PICTURE_BYTES = 300_000;
const TOUR_BYTES = 4_000_000;
const THEMES: readonly Theme[] = ['light', 'dark'];

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly isPhone?: true;
  /** Actions on the page before the picture is taken. */
  readonly show: (page: Page) => Promise<void>;
}

const results = (page: Page): Promise<void> =>
  columnAt(page, 1)
    .getByText(/\d results?$/)
    .first()
    .waitFor();

/** The response with the most progress, next to the others. */
const openAnswer = async (page: Page, tab: string): Promise<void> => {
  await results(page);
  await columnAt(page, 1)
    .locator('.kk-results')
    .getByRole('link', { name: /third step – / })
    .first()
    .click();
  await columnAt(page, 2).getByRole('tab', { name: tab }).click();
};

const PICTURES: readonly Picture[] = [
  {
    name: 'workspace',
    path: '/archive.catalogue/i-ArchiveEntry-3',
    show: async (page) => {
      await results(page);
      await columnAt(page, 2).locator('img').first().waitFor();
    },
  },
  {
    name: 'review',
    path: '/consult.responses',
    show: async (page) => {
      await openAnswer(page, 'Workflow');
      await columnAt(page, 2).getByRole('tabpanel').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'overlap',
    path: '/consult.responses',
    show: async (page) => {
      await openAnswer(page, 'In the area');
      await page.getByRole('group', { name: 'Counts by kind and distance' }).waitFor();
      await page.locator('.kk-map-canvas[data-ready]').first().waitFor();
    },
  },
  {
    name: 'word',
    path: '/vocab.words-phrases?c0=weir',
    show: async (page) => {
      await results(page);
      await columnAt(page, 1).getByRole('link', { name: /^v/ }).first().click();
      await columnAt(page, 2).getByRole('tab', { name: 'About' }).waitFor();
    },
  },
  {
    name: 'form',
    path: '/archive.catalogue/i-ArchiveEntry-3',
    show: async (page) => {
      await results(page);
      const item = columnAt(page, 2);
      await item.getByRole('tab', { name: 'Edit' }).click();
      await item.getByLabel(/^Secondary title/).fill('As it was filmed from the bank');
    },
  },
  {
    name: 'several',
    path: '/archive.catalogue?c0=weir',
    show: async (page) => {
      await results(page);
      const list = columnAt(page, 1);
      for (const at of [1, 2, 4]) await list.locator('.kk-results').getByRole('checkbox').nth(at).check();
    },
  },
  {
    name: 'phone',
    path: '/archive.catalogue/i-ArchiveEntry-3',
    isPhone: true,
    show: async (page) => {
      await page.getByRole('heading', { name: 'The day of the long line' }).first().waitFor();
    },
  },
];

const open = async (browser: Browser, url: string, theme: Theme, isPhone: boolean): Promise<Page> => {
  const device: VisitOptions = isPhone ? { screen: 'phone', scale: 2 } : {};
  const { page } = await openVisit(browser, url, { theme, token: await tokenOf(url, 'staff'), ...device });
  await acceptCookies(page);
  if (!isPhone) await page.setViewportSize(WINDOW);
  await page.goto('/');
  await setTheme(page, theme);
  return page;
};

const take = async (browser: Browser, url: string, theme: Theme): Promise<void> => {
  const [desk, phone] = [await open(browser, url, theme, false), await open(browser, url, theme, true)];
  for (const { name, path, isPhone, show } of PICTURES) {
    const page = isPhone ? phone : desk;
    await page.goto(path);
    await show(page);
    await atRest(page);
    await sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
      .webp({ quality: 86, effort: 6, smartSubsample: true })
      .toFile(`${folder}${name}-${theme}.webp`);
  }
  for (const page of [desk, phone]) await page.context().close();
};

const check = (name: string, most: number): void => {
  const { size } = statSync(`${folder}${name}.webp`);
  process.stdout.write(`docs/pictures/${name}.webp ${(size / 1000).toFixed(0)} kB\n`);
  if (size > most) throw new Error(`${name} has ${size} bytes; at most ${most}`);
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const store = await emptyStore(undefined);
const launched = await launchBrowser();
try {
  const server = await startServer(store);
  const browser = await chromium.connect(launched.address);
  for (const theme of THEMES) await take(browser, server.url, theme);
  await filmTour(browser, server.url, `${folder}tour.webp`);
  await browser.close();
  await server.stop();
} finally {
  await launched.close();
  await removeStore(store, undefined);
}
for (const { name } of PICTURES) for (const theme of THEMES) check(`${name}-${theme}`, PICTURE_BYTES);
check('tour', TOUR_BYTES);
