// The map in the form of a new place: where it opens, the places below the drawing, and the texts for fingers; and layers found by name.
import type { Locator, Page } from 'playwright-core';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import { expect, it } from 'vitest';
import { hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import { foldText } from 'src/model/text/foldText.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { addPlace, askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, shownList } from 'tests/e2e/harness/columns.ts';
import { drawCorners } from 'tests/e2e/harness/maps.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Opens the form of a new place and returns its geometry field. */
const newPlace = async (page: Page, press: (button: Locator) => Promise<void>): Promise<Locator> => {
  await page.goto('/spatial.features');
  await press((await shownList(page)).getByRole('button', { name: 'New place' }));
  return openedField(page);
};

/** Returns the geometry field of the form of a new place, once its map is there. */
const openedField = async (page: Page): Promise<Locator> => {
  const field = column(page, 'New place').locator('.kf-geometry');
  await field.locator('.kk-map-canvas[data-ready]').waitFor();
  // The map moves from the land of the site to that of the owner as soon as the owner is read.
  await expect
    .poll(async () => {
      const [, length = '', unit] =
        /([\d,]+)\s*(km|m)$/.exec((await field.locator('.kk-map-scale').innerText()).trim()) ?? [];
      return unit === 'm' || (unit === 'km' && Number(length.replaceAll(',', '')) < 50);
    })
    .toBe(true);
  return field;
};

const click = (button: Locator): Promise<void> => button.click();
const tap = (button: Locator): Promise<void> => button.tap();

type Box = readonly [west: number, south: number, east: number, north: number];

/** Draws a line between two points of the map, in pixels, and returns the bounds of the whole map, as they follow from its positions. */
const boundsByDrawing = async (field: Locator): Promise<Box> => {
  const points = [
    [60, 50],
    [260, 130],
  ] as const;
  await field.getByRole('button', { name: 'Line', exact: true }).click();
  await drawCorners(field, points);
  const positionAt = async (number: number): Promise<readonly number[]> => {
    const text = await field.getByRole('textbox', { name: `Position ${number} of Line 1`, exact: true }).inputValue();
    const [latitude = 0, longitude = 0] = text.split(', ').map(Number);
    return fromLonLat([longitude, latitude]);
  };
  await field.getByRole('textbox', { name: 'Position 2 of Line 1', exact: true }).waitFor();
  const [[x = 0, y = 0], [toX = 0, toY = 0]] = [await positionAt(1), await positionAt(2)];
  const perPixel = (toX - x) / (points[1][0] - points[0][0]);
  expect((y - toY) / (points[1][1] - points[0][1]) / perPixel).toBeCloseTo(1, 1);
  const { width, height } = (await field.locator('.kk-map-canvas').boundingBox()) ?? { width: 0, height: 0 };
  const [left, top] = [x - points[0][0] * perPixel, y + points[0][1] * perPixel];
  const [west = 0, north = 0] = toLonLat([left, top]);
  const [east = 0, south = 0] = toLonLat([left + width * perPixel, top - height * perPixel]);
  return [west, south, east, north];
};

/** Returns the bounds of the territory of an organization. */
const territoryOf = async (name: string): Promise<Box> => {
  const id = await findItem(world.url, { _t: ['Organization'], text: [name] });
  const { displayName, territory } = await askAs(world.url, 'admin', [`read/${id}`, null]);
  expect(displayName).toBe(name);
  const numbers = (JSON.stringify(territory).match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const [longitudes, latitudes] = [0, 1].map((rest) => numbers.filter((_, at) => at % 2 === rest)) as [
    number[],
    number[],
  ];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
};

it('[SPAT-01] opens the map of a new place around the territory of the organization that owns it', async () => {
  const people: readonly (readonly [Account, string])[] = [
    ['staff', 'Tamber Inlet'],
    ['partner', 'Ostermay Shoals'],
  ];
  for (const [as, organization] of people) {
    const [west, south, east, north] = await territoryOf(organization);
    const { page } = await world.open({ as });
    const field = await newPlace(page, click);
    await screenshot(page, `new-place-${as}`);
    const shown = await boundsByDrawing(field);
    // The territory is whole and in the middle, with at least half a degree of land.
    expect(shown[0]).toBeLessThan(west);
    expect(shown[1]).toBeLessThan(south);
    expect(shown[2]).toBeGreaterThan(east);
    expect(shown[3]).toBeGreaterThan(north);
    expect(Math.abs((shown[0] + shown[2]) / 2 - (west + east) / 2)).toBeLessThan(0.02);
    expect(Math.abs((shown[1] + shown[3]) / 2 - (south + north) / 2)).toBeLessThan(0.02);
    expect(shown[3] - shown[1]).toBeGreaterThan(0.45);
    expect(shown[3] - shown[1]).toBeLessThan(1);
  }
});

it('[SPAT-01] opens the map of a new place at the last view of this device where the owner has no territory', async () => {
  const seen: Box = [-127.4, 53.1, -127.1, 53.2];
  const { page } = await world.open({ as: 'admin', at: `/spatial.map?c0=${hashOfBoundary([...seen])}` });
  await page.locator('.kk-map-canvas[data-ready]').waitFor();
  const field = await newPlace(page, click);
  await screenshot(page, 'new-place-last-view');
  const shown = await boundsByDrawing(field);
  expect((shown[0] + shown[2]) / 2).toBeCloseTo(-127.25, 1);
  expect((shown[1] + shown[3]) / 2).toBeCloseTo(53.15, 1);
});

it('[SPAT-01] opens the map of a new place where the map shows that it is begun from', async () => {
  const seen: Box = [-127.4, 53.1, -127.1, 53.2];
  const { page } = await world.open({ as: 'staff', at: `/spatial.map?c0=${hashOfBoundary([...seen])}` });
  const screen = page.getByRole('region', { name: 'Map' });
  const isThere = async (): Promise<void> => {
    const shown = await boundsByDrawing(await openedField(page));
    expect((shown[0] + shown[2]) / 2).toBeCloseTo(-127.25, 1);
    expect((shown[1] + shown[3]) / 2).toBeCloseTo(53.15, 1);
  };
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  await screen.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Place', exact: true }).click();
  await isThere();
  await screenshot(page, 'new-place-here');

  // The same button in a list leads there while the list is a map.
  await page.goto('/spatial.features?c0=.show%3DMAP');
  const list = await shownList(page);
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  await list.getByRole('combobox', { name: 'Find a place to look at' }).fill('53.15, -127.25');
  await list.getByRole('option').first().click();
  await page
    .getByText(/^The map shows/)
    .first()
    .waitFor({ state: 'attached' });
  await list.getByRole('button', { name: 'New place' }).click();
  await isThere();
});

/** Returns the colour in the middle of the map on white paper: the ground without a base map is transparent. */
const onWhite = (field: Locator): Promise<readonly number[]> =>
  field.locator('.kk-map-canvas').evaluate((element) => {
    const picture = document.createElement('canvas');
    [picture.width, picture.height] = [element.clientWidth, element.clientHeight];
    const pen = picture.getContext('2d');
    if (!pen) return [];
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, picture.width, picture.height);
    for (const canvas of element.querySelectorAll('canvas'))
      if (canvas.width > 0) pen.drawImage(canvas, 0, 0, picture.width, picture.height);
    return [...pen.getImageData(picture.width / 2, picture.height / 2, 1, 1).data.slice(0, 3)];
  });

/** Share of its colour with which another place covers the ground. */
const FAINT = 0.35;
const PLACE_COLOUR = [106, 27, 154];
const WHITE = [255, 255, 255];
const DRAWN_COLOUR = [233, 30, 99];

/** Returns the colour of the mark of a place that was found. */
const markColour = (field: Locator): Promise<readonly number[]> =>
  field.locator('.kk-map-canvas').evaluate((element) => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--kk-map-accent)';
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return (color.match(/\d+/gu) ?? []).slice(0, 3).map(Number);
  });

