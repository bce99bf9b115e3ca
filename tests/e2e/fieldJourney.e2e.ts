// The whole path of field data: a program with a form of the editor and one of an XLSForm, a trip offline on a phone whose tab is killed twice
// and whose product is updated meanwhile, the review with a correction, and the place that the record becomes.
import { writeXlsx } from 'hucre/xlsx';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { isPrepared, recordsOf } from 'tests/e2e/fieldPrograms.ts';
import { askAs, changeItem, findItem } from 'tests/e2e/harness/askAs.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, openList } from 'tests/e2e/harness/columns.ts';
import { makeNextBuild, type NextBuild } from 'tests/e2e/harness/nextBuild.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { startServer, type RunningServer } from 'tests/e2e/harness/startServer.ts';
import { chooseFiles, CUT_LINE_ERRORS, noisePicture, useCutLine } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld({ PUBLIC_URL: '' });
const bad = useCutLine(world);

let update: { readonly build: NextBuild; readonly server: RunningServer } | undefined;
afterAll(async () => {
  await update?.server.stop();
  update?.build.remove();
});

const mark = Date.now().toString(36);
const PROGRAM = `Nests of the narrows ${mark}`;
const RECORD_FORM = `Nest ${mark}`;
const TRIP_FORM = `Survey trip ${mark}`;
/** Position of the nests. */
const NESTS = { longitude: -139.25417, latitude: 50.33519, accuracy: 3 };

const ask = (o: string, b: Json, as: Account = 'staff') => askAs(bad.line.url, as, [o, b]);

const choose = async (form: Locator, field: RegExp, name: string): Promise<void> => {
  await form.getByRole('combobox', { name: field }).first().fill(name);
  await form.page().getByRole('option', { name }).first().click();
};

/** The office makes the program. */
const makeProgram = async (page: Page): Promise<string> => {
  await page.goto('/i-GeoKeeperProgram-0-new');
  const form = column(page, 'New program');
  await form.getByRole('textbox', { name: /^Name/ }).first().fill(PROGRAM);
  await form
    .getByLabel(/^Who takes part/)
    .first()
    .selectOption({ label: 'Everyone' });
  await form
    .getByLabel(/^State/)
    .first()
    .selectOption({ label: 'Active' });
  await form.getByRole('button', { name: 'Create' }).click();
  await column(page, PROGRAM).getByText('this program has no form that is published and active').waitFor();
  return /i-(GeoKeeperProgram-\d+)/.exec(page.url())?.[1] ?? '';
};

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Properties of the question' });

const addToForm = async (page: Page, type: string, label: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add a question', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: type, exact: true }).click();
  const input = panelOf(page).getByLabel('Question', { exact: true });
  await input.fill(label);
  await input.press('Tab');
  await panelOf(page).getByRole('heading', { name: label }).waitFor();
};

const mapToPlace = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'What records become' }).click();
  await page.getByRole('button', { name: 'Add a kind of record' }).click();
  const mappings = page.getByRole('region', { name: 'What records become' });
  await mappings.getByLabel('Kind of record').selectOption('SpatialFeature');
  for (const [path, question] of [
    ['label', 'which_bird'],
    ['geometry', 'where_is_it'],
  ] as const) {
    const before = await mappings.locator('.kk-fe-value').count();
    await mappings.getByLabel('Add a property').selectOption(path);
    await mappings.locator('.kk-fe-value').nth(before).locator('select').first().selectOption(question);
  }
  await mappings.getByLabel(/^Accuracy of/).selectOption('general');
  await page.getByRole('region', { name: 'Preview', exact: true }).getByText('Which bird?').waitFor();
  await screenshot(page, 'journey-mapping');
};

