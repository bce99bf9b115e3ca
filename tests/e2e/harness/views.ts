// The views that tests visit one by one: name, address, and the condition that shows that the view is loaded.
// Called by views.e2e.ts and accessible.e2e.ts.
import type { Locator, Page } from 'playwright-core';
import { registry } from 'src/generated/registry.client.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { checkTable, chooseTable } from 'tests/e2e/harness/importTables.ts';
import { openFoundFiles, recordSearch } from 'tests/e2e/harness/openFiles.ts';

interface View {
  readonly name: string;
  readonly path: string;
  /** Opens the view from the previous view's page, without a reload. */
  readonly stays?: true;
  /** Waits until the view is loaded. */
  readonly shown: (page: Page) => Promise<void>;
}

const text =
  (words: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByText(words).first().waitFor();
  };
const results = text(/\d results?$/);
const tab =
  (name: string, then: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await columnAt(page, 1).getByRole('tab', { name }).click();
    await then(page);
  };

/** Shows the results in another display. */
const displayed =
  (display: string, part: string) =>
  async (page: Page): Promise<void> => {
    await results(page);
    const list = columnAt(page, 1);
    const button = list.getByRole('button', { name: display, exact: true });
    const menu = list.getByRole('button', { name: /^Show as:/ });
    // Narrow lists offer the displays in a menu.
    await button.or(menu).filter({ visible: true }).first().click();
    if (await menu.isVisible()) await page.getByRole('menu').getByText(display, { exact: true }).click();
    await list.locator(part).first().waitFor();
  };

const READY_MAP = '.kk-map-canvas[data-ready]';
const part =
  (selector: string) =>
  async (page: Page): Promise<void> => {
    await page.locator(selector).first().waitFor();
  };

const RECORD = 'What grew where we did not pick';
const DOCUMENT = 'what-grew-where-we-did-not-pick.pdf';
/** Opens the file of a record in its viewer. */
const viewer =
  (record: string, file: string, then: (dialog: Locator) => Locator) =>
  async (page: Page): Promise<void> => {
    await openFoundFiles(page, record);
    await page.getByRole('link', { name: file }).click();
    await then(page.getByRole('dialog', { name: file }))
      .first()
      .waitFor();
  };
const previousPicture = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Previous file' }).click();
  await page.getByRole('dialog', { name: 'kettle-meadow.jpg' }).getByRole('img').waitFor();
};

const TOLD = 'Soren Kettlewell on the year';
const FILM = 'The day of the long line';
const MODEL = 'Berry basket with white lightning';
const TEXT = 'Tides of the narrows';

const RESPONSE = '/consult.responses?c0=.q%3Dthird%20step';
/** Shows the overlap around the area of the found response. */
const overlap = async (page: Page): Promise<void> => {
  const href = await page.locator('.kk-results a[href*="/i-ConsultResponse-"]').first().getAttribute('href');
  await page.goto(`/${/i-ConsultResponse-\d+/.exec(href ?? '')?.[0]}?c0=overlap`);
  await page.getByRole('group', { name: 'Counts by kind and distance' }).waitFor();
  await part(READY_MAP)(page);
};

const calendarView =
  (name: string, selector: string) =>
  async (page: Page): Promise<void> => {
    const views = page.getByRole('group', { name: 'View', exact: true });
    await views.getByRole('button', { name, exact: true }).click();
    await part(selector)(page);
  };

const TRACK =
  '<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Grease trail</name><trkseg><trkpt lat="52" lon="-127"/><trkpt lat="52.2" lon="-126.5"/></trkseg></trk></gpx>';