it('[SPAT-01] shows the other places faint below the drawing of a new one, also one that is added meanwhile', async () => {
  // Far from all other places; a retry uses another position.
  const [longitude, latitude] = [-150 + (Date.now() % 1_000) / 100, 46.5] as const;
  const { page } = await world.open({ as: 'staff' });
  const field = await newPlace(page, click);
  await field.getByRole('button', { name: 'Base map' }).click();
  await page.getByRole('menuitemradio', { name: 'None' }).click();
  const search = field.getByRole('combobox', { name: 'Find a place to look at' });
  await search.fill(`${latitude}, ${longitude}`);
  await field.getByRole('option').first().click();
  await page
    .getByText(/^The map shows/)
    .first()
    .waitFor({ state: 'attached' });
  // The mark of the place that was found covers the middle of the map until the next click.
  const off = async (wanted: readonly number[]): Promise<number> =>
    Math.max(...(await onWhite(field)).map((part, at) => Math.abs(part - (wanted[at] ?? 0))));
  const mark = await markColour(field);
  await expect.poll(() => off(mark)).toBeLessThan(6);
  await field.locator('.kk-map-canvas').click({ position: { x: 60, y: 60 } });
  // Lines of the grid may cross the middle.
  await expect.poll(() => off(WHITE)).toBeLessThan(40);
  const ground = await onWhite(field);
  const faint = PLACE_COLOUR.map((part, at) => part * FAINT + (ground[at] ?? 0) * (1 - FAINT));

  await addPlace(world.url, 'There already', [longitude, latitude]);
  await expect.poll(() => off(faint)).toBeLessThan(6);
  await field.getByRole('button', { name: 'Point', exact: true }).click();
  await field.getByText('Click where the point is.', { exact: false }).waitFor();
  await field.getByRole('button', { name: 'Point in the middle' }).click();
  await expect.poll(() => off(DRAWN_COLOUR)).toBeLessThan(6);
  await screenshot(page, 'new-place-faint');
});