/** The office builds the form of records in the editor and publishes it. */
const buildRecordForm = async (page: Page, program: string): Promise<string> => {
  const values = { label: RECORD_FORM, program, state: 'ACTIVE', audience: 'PUBLIC', maxPhotos: 5 };
  const form = String((await ask('create/GeoKeeperFormDef', values))['$id']);
  await page.goto(`/i-${form}`);
  await page.getByRole('button', { name: 'Edit the questions' }).click();
  await page.getByRole('button', { name: 'Start with an empty form' }).click();
  await addToForm(page, 'Text', 'Which bird?');
  await addToForm(page, 'Point', 'Where is it?');
  await addToForm(page, 'Repeated group', 'Nest');
  await addToForm(page, 'Whole number', 'Eggs');
  await addToForm(page, 'Photo', 'Photo of the nest');
  await mapToPlace(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save and publish' }).click();
  await dialog.waitFor({ state: 'detached' });
  return form;
};

const SHEETS = [
  {
    name: 'survey',
    rows: [
      ['type', 'name', 'label'],
      ['text', 'crew', 'Who is in the boat?'],
      ['text', 'ice', 'How is the ice?'],
    ],
  },
  {
    name: 'settings',
    rows: [
      ['form_title', 'form_id', 'form_type', 'instance_name'],
      [TRIP_FORM, `trip_${mark}`, 'trip', "concat('Trip of ', ${crew})"],
    ],
  },
];

/** The office imports the form of trips from a spreadsheet. */
const importTripForm = async (page: Page): Promise<void> => {
  const path = await bad.write('trip.xlsx', Buffer.from(await writeXlsx({ sheets: SHEETS })));
  const list = await openList(page, '/geokeeper.forms');
  await list.getByRole('button', { name: 'Import XLSForm…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import an XLSForm' });
  await choose(dialog, /Program of the new form/, PROGRAM);
  await chooseFiles(page, dialog.getByRole('button', { name: /^Choose a file/u }).first(), [path]);
  await dialog.getByText('Everything in this file is kept.').waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { name: TRIP_FORM }).first().waitFor();
  const form = await findItem(bad.line.url, { _t: ['GeoKeeperFormDef'], machineName: [`trip_${mark}`] });
  await changeItem(bad.line.url, form, { state: 'ACTIVE', audience: 'PUBLIC' });
  const { type, number } = parseItemId(form);
  await ask('act/publishFieldForm', { _t: type, _i: number });
};

const addNest = async (page: Page, number: number): Promise<void> => {
  await page.getByRole('button', { name: 'Add: Nest' }).tap();
  const entry = page.locator('.kf-entry').nth(number - 1);
  await entry.getByLabel('Eggs').fill(String(number));
  const picture = { name: `nest${number}.png`, mimeType: 'image/png', buffer: await noisePicture(300) };
  await entry.locator('input[type=file]').first().setInputFiles(picture);
  await entry.locator('img').waitFor();
};

/** Moves the person, so that the device reports another position. */
const walk = async (context: BrowserContext, page: Page, steps: number): Promise<void> => {
  for (let step = 1; step <= steps; step += 1) {
    await context.setGeolocation({ ...NESTS, latitude: NESTS.latitude + step * 1e-4 });
    await page.getByText(new RegExp(`· ${step + 1} points`)).waitFor();
  }
};

const beginTrip = async (context: BrowserContext, page: Page): Promise<void> => {
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: PROGRAM }) });
  await card.getByRole('button', { name: `New trip: ${TRIP_FORM}` }).tap();
  await page.getByLabel('Who is in the boat?').fill('Ada and Ben');
  await page.getByRole('button', { name: 'Start', exact: true }).tap();
  await page.getByText(/· 1 point/).waitFor();
  await walk(context, page, 4);
};

/** The server is replaced by one of a later build, and the service worker of the open page brings it. */
const updateProduct = async (page: Page): Promise<void> => {
  const build = makeNextBuild();
  const server = await startServer(world.store, { PUBLIC_URL: '' }, build.root);
  update = { build, server };
  bad.line.leadTo(server.url);
  await world.server.stop();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.waitForFunction(
    async () => {
      const names = await caches.keys();
      const { active, installing, waiting } = await navigator.serviceWorker.ready;
      return (
        names.some((name) => name.startsWith('shell-') && name.endsWith('.next')) && active && !installing && !waiting
      );
    },
    undefined,
    { timeout: 60_000 },
  );
};

const scriptsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname.replace('/assets/', ''))
      .filter((name) => name.endsWith('.js')),
  );

