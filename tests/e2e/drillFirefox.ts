// `npm run drill:firefox`: the main journeys in a Firefox of this machine, over WebDriver BiDi: sign in, search, filter, each display, edit
// in place, save, upload, sign out. FIREFOX_PATH names one; without any it fails and says so. Prints each step with its time; exits with 1
// at the first that fails, with a picture of the page, or when the page had an error.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, firefox, type Locator, type Page, type Route } from 'playwright-core';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { emailOf, samplePassword } from 'tests/e2e/harness/accounts.ts';
import { column, columnAt, openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, removeStore } from 'tests/e2e/harness/Store.ts';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/Applications/Firefox.app/Contents/MacOS'];
const NAMES = ['firefox', 'firefox-esr', 'firefox.exe'];
/** A font that was loading when the page was reloaded. */
const ABORTED = /downloadable font: download failed .*status=2152398850/;
const PICTURES = '.screenshots/firefox';

const findFirefox = (): string => {
  const named = process.env.FIREFOX_PATH;
  const found = [
    ...(named === undefined ? [] : [named]),
    ...FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ].find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(
      'There is no Firefox on this machine: install one, or name it with FIREFOX_PATH. Nothing was tried.',
    );
  return found;
};

const link = (list: Locator): Locator => list.locator('a[href*="/i-ArchiveEntry-"]').first();

/** Types key by key, because the page's own listeners do not receive text that Playwright fills in Firefox. */
const type = async (field: Locator, words: string): Promise<void> => {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(words);
};

const showDisplays = async (page: Page): Promise<void> => {
  const list = columnAt(page, 1);
  for (const [name, part] of [
    ['Table', '.bp6-table-cell a'],
    ['Cards', '.kk-result-card img'],
    ['Timeline', '.kk-part'],
    ['Carousel', 'a[href*="i-ArchiveEntry"]'],
    ['List', '.kk-list-row a'],
  ] as const) {
    await list.getByRole('button', { name, exact: true }).click();
    await list.locator(part).first().waitFor();
  }
};

const filter = async (page: Page): Promise<void> => {
  const list = await openList(page, '/archive.catalogue');
  const all = await resultCount(list);
  await list.getByRole('checkbox', { name: /^Map/ }).check();
  await list.getByRole('button', { name: /Remove the filter/ }).waitFor();
  await list.locator('.kk-count-of').waitFor();
  if ((await resultCount(list)) >= all) throw new Error('the filter leaves as many results as before');
};

const editInPlace = async (page: Page): Promise<void> => {
  await page.goto('/archive.catalogue/i-ArchiveEntry-3');
  const item = columnAt(page, 2);
  await item.getByRole('button', { name: 'Edit Description' }).first().click();
  const place = item.locator('.kk-in-place');
  await type(place.getByRole('textbox').first(), 'Written in Firefox.');
  await place.getByRole('button', { name: /^Save/ }).click();
  await place.waitFor({ state: 'detached' });
  await page.reload();
  await columnAt(page, 2).getByText('Written in Firefox.').first().waitFor();
};

const upload = async (page: Page): Promise<void> => {
  await page.goto('/i-ArchiveEntry-7');
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: 'Edit' }).click();
  const files = item.getByRole('group', { name: /^Attachments/ });
  const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#7ea6b8' } })
    .png()
    .toBuffer();
  const picture = { name: 'Camp ᐊᓂᔑ.png', mimeType: 'image/png', buffer };
  await files.getByRole('button', { name: 'Attach files' }).waitFor();
  await files.locator('input[type=file]').first().setInputFiles(picture);
  await type(files.getByLabel(`Caption of ${picture.name}`), 'Camp by the river');
  await files.getByText('Attached when you save').waitFor();
  await item
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();
  await files.getByRole('link', { name: picture.name }).waitFor();
};

const signOut = async (page: Page): Promise<void> => {
  await page.locator('.kk-user').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page
    .getByRole('link', { name: /sign in/i })
    .or(page.getByLabel('Email'))
    .first()
    .waitFor();
};

const JOURNEYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'sign in': async (page) => {
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(emailOf('staff'));
    await page.getByLabel('Password').fill(samplePassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await column(page, /^Home, /).waitFor();
  },
  'search everything': async (page) => {
    const search = page.getByRole('combobox', { name: 'Search everything' });
    await type(search, 'weir');
    await page.getByRole('option').first().waitFor();
    await search.press('Enter');
    await columnAt(page, 1).locator('mark, .kk-found').first().waitFor();
  },
  filter,
  'every display': showDisplays,
  'open an entry': async (page) => {
    await link(columnAt(page, 1)).click();
    await columnAt(page, 2).getByRole('tab', { name: 'History' }).waitFor();
  },
  'edit in place and save': editInPlace,
  upload,
  'dark theme': async (page) => {
    await page.locator('.kk-user').click();
    await page.getByRole('menu').getByText('Dark mode', { exact: true }).click();
    await page.locator('body.bp6-dark').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
  },
  'sign out': signOut,
};

const isDocument = ({ pathname }: URL): boolean =>
  !/^\/(?:assets|api|ws|item-id-image|attachment|lov|locale-overrides)\b/.test(pathname);

/** Playwright evaluates its scripts from strings, which the page's policy refuses. The browser tests check the policy. */
const withoutPolicy = async (route: Route): Promise<void> => {
  const response = await route.fetch();
  const { 'content-security-policy': _policy, ...headers } = response.headers();
  await route.fulfill({ response, headers });
};

const walk = async (browser: Browser, url: string): Promise<boolean> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  await context.route(isDocument, withoutPolicy);
  const page = await context.newPage();
  const errors: string[] = [];
  // The browser reports the same fault in either place.
  const note = (text: string): void => {
    if (!ABORTED.test(text)) errors.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
  page.on('pageerror', (error) => note(error.stack ?? error.message));
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    const started = performance.now();
    try {
      await journey(page);
    } catch (thrown) {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, 'failed.png') });
      process.stdout.write(`FAILED ${name} (${join(PICTURES, 'failed.png')}): ${String(thrown)}\n`);
      return false;
    }
    process.stdout.write(`${name} ${(performance.now() - started).toFixed(0)} ms\n`);
  }
  for (const error of errors) process.stdout.write(`console: ${error}\n`);
  await context.close();
  return errors.length === 0;
};

/** A program that playwright can start, which starts Firefox with the relay before it. */
const programIn = (folder: string): string => {
  const path = join(folder, 'firefox');
  const script = fileURLToPath(new URL('harness/firefoxRelay.ts', import.meta.url));
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' --import tsx '${script}' "$@"\n`, { mode: 0o755 });
  return path;
};

// A page from the cache of the service worker would include its policy.
const firefoxUserPrefs = { 'dom.serviceWorkers.enabled': false };

const FIREFOX = findFirefox();
const folder = mkdtempSync(join(tmpdir(), 'kk-'));
const store = await emptyStore(undefined);
try {
  const server = await startServer(store);
  const env = { ...process.env, FIREFOX } as Record<string, string>;
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: programIn(folder),
    env,
    firefoxUserPrefs,
  });
  process.stdout.write(`${FIREFOX} ${browser.version()}\n`);
  process.exitCode = (await walk(browser, server.url)) ? 0 : 1;
  await browser.close();
  await server.stop();
} finally {
  await removeStore(store, undefined);
  rmSync(folder, { recursive: true, force: true });
}
