// Places from files of other programs: previewed before anything is written, then imported. The test reads the map from the text next to
// it, and the new items from the page of their collection.
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { feature, geoPackageFile, point, polygon, shapefile, zip } from 'tests/server/geoFiles/makeFiles.ts';

const world = useWorld();

const bow = polygon([-123, 49], [-122, 50], [-122, 49], [-123, 50.2], [-123, 49]);
const camp = (west: number) => polygon([west, 52], [west + 0.4, 52], [west + 0.4, 52.3], [west, 52.3], [west, 52]);

const kml = (names: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${names
    .map(
      (name, at) =>
        `<Placemark><name>${name}</name><Point><coordinates>${-127 - at},52,0</coordinates></Point></Placemark>`,
    )
    .join('')}</Document></kml>`;
const GPX = `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Grease trail</name><trkseg><trkpt lat="52" lon="-127"/><trkpt lat="52.2" lon="-126.5"/><trkpt lat="52.3" lon="-126"/></trkseg></trk></gpx>`;

const choose = async (page: Page, within: Locator, name: string, buffer: Buffer): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    within.getByRole('button', { name: /^Choose (a|another) file/ }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer });
};

/** The rightmost column, if there are several. */
const importing = (page: Page): Locator => column(page, 'Import places').last();

/** Chooses the kind where there are several, and the owner where there is none. */
const chooseOwner = async (page: Page): Promise<void> => {
  const owner = importing(page).getByLabel('Owner');
  await owner.waitFor();
  if ((await owner.inputValue()) === '') await owner.selectOption({ index: 1 });
};

/** Checks the file, imports it, and returns the result. */
const run = async (page: Page, created: RegExp): Promise<void> => {
  const view = importing(page);
  await view.getByRole('button', { name: 'Check the table' }).click();
  const start = view.getByRole('button', { name: 'Import', exact: true });
  await start.waitFor({ timeout: 60_000 });
  await view.getByText(created).first().waitFor();
  await start.click();
  await view.getByRole('button', { name: 'Import another file' }).waitFor({ timeout: 60_000 });
};

const FEATURES = '/import-table?c0=types%3DFeature%26places%3D1';

it('[SPAT-01] [EXPERIENCE] previews and imports a shapefile, a KMZ and a GeoPackage, and takes the last one back', async () => {
  const name = `Camps ${Date.now()}`;
  const { page } = await world.open({ as: 'staff', at: FEATURES });
  const view = importing(page);
  const features = [
    feature({ NAME: 'Eulachon camp', USE: 'fishing' }, camp(-128)),
    feature({ NAME: 'Berry camp', USE: 'berries' }, camp(-127)),
    feature({ NAME: 'Crossed', USE: '' }, bow),
  ];
  const { 'places.prj': _, ...parts } = await shapefile(features, { crs: 'epsg:3005' });
  await choose(page, view, `${name}.zip`, await zip(parts));
  // The page does not guess.
  await view.getByText(/does not name the reference system/).waitFor();
  await view.getByLabel('Reference system of the coordinates').selectOption('EPSG:3005');
  await view.getByText('2 areas · 1 refused').waitFor();
  await view.locator('.kk-map-canvas[data-ready]').waitFor();
  expect(await view.getByRole('cell', { name: 'fishing · berries' }).count()).toBe(1);
  expect(await view.getByLabel('Save NAME as').inputValue()).toBe('name');
  expect(await view.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe(name);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'import-places');
  await page.setViewportSize({ width: 360, height: 740 });
  await setTheme(page, 'dark');
  await importing(page).getByText('2 areas · 1 refused').waitFor();
  await screenshot(page, 'import-places-narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
  await setTheme(page, 'light');
  await importing(page).getByText('2 areas · 1 refused').waitFor();
  await chooseOwner(page);
  await run(page, /The outline crosses itself near/);
  await screenshot(page, 'import-places-done');

  // Imports from the page of the collection into it.
  await page.goto('/spatial.map-data');
  await page.getByRole('link', { name }).first().click();
  const collection = column(page, name);
  await collection.getByRole('link', { name: 'Eulachon camp' }).waitFor();
  await collection.getByRole('button', { name: 'More options for this column' }).click();
  await page.getByRole('menuitem', { name: 'Import places…' }).click();
  await choose(page, importing(page), 'camps.kmz', await zip({ 'doc.kml': kml(['Old camp', 'Winter camp']) }));
  await importing(page).getByText('2 points').waitFor();
  await run(page, /Old camp/);
  await column(page, name).getByRole('link', { name: 'Winter camp' }).waitFor();

  await importing(page).getByRole('button', { name: 'Import another file' }).click();
  const layers = {
    caches: [feature({ name: 'Cache' }, point(-126, 53))],
    trails: [feature({ name: 'Trail' }, camp(-125))],
  };
  await choose(page, importing(page), 'caches.gpkg', await geoPackageFile(layers));
  const trails = importing(page).getByRole('checkbox', { name: /^trails/ });
  await trails.press('Space');
  await expect.poll(() => trails.isChecked()).toBe(false);
  await run(page, /Cache/);
  const made = column(page, name).getByRole('link', { name: 'Cache' });
  await made.waitFor();
  expect(await column(page, name).getByRole('link', { name: 'Trail' }).count()).toBe(0);
  await importing(page).getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click();
  await made.waitFor({ state: 'detached', timeout: 60_000 });
  await page.reload();
  await column(page, name).getByRole('link', { name: 'Winter camp' }).waitFor();
  expect(await made.count()).toBe(0);

  // From its page to the map of all layers, which shows it.
  await column(page, name).getByRole('link', { name: 'Show it on the map of all layers' }).click();
  const screen = page.getByRole('region', { name: 'Map', exact: true });
  await screen.getByRole('checkbox', { name, exact: true, checked: true }).waitFor();
  await screen.getByRole('checkbox', { name: 'All Places', exact: true, checked: false }).waitFor();
  await screen.getByRole('button', { name: '4 in view' }).waitFor();
});

/** Returns this many points around a centre. */
const circle = ([x, y]: readonly [number, number], radius: number, points: number): number[][] =>
  Array.from({ length: points + 1 }, (_, at) => {
    const turn = ((at % points) / points) * 2 * Math.PI;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  });

it('[SPAT-01] [FORM-04] takes the place of a new record from a GPX file or from well-known text, and an area to search in', async () => {
  const name = `Trail ${Date.now()}`;
  const { page } = await world.open({ as: 'staff', at: '/i-SpatialFeature-0-1' });
  const form = column(page, 'New place');
  await form.getByRole('button', { name: 'Take from a file…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take a place from a file' });
  await choose(page, dialog, 'trail.gpx', Buffer.from(GPX));
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'Grease trail' }).isChecked()).toBe(true);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'import-field');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // A place without a name gets that of the file.
  const label = form.getByRole('textbox', { name: /^Name/ }).first();
  await expect.poll(() => label.inputValue()).toBe('Grease trail');
  await label.fill(name);
  const shape = form.getByRole('combobox', { name: /typed or pasted as$/ });
  await expect.poll(() => shape.inputValue()).toBe('shape');
  await shape.selectOption('geojson');
  const text = form.getByRole('textbox', { name: 'GeoJSON geometry' });
  expect(await text.inputValue()).toContain('"LineString","coordinates":[[-127,52]');
  await text.fill('POLYGON ((-127 52, -126 52, -126 53, -127 52))');
  await form.getByRole('button', { name: 'Create' }).click();
  await column(page, name)
    .getByText(/km²|ha/)
    .first()
    .waitFor();

  // An area from a file as a search: it has more points than an address can contain.
  await page.goto('/spatial.features?c0=.show%3DMAP');
  const list = page.getByRole('region', { name: 'Places', exact: true });
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  await list.getByRole('button', { name: 'Search in an area from a file' }).click();
  const areas = page.getByRole('dialog', { name: 'Search in an area from a file' });
  const around = { type: 'Polygon', coordinates: [circle([-126.4, 52.5], 2, 2_000)] };
  await choose(page, areas, 'region.geojson', Buffer.from(JSON.stringify(feature({ name: 'Region' }, around))));
  await expect.poll(() => areas.getByRole('checkbox', { name: 'Region' }).isChecked()).toBe(true);
  await areas.getByRole('button', { name: 'Use it' }).click();
  await areas.waitFor({ state: 'hidden' });
  await page
    .getByRole('region', { name: 'Messages' })
    .getByText(/Its line was simplified by at most/)
    .waitFor();
  await list.getByText('Within the drawn area').waitFor();
  await list.locator('.kk-map-list').getByRole('link', { name }).waitFor();
  expect(page.url().length).toBeLessThan(2_000);
});

it('[SPAT-01] reads the text encoding of a shapefile as chosen, and previews and imports the track of a GPX file', async () => {
  const name = `Rivers ${Date.now()}`;
  const { page } = await world.open({ as: 'staff', at: FEATURES });
  const view = importing(page);
  const river = feature({ NAME: 'Rivière aux castors' }, camp(-128));
  const parts = await shapefile([river], { crs: 'epsg:4326', encoding: 'cp1252' });
  await choose(page, view, `${name}.zip`, await zip({ ...parts, 'places.cpg': 'KOI7-OLD' }));
  await view.getByText('The encoding of the texts in this file is unknown. Choose it.').waitFor();
  expect(await axe(page)).toEqual([]);
  const encoding = view.getByLabel('Encoding of the texts');
  await encoding.selectOption('macintosh');
  await view.getByText('1 area').waitFor();
  await view.getByText('Rivière aux castors').first().waitFor({ state: 'detached' });
  await view.getByText('How the file is read').click();
  await encoding.selectOption('windows-1252');
  await view.getByText('Rivière aux castors').first().waitFor();

  await choose(page, view, `${name}.gpx`, Buffer.from(GPX));
  await view.getByText('1 line').waitFor();
  await view.locator('.kk-map-canvas[data-ready]').first().waitFor();
  await chooseOwner(page);
  await run(page, /Grease trail/);
  await page.goto('/spatial.map-data');
  await page.getByRole('link', { name }).first().click();
  await column(page, name).getByRole('link', { name: 'Grease trail' }).waitFor();
});