const stateOf = (page: Page, name: string): Locator => column(page, name).getByRole('group', { name: 'State' });

const sendBack = async (page: Page, id: string, title: string): Promise<void> => {
  await page.goto(`/i-${id}`);
  await page.getByRole('region', { name: 'Answers' }).getByText('Heron').first().waitFor();
  await expect.poll(() => page.locator('.kk-answer img').count()).toBe(3);
  await screenshot(page, 'journey-review');
  await stateOf(page, title).getByRole('button', { name: 'Send back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Which heron was it?');
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await stateOf(page, title).getByText('Sent back').waitFor();
};

const correct = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').getByRole('button', { name: 'Entries' }).tap();
  const returned = page.getByRole('button', { name: /Sent back: Which heron was it\?/ });
  await returned.waitFor({ timeout: 90_000 });
  await screenshot(page, 'journey-returned');
  await returned.tap();
  await page.getByLabel('Which bird?').fill('Great blue heron');
  await page.getByRole('button', { name: 'Finish' }).tap();
  await page.getByText('nothing to send').waitFor({ timeout: 90_000 });
};

/** The office prepares the program with both forms, and returns the program. */
const prepareOffice = async (): Promise<string> => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const program = await makeProgram(page);
  await buildRecordForm(page, program);
  await importTripForm(page);
  await page.close();
  return program;
};

/** A phone of a member that has everything for work without a connection. */
const preparePhone = async (): Promise<{ readonly page: Page; readonly context: BrowserContext }> => {
  const options = { as: 'member', serviceWorker: true, screen: 'touch', url: bad.line.url } as const;
  const { page, context, allowConsole } = await world.open(options);
  allowConsole(CUT_LINE_ERRORS);
  allowConsole(/404 \(Not Found\)/);
  await context.grantPermissions(['geolocation'], { origin: bad.line.url });
  await context.setGeolocation(NESTS);
  await page.goto('/field');
  await page.getByRole('heading', { name: PROGRAM }).waitFor();
  await isPrepared(page);
  await page.getByRole('heading', { name: PROGRAM }).waitFor();
  return { page, context };
};

/** The device has no position for a moment, as under trees, and the form takes the next one. */
const locate = async (context: BrowserContext, page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Use my position' }).tap();
  await context.setGeolocation(null);
  await page.getByText('Your device has no position yet and keeps looking').waitFor();
  // A record is not finished without the position that the person asked for.
  await page.getByRole('button', { name: 'Finish' }).tap();
  await page.getByText('Your position is not found yet').waitFor();
  await screenshot(page, 'journey-without-position');
  await context.setGeolocation(NESTS);
  await page.getByText(/Accurate to 3/).waitFor();
};

/** Begins a trip and a record without a connection, and ends the tab. */
const recordOffline = async (context: BrowserContext, page: Page): Promise<void> => {
  await context.setOffline(true);
  await beginTrip(context, page);
  await page.getByRole('button', { name: `New: ${RECORD_FORM}` }).tap();
  await page.getByLabel('Which bird?').fill('Heron');
  await page.getByLabel('Who can see this record').selectOption({ label: 'Public' });
  await locate(context, page);
  await addNest(page, 1);
  await screenshot(page, 'journey-record');
  expect(await axe(page)).toEqual([]);
  await page.close();
};

/** The product is updated while the draft is open; the tab ends again without a connection. */
const updateMeanwhile = async (context: BrowserContext): Promise<void> => {
  await context.setOffline(false);
  const page = await context.newPage();
  await page.goto('/field');
  await page.locator('.kf-entry img').waitFor();
  await updateProduct(page);
  await context.setOffline(true);
  await addNest(page, 2);
  await page.close();
};