const PLACES_IMPORT = '/import-table?c0=types%3DFeature%26places%3D1';
const chosenFile = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: /^Choose a file/ });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles({ name: 'trail.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(TRACK) });
  await page.getByText('1 line').waitFor();
  await part(READY_MAP)(page);
};

const REGISTER = 'Title;Date;Keywords\nFerry log;1931;ferry\n;31/31/1987;ferry\n';
const chosenTable = async (page: Page): Promise<void> => {
  await page.getByLabel(/^What does the table contain/).selectOption({ label: 'Archive records' });
  await chooseTable(page, { name: 'register.csv', buffer: Buffer.from(REGISTER) }, 'Title');
};
const checkedTable = (page: Page): Promise<void> => checkTable(page, /1 new record · 1 row refused/);

export const VIEWS: readonly View[] = [
  { name: 'home', path: '/', shown: text('Recently changed') },
  { name: 'catalogue-list', path: '/archive.catalogue', shown: results },
  { name: 'catalogue-table', path: '/archive.catalogue', stays: true, shown: displayed('Table', '.bp6-table-cell a') },
  {
    name: 'catalogue-cards',
    path: '/archive.catalogue',
    stays: true,
    shown: displayed('Cards', '.kk-result-card img'),
  },
  {
    name: 'catalogue-carousel',
    path: '/archive.catalogue',
    stays: true,
    shown: displayed('Carousel', 'a[href*="i-ArchiveEntry"]'),
  },
  { name: 'meetings-timeline', path: '/consult.meetings', shown: displayed('Timeline', '.kk-part') },
  { name: 'places-map', path: '/spatial.features', shown: displayed('Map', READY_MAP) },
  { name: 'places-tree', path: '/spatial.features', stays: true, shown: displayed('Tree', '[role=treeitem]') },
  { name: 'map', path: '/spatial.map', shown: part(READY_MAP) },
  { name: 'import', path: PLACES_IMPORT, shown: text(/^Choose a file/) },
  { name: 'import-file', path: PLACES_IMPORT, stays: true, shown: chosenFile },
  { name: 'import-table', path: '/import-table', shown: text('1. Choose a file') },
  { name: 'import-table-columns', path: '/import-table', stays: true, shown: chosenTable },
  { name: 'import-table-check', path: '/import-table', stays: true, shown: checkedTable },
  {
    name: 'viewer-document',
    path: recordSearch(RECORD),
    shown: viewer(RECORD, DOCUMENT, (dialog) => dialog.locator('.textLayer').getByText('Four plots')),
  },
  { name: 'viewer-picture', path: recordSearch(RECORD), stays: true, shown: previousPicture },
  {
    name: 'viewer-sound',
    path: recordSearch(TOLD),
    shown: viewer(TOLD, 'recording.wav', (dialog) => dialog.locator('[data-known]')),
  },
  {
    name: 'viewer-film',
    path: recordSearch(FILM),
    shown: viewer(FILM, 'the-day-of-the-long-line.webm', (dialog) => dialog.getByText('Nobody says a word.')),
  },
  {
    name: 'viewer-model',
    path: recordSearch(MODEL),
    shown: viewer(MODEL, 'berry-basket.glb', (dialog) => dialog.locator('[data-shown]')),
  },
  {
    name: 'viewer-text',
    path: recordSearch(TEXT),
    shown: viewer(TEXT, 'tides-of-the-narrows.txt', (dialog) => dialog.getByText('10:25 high water')),
  },
  { name: 'overlap', path: RESPONSE, shown: overlap },
  { name: 'workflow', path: RESPONSE, stays: true, shown: tab('Workflow', text('What is next')) },
  { name: 'dashboard', path: '/consult.dashboard', shown: part('.kk-dash a[href]') },
  { name: 'calendar-month', path: '/consult.calendar', shown: part('[data-day] li a') },
  { name: 'calendar-week', path: '/consult.calendar', stays: true, shown: calendarView('Week', '.kk-cal-week') },
  { name: 'calendar-list', path: '/consult.calendar', stays: true, shown: calendarView('List', '.kk-cal-row') },
  { name: 'words', path: '/vocab.words-phrases', shown: results },
  { name: 'meetings', path: '/consult.meetings', shown: results },
  { name: 'entry', path: '/i-ArchiveEntry-3', shown: text('Call number') },
  { name: 'entry-edit', path: '/i-ArchiveEntry-3', stays: true, shown: tab('Edit', text('Secondary title')) },
  { name: 'entry-history', path: '/i-ArchiveEntry-3', stays: true, shown: tab('History', text(/Created/)) },
  { name: 'entry-about', path: '/i-ArchiveEntry-3', stays: true, shown: tab('About', text('Who can see it')) },
  { name: 'person-edit', path: '/i-CommunityMember-40', shown: tab('Edit', text('Nickname')) },
  { name: 'new-word', path: '/i-Lexeme-0-new', shown: text('Phonetic') },
  { name: 'profile', path: '/i-User-2', shown: text('Isaro Brightwater') },
  { name: 'notifications', path: '/notifications', shown: text('Mark all read') },
  { name: 'search', path: '/search', shown: results },
  { name: 'help', path: '/help', shown: text('Who may see what') },
  { name: 'area', path: '/archive', shown: text('Catalogue') },
  { name: 'unknown', path: '/no.such-place', shown: text('Nothing here') },
  { name: 'gone', path: '/i-ArchiveEntry-99999', shown: text('This did not load') },
  { name: 'imprint', path: '/imprint', shown: text('About this site') },
  { name: 'privacy', path: '/privacy-policy', shown: text('Cookies and what stays on this device') },
  { name: 'terms', path: '/terms', shown: text('Accounts') },
];

/** Waits for the first heading and the end of loading. Throws if the page has nothing for this account. */
const stands = async (page: Page): Promise<void> => {
  await page.locator('main').getByRole('heading').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main .kk-loading'));
  if ((await page.getByText('Nothing here', { exact: true }).count()) > 0)
    throw new Error(`${page.url()} is nothing for this account`);
};
const standing = (paths: readonly string[]): View[] =>
  paths.map((path) => ({ name: path.replaceAll('/', ''), path, shown: stands }));

const ofAdministrators = registry.screens
  .filter(({ area, dedicatedOnly }) => area === 'admin' && dedicatedOnly !== true)
  .map(({ path }) => `/${path}`);

const seenAbove = new Set(VIEWS.map(({ path }) => path));
const ofOthers = registry.screens
  .filter(({ area, dedicatedOnly, view }) => area !== 'admin' && dedicatedOnly !== true && view !== 'ownPage')
  .map(({ path }) => `/${path}`)
  .filter((path) => !seenAbove.has(path));

const board = (path: string): View => ({
  name: `board-${path.slice(1)}`,
  path: `${path}?c0=${encodeURIComponent('.show=BOARD')}`,
  shown: part('.kk-board-card a'),
});

/** Views that are missing above, each with the account that it is for; undefined for a visitor. */
export const OTHER_VIEWS: readonly { readonly as: Account | undefined; readonly views: readonly View[] }[] = [
  { as: 'admin', views: standing(ofAdministrators) },
  {
    as: 'staff',
    views: [
      ...standing(['/i-Thread-1', '/my-account', '/deleted', ...ofOthers]),
      ...['/belongings.repatriation', '/geokeeper.work-items'].map(board),
    ],
  },
  { as: 'member', views: standing(['/tasks', '/unsaved', '/starred', '/my-organizations']) },
  {
    as: undefined,
    views: standing(['/sign-in', '/register', '/forgot-password', '/set-pass', '/confirm-email', '/unsubscribe']),
  },
];