it('[SPAT-02] finds a layer by a part of its name, in any case and without its marks, and adds it on top', async () => {
  const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  await screen.getByRole('button', { name: 'Add a layer' }).click();
  const box = screen.getByRole('combobox', { name: 'Add a layer' });
  const offers = screen.getByRole('option');
  const names = (): Promise<string[]> => offers.locator('[dir=auto]').allInnerTexts();
  await offers.filter({ hasText: 'Survey of Lantern Spit' }).first().waitFor();
  const all = await names();

  await box.fill('SÚRVEY');
  const found = all.filter((name) => foldText(name).includes('survey'));
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(all.length);
  await expect.poll(names).toEqual(found);
  await screen.getByText(found.length === 1 ? '1 suggestion' : `${found.length} suggestions`).waitFor();
  await screenshot(page, 'layer-search');
  expect(await axe(page)).toEqual([]);
  await box.fill('no such layer');
  await screen.getByText('Nothing found').waitFor();
  expect(await names()).toEqual([]);

  await box.fill('survey');
  await expect.poll(names).toEqual(found);
  await box.press('Enter');
  const added = screen.getByRole('region', { name: 'Collections' }).getByRole('listitem').first();
  expect(await added.getByRole('checkbox', { name: found[0] ?? '', exact: true, checked: true }).count()).toBe(1);
  // It is no longer offered.
  await box.click();
  await expect.poll(names).toEqual(all.filter((name) => name !== found[0]));
});

it('[SPAT-01] [EXPERIENCE] speaks of taps on a touch screen, draws by taps, and opens no tooltip there', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'touch' });
  const field = await newPlace(page, tap);
  const hint = field.locator('.kk-map-drawbar p');
  for (const tool of ['Point', 'Line', 'Area']) {
    await tap(field.getByRole('button', { name: tool, exact: true }));
    await expect.poll(() => hint.innerText()).toMatch(/^Tap /);
    expect(await hint.innerText()).not.toMatch(/click/i);
  }
  await screenshot(page, 'new-place-touch');
  expect(await axe(page)).toEqual([]);
  const canvas = field.locator('.kk-map-canvas');
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0 };
  for (const [x, y] of [
    [70, 50],
    [230, 50],
    [230, 120],
  ] as const)
    await page.touchscreen.tap(box.x + x, box.y + y);
  await tap(field.getByRole('button', { name: 'Finish' }));
  await field.getByRole('button', { name: 'Split', exact: true }).waitFor();
  await tap(field.getByRole('button', { name: 'Split', exact: true }));
  await expect.poll(() => hint.innerText()).toMatch(/a double tap ends it/);
  expect(await hint.innerText()).not.toMatch(/click/i);
  await tap(field.getByRole('button', { name: 'Stop drawing' }));

  // A tooltip appears within this time, if it appears.
  await page.clock.install();
  for (const name of ['Zoom in', 'Undo the last change of the map']) {
    await tap(field.getByRole('button', { name }));
    await page.clock.runFor(2_000);
    expect([name, await page.locator('.kk-tooltip').count()]).toEqual([name, 0]);
  }
  // The same button under a mouse shows its name.
  const desk = await world.open({ as: 'staff' });
  const theirs = await newPlace(desk.page, click);
  await theirs.getByRole('button', { name: 'Zoom in' }).hover();
  await desk.page.locator('.kk-tooltip').getByText('Zoom in').waitFor();
  await theirs.getByRole('button', { name: 'Area', exact: true }).click();
  await theirs.getByText('a double click ends it', { exact: false }).waitFor();
});