/** Continues with the scripts of the later build, finishes record and trip, and sends them. */
const finishAndSend = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.goto('/field');
  await expect.poll(() => page.locator('.kf-entry img').count()).toBe(2);
  expect(await page.getByLabel('Which bird?').inputValue()).toBe('Heron');
  const earlier = new Set(update?.build.names.keys());
  const scripts = await scriptsOf(page);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((name) => earlier.has(name))).toEqual([]);
  await addNest(page, 3);
  await page.getByRole('button', { name: 'Finish' }).tap();
  await page.getByText('Waiting to be sent').waitFor();
  await page
    .getByRole('button', { name: /Trip of Ada and Ben/ })
    .first()
    .tap();
  await page.getByRole('button', { name: 'Finish' }).tap();
  await page.getByText('2 entries to send').waitFor();
  await screenshot(page, 'journey-queue');
  await context.setOffline(false);
  await page.getByText('nothing to send').waitFor({ timeout: 120_000 });
  return page;
};

/** Both records arrived once, with the photos and the track. Returns the record. */
const arrivedRecord = async (program: string): Promise<Readonly<Record<string, Json>>> => {
  const received = await recordsOf(bad.line.url, program);
  const [trip, ...trips] = received.filter(({ formType }) => formType === 'trip');
  const [record, ...records] = received.filter(({ formType }) => formType === 'record');
  expect([trips, records]).toEqual([[], []]);
  expect([trip?.['state'], record?.['state']]).toEqual(['RECEIVED', 'RECEIVED']);
  expect(record?.['trip']).toBe(trip?.['$id']);
  expect(record?.['files']).toHaveLength(3);
  const { segments } = (trip?.['track'] ?? {}) as { readonly segments?: readonly (readonly Json[])[] };
  expect(segments?.flat().length).toBeGreaterThanOrEqual(5);
  return record ?? {};
};

/** The record becomes a place. A person of another organization sees it as an area, and nothing nearer. */
const seeGeneralPlace = async (id: string): Promise<void> => {
  const approved = await ask(`read/${id}`, null);
  expect(approved).toMatchObject({ place: { type: 'Point', coordinates: [NESTS.longitude, NESTS.latitude] } });
  const [place = ''] = (approved['outcomes'] ?? []) as readonly string[];
  const seen = await ask(`read/${place}`, null, 'proponent');
  const general = await ask(`read/${id}`, null, 'proponent');
  const ring = [
    [-139.3, 50.3],
    [-139.2, 50.3],
    [-139.2, 50.4],
    [-139.3, 50.4],
    [-139.3, 50.3],
  ];
  expect(seen).toMatchObject({ $label: 'Great blue heron', geometry: { type: 'Polygon', coordinates: [ring] } });
  expect(general['place']).toEqual(seen['geometry']);
  expect(JSON.stringify([seen, general])).not.toContain('139.25');
  const { page } = await world.open({ as: 'proponent', screen: 'desktop', url: bad.line.url });
  await page.goto(`/i-${place}`);
  await page.getByRole('heading', { name: 'Great blue heron' }).first().waitFor();
  await page.locator('.kk-map-canvas[data-ready]').first().waitFor();
  await screenshot(page, 'journey-place');
};

it(
  '[GEO-01] [GEO-02] [SPAT-02] a trip is recorded offline through killed tabs and an update, sent once, corrected, and becomes a generalised place',
  { timeout: 600_000 },
  async () => {
    const program = await prepareOffice();
    const { page: first, context } = await preparePhone();
    await recordOffline(context, first);
    await updateMeanwhile(context);
    const phone = await finishAndSend(context);
    const record = await arrivedRecord(program);
    const id = String(record['$id']);
    const { page: reviewer } = await world.open({ as: 'staff', screen: 'wide', url: bad.line.url });
    await sendBack(reviewer, id, String(record['$label']));
    await correct(phone);
    await reviewer.goto(`/i-${id}`);
    await reviewer.getByText('Great blue heron').first().waitFor();
    await reviewer.getByText('1 change', { exact: true }).first().waitFor();
    await screenshot(reviewer, 'journey-corrected');
    const { $label } = await ask(`read/${id}`, null);
    await stateOf(reviewer, String($label)).getByRole('button', { name: 'Approve' }).click();
    await expect.poll(async () => (await ask(`read/${id}`, null))['state']).toBe('APPROVED');
    await seeGeneralPlace(id);
    expect(await axe(phone)).toEqual([]);
  },
);
