// Maps: a place that one person draws appears on another person's map at once and opens by keyboard from the list next to it; a view of the
// map is a filter with an address. The tests read the list, because a canvas has no text.
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { getArea, getDistance } from 'ol/sphere.js';
import Polygon from 'ol/geom/Polygon.js';
import { areaFromHash, hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { addPlace, askAs, changeItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, openList, shownList, resultCount } from 'tests/e2e/harness/columns.ts';
import {
  colourInMiddle,
  dragOn,
  drawCorners,
  keepPrinted,
  mapOf,
  measure,
  printedOn,
  viewOf,
  wrongBy,
  type Printed,
} from 'tests/e2e/harness/maps.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const ON_MAP = '/spatial.features?c0=.show%3DMAP%26f.state%3DACTIVE';

const shown = (list: Locator): Locator => list.locator('.kk-map-list li a');

/** Returns the hash of the drawn area in the address. */
const areaOf = (page: Page): string | undefined => /f\.\w*area=([^&]+)/i.exec(decodeURIComponent(page.url()))?.[1];

/** Opens a list on its map, with all results on it. */
const openMap = async (page: Page, path = ON_MAP): Promise<Locator> => {
  const list = await openList(page, path);
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  return list;
};

it("[SPAT-01] draws a place with the keyboard, which another user's map shows at once and whose list opens it", async () => {
  const name = `Drawn at ${Date.now()}`;
  const other = await world.open({ as: 'member', theme: 'dark' });
  const theirs = await openMap(other.page);
  await expect.poll(() => shown(theirs).count()).toBeGreaterThan(5);
  expect(await axe(other.page)).toEqual([]);
  await screenshot(other.page, 'map-listing');

  const { page } = await world.open({ as: 'staff', at: '/spatial.features' });
  const list = await shownList(page);
  await list.getByRole('button', { name: 'New place' }).click();
  const form = column(page, 'New place');
  await form.getByRole('textbox', { name: /^Name/ }).first().fill(name);
  const map = form.locator('.kf-geometry');
  await map.locator('.kk-map-canvas[data-ready]').waitFor();
  await map.getByRole('button', { name: 'Point', exact: true }).press('Enter');
  await map.getByRole('button', { name: 'Point in the middle' }).press('Enter');
  // The drawn position is shown in the form in which it can be typed.
  const latitude = map.getByRole('textbox', { name: 'Latitude' });
  await latitude.fill('50.3');
  await map.getByRole('textbox', { name: 'Longitude' }).fill('-139.2');
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'map-field');
  await form.getByRole('button', { name: 'Create' }).click();
  await column(page, name).locator('.kk-place-map .kk-map-canvas[data-ready]').waitFor();
  await screenshot(page, 'map-place');

  const link = theirs.getByRole('link', { name });
  await expect.poll(() => theirs.locator('.kk-map-list-head').innerText()).toMatch(/in view/i);
  await other.page.getByRole('button', { name: 'Show everything' }).click();
  await shown(theirs).first().focus();
  // Scrolls to the end of the list, because only visible rows are rendered.
  await expect
    .poll(async () => {
      if ((await link.count()) > 0) return true;
      await theirs.locator('.kk-map-list .kk-results-scroll').evaluate((element) => element.scrollBy(0, 300));
      return (await link.count()) > 0;
    })
    .toBe(true);
  await link.focus();
  await other.page.keyboard.press('Enter');
  await column(other.page, name).waitFor();
});

it('[SRCH-03] [SPAT-02] searches what is in view, as a filter in the address that can be taken away', async () => {
  const { page } = await world.open({ as: 'staff' });
  const list = await openMap(page);
  await expect.poll(() => shown(list).count()).toBeGreaterThan(5);
  const all = await resultCount(list);
  await list.getByRole('button', { name: 'Zoom in' }).click();
  await list.getByRole('button', { name: 'Search in this view' }).click();
  await page.waitForURL(/bounds/);
  await expect.poll(() => resultCount(list)).toBeLessThan(all);
  const some = await resultCount(list);
  expect(some).toBeGreaterThan(0);
  const filters = list.getByRole('group', { name: 'Active filters' });
  await filters.getByText('In the part of the map').waitFor();

  const other = await world.open({ as: 'staff' });
  const theirs = await openMap(other.page, new URL(page.url()).pathname + new URL(page.url()).search);
  await expect.poll(() => resultCount(theirs)).toBe(some);
  await filters.getByRole('button', { name: /^Remove .*In the part of the map/ }).click();
  await expect.poll(() => resultCount(list)).toBe(all);
  expect(page.url()).not.toContain('bounds');
});

/** A saved search as a layer of the map screen with all its results, and that map on paper; then the layer is removed. */
const printAsLayer = async (page: Page, name: string, count: number): Promise<void> => {
  await page.goto('/spatial.map');
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  await screen.getByRole('button', { name: 'Add a layer' }).click();
  await screen.getByRole('combobox', { name: 'Add a layer' }).fill(name);
  await screen.getByRole('option', { name }).click();
  const layer = screen.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name, exact: true }) });
  await layer.locator('.kk-count').getByText(String(count), { exact: true }).waitFor();
  await expect.poll(() => screen.getByRole('button', { name: /\d+ in view/ }).innerText()).not.toBe('0 in view');
  await keepPrinted(page);
  const print = async (): Promise<Printed | undefined> => {
    await screen.getByRole('button', { name: 'Print the map' }).click();
    return await printedOn(page);
  };
  // The paper has title, site, date, layers, datum and source, and the picture has the colours of layers.
  await expect.poll(async () => Math.max(...((await print())?.points ?? [0])), { interval: 1_000 }).toBeGreaterThan(50);
  const { text } = (await print())!;
  for (const word of [
    'Map',
    'Our Community',
    organisationDay().slice(0, 4),
    name,
    'All Places',
    'WGS 84',
    'Invented land',
  ])
    expect(text).toContain(word);
  await layer.getByRole('button', { name: `Settings of ${name}` }).click();
  await layer.getByRole('button', { name: 'Remove from the map' }).click();
  await layer.waitFor({ state: 'detached' });
};

it('[SRCH-03] [SPAT-01] searches in an area drawn with the pointer or keyboard, which is saved and opened by another user', async () => {
  const name = `In the valley ${Date.now()}`;
  const { page } = await world.open({ as: 'staff' });
  const list = await openMap(page);
  await expect.poll(() => shown(list).count()).toBeGreaterThan(5);
  const all = await resultCount(list);
  const draw = list.getByRole('button', { name: 'Search in a drawn area' });
  const finish = list.getByRole('button', { name: 'Finish' });
  const back = list.getByRole('button', { name: 'One point back' });
  const tag = list.getByRole('group', { name: 'Active filters' }).getByText('Within the drawn area');

  await draw.press('Enter');
  const inMiddle = list.getByRole('button', { name: 'Point in the middle' });
  await inMiddle.press('Enter');
  await expect.poll(() => back.isEnabled()).toBe(true);
  await mapOf(list).press('ArrowRight');
  await list.getByRole('button', { name: 'Search in this view' }).waitFor();
  await inMiddle.press('Enter');
  expect(await finish.isEnabled()).toBe(false);
  const scale = list.locator('.kk-map-scale');
  const before = await scale.getAttribute('style');
  await mapOf(list).press('ArrowUp');
  await expect.poll(() => scale.getAttribute('style')).not.toBe(before);
  await inMiddle.press('Enter');
  await expect.poll(() => finish.isEnabled()).toBe(true);
  await finish.press('Enter');
  await tag.waitFor();
  await expect.poll(() => resultCount(list)).toBeLessThan(all);
  await list.getByRole('button', { name: /^Remove .*Within the drawn area/ }).click();
  await expect.poll(() => resultCount(list)).toBe(all);
  expect(areaOf(page)).toBeUndefined();

  await list.getByRole('button', { name: 'Show everything' }).click();
  await draw.click();
  await drawCorners(list, [
    [0.15, 0.15],
    [0.7, 0.15],
    [0.7, 0.7],
    [0.15, 0.7],
  ]);
  await expect.poll(() => areaOf(page)).toBeTruthy();
  await tag.waitFor();
  await expect.poll(() => resultCount(list)).toBeLessThan(all);
  expect(await resultCount(list)).toBeGreaterThan(0);
  await screenshot(page, 'map-area');

  await list.getByRole('button', { name: 'Saved searches' }).click();
  await page.getByRole('menuitem', { name: 'Save this search' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByLabel('Shared with').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('region', { name: 'Messages' }).getByText(`“${name}” is saved.`).waitFor();

  const member = await world.open({ as: 'member' });
  const theirs = await openMap(member.page);
  const allTheirs = await resultCount(theirs);
  await theirs.getByRole('button', { name: 'Saved searches' }).click();
  await member.page.getByRole('menuitemradio', { name }).click();
  await theirs.getByText('Within the drawn area').waitFor();
  expect(areaOf(member.page)).toBe(areaOf(page));
  // Counts only items that this person may read.
  await expect.poll(() => resultCount(theirs)).toBeLessThan(allTheirs);
  const found = await resultCount(theirs);
  expect(found).toBeGreaterThan(0);
  await printAsLayer(member.page, name, found);
});

/** The length is the distance on the ground by which the map has moved; the area lies between its positions. */
const measureBoth = async (screen: Locator): Promise<void> => {
  const [from = [], to = []] = await measure(screen, 'A length', ['ArrowRight']);
  expect(await wrongBy(screen, /^Measured: [\d.,]+ km$/m, getDistance(from, to) / 1_000)).toBeLessThan(0.03);
  const corners = await measure(screen, 'An area', ['ArrowRight', 'ArrowDown']);
  const shape = new Polygon([[...corners, corners[0] ?? []]]);
  const truth = getArea(shape, { projection: 'EPSG:4326' }) / 1e6;
  expect(await wrongBy(screen, /^Measured: [\d.,]+ km²$/m, truth)).toBeLessThan(0.03);
};

it('[SPAT-02] measures on the map screen, hides a layer, and shares where it looks', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'tablet', at: '/spatial.map' });
  await page.waitForURL(/c0=/);
  const address = page.url();
  const screen = page.getByRole('region', { name: 'Map' });
  await expect.poll(() => screen.getByRole('button', { name: /\d+ in view/ }).innerText()).not.toBe('0 in view');
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'map-screen');
  await measureBoth(screen);

  const other = await world.open({ as: 'member' });
  await other.page.goto(new URL(address).pathname + new URL(address).search);
  await other.page.locator('.kk-map-canvas[data-ready]').waitFor();
  // The map moves to the position that the browser reports.
  await other.context.grantPermissions(['geolocation']);
  await other.context.setGeolocation({ longitude: -120.5, latitude: 58.25, accuracy: 30 });
  await other.page.getByRole('button', { name: 'Show where I am' }).click();
  await expect
    .poll(() => {
      const [west, south, east, north] = viewOf(other.page);
      return west < -120.5 && east > -120.5 && south < 58.25 && north > 58.25 && east - west < 2;
    })
    .toBe(true);
  // A place that one person adds appears on the other's map, and disappears with the right to see it. A retry uses another place.
  const at = [-150 + (Date.now() % 1000) / 100, 56.5] as const;
  await other.page.goto(`/spatial.map?c0=${hashOfBoundary([at[0] - 0.2, at[1] - 0.1, at[0] + 0.2, at[1] + 0.1])}`);
  const theirs = other.page.getByRole('region', { name: 'Map' });
  await theirs.getByRole('button', { name: 'Nothing in view' }).waitFor();
  const id = await addPlace(world.url, 'Seen at once', at);
  await theirs.getByRole('button', { name: '1 in view' }).waitFor();
  // It is in the middle, so a click there shows its name.
  const canvas = (await mapOf(theirs).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const atPlace = theirs.getByRole('group', { name: 'At this place' }).getByRole('link', { name: 'Seen at once' });
  const click = async (): Promise<number> => {
    await other.page.mouse.click(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
    return await atPlace.count();
  };
  await expect.poll(click, { interval: 1_000 }).toBe(1);
  await changeItem(world.url, id, { access: 'PRIVATE' });
  await theirs.getByRole('button', { name: 'Nothing in view' }).waitFor();

  const kind = screen.getByRole('checkbox', { name: 'All Places', exact: true });
  await kind.uncheck();
  await page.reload();
  await kind.waitFor();
  expect(await kind.isChecked()).toBe(false);
  await kind.check();
});

it('[SPAT-01] splits a drawn area by a line across it, says when nothing is split, and stores both parts', async () => {
  const name = `Split ${Date.now()}`;
  const { page } = await world.open({ as: 'staff', at: '/spatial.features' });
  const list = await shownList(page);
  await list.getByRole('button', { name: 'New place' }).click();
  const form = column(page, 'New place');
  await form.getByRole('textbox', { name: /^Name/ }).first().fill(name);
  const field = form.locator('.kf-geometry');
  await field.locator('.kk-map-canvas[data-ready]').waitFor();
  const draw = async (tool: string, corners: readonly (readonly [number, number])[]): Promise<void> => {
    await field.getByRole('button', { name: tool, exact: true }).click();
    await drawCorners(field, corners);
    await field.getByRole('button', { name: 'Finish' }).waitFor({ state: 'detached' });
  };
  // Above the buttons that cover the map.
  await draw('Area', [
    [60, 40],
    [260, 40],
    [260, 110],
    [60, 110],
  ]);
  const parts = (): Promise<number> => field.getByRole('textbox', { name: /^Position 1 of Area \d/ }).count();
  await field
    .getByRole('textbox', { name: /^Position 1 of / })
    .first()
    .waitFor();
  // It ends within the area.
  await draw('Split', [
    [160, 20],
    [160, 75],
  ]);
  await page.getByText('Nothing was split').first().waitFor();
  expect(await parts()).toBeLessThan(2);
  await draw('Split', [
    [160, 20],
    [160, 130],
  ]);
  await expect.poll(parts).toBe(2);
  await screenshot(page, 'map-split');
  await form.getByRole('button', { name: 'Create' }).click();
  await column(page, name).locator('.kk-place-map .kk-map-canvas[data-ready]').waitFor();
  const [id = ''] = /SpatialFeature-[1-9]\d*/.exec(page.url()) ?? [];
  const { geometry } = await askAs(world.url, 'staff', [`read/${id}`, null]);
  const { type, coordinates } = geometry as { readonly type: string; readonly coordinates: readonly unknown[] };
  expect([type, coordinates.length]).toEqual(['MultiPolygon', 2]);
});

it('[SPAT-01] snaps what is drawn to what is there, takes positions as UTM, and stores both sides of the date line', async () => {
  const { page } = await world.open({ as: 'staff', at: '/spatial.features' });
  const list = await shownList(page);
  await list.getByRole('button', { name: 'New place' }).click();
  const field = column(page, 'New place').locator('.kf-geometry');
  await field.locator('.kk-map-canvas[data-ready]').waitFor();
  const draw = async (corners: readonly (readonly [number, number])[]): Promise<void> => {
    await drawCorners(field, corners);
    await field.getByRole('button', { name: 'Finish' }).waitFor({ state: 'detached' });
  };
  const position = (number: number, part: number): Locator =>
    field.getByRole('textbox', { name: `Position ${number} of Line ${part}`, exact: true });
  await field.getByRole('button', { name: 'Line', exact: true }).click();
  await draw([
    [60, 50],
    [160, 110],
  ]);
  await position(2, 1).waitFor();
  await field.getByRole('button', { name: 'Another line', exact: true }).click();
  // Five pixels from the end of the first.
  await draw([
    [163, 114],
    [260, 60],
  ]);
  await position(1, 2).waitFor();
  const end = await position(2, 1).inputValue();
  expect(end).not.toBe('');
  expect(await position(1, 2).inputValue()).toBe(end);

  // A position is dragged on the map to the end of the other line. The typed value follows, also when it is undone.
  const start = await position(1, 1).inputValue();
  const target = await position(2, 2).inputValue();
  await dragOn(field.locator('.kk-map-canvas'), [60, 50], [258, 62]);
  await expect.poll(() => position(1, 1).inputValue()).toBe(target);
  await field.getByRole('button', { name: 'Undo the last change of the map' }).click();
  await expect.poll(() => position(1, 1).inputValue()).toBe(start);

  await field.getByLabel('Format of positions').selectOption('utm');
  await expect.poll(() => position(1, 1).inputValue()).toMatch(/^\d+[C-X] \d{6} \d{7}$/);
  await position(1, 1).fill('9U 500000 5650000');
  await position(1, 1).press('Enter');
  await field.getByLabel('Format of positions').selectOption('decimal');
  await expect.poll(() => position(1, 1).inputValue()).toMatch(/^51\.00\d*, -129$/);

  // An address with a view across the date line.
  const view = encodeURIComponent(`.show=MAP&f.bounds=${hashOfBoundary([178, 51, -178, 53])}`);
  const places = await Promise.all([
    addPlace(world.url, 'West of the line', [179.8, 52]),
    addPlace(world.url, 'East of the line', [-179.8, 52]),
  ]);
  const found = await openMap(page, `/spatial.features?c0=${view}`);
  await expect.poll(() => shown(found).count()).toBeGreaterThanOrEqual(places.length);
  await found.getByRole('button', { name: 'Search in a drawn area' }).click();
  await drawCorners(found, [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.7, 0.7],
    [0.3, 0.7],
  ]);
  await expect.poll(() => areaOf(page)).toBeTruthy();
  const area = areaFromHash(decodeURIComponent(areaOf(page) ?? ''));
  expect(area.type).toBe('MultiPolygon');
  expect(area.coordinates).toHaveLength(2);
  await expect.poll(() => resultCount(found)).toBeGreaterThanOrEqual(places.length);
  for (const id of places) await changeItem(world.url, id, { state: 'ARCHIVED' });
});

it('[SPAT-02] leaves no canvas and no listener behind when it is closed ten times', async () => {
  const { page, context } = await world.open({ as: 'staff' });
  const list = await openMap(page, `${ON_MAP}%26q%3Dalder`);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const count = async (): Promise<number> => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? 0;
  };
  /** Waits until the map and its list are rendered and the memory of closed parts is released. */
  const listeners = async (): Promise<number> => {
    for (let [before, now] = [-1, await count()]; ; [before, now] = [now, await count()]) {
      if (now === before) return now;
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    }
  };
  const openAndClose = async (): Promise<void> => {
    await list.getByRole('button', { name: 'List', exact: true }).click();
    await list.locator('.kk-list-row').first().waitFor();
    expect(await page.locator('canvas').count()).toBe(0);
    await list.getByRole('button', { name: 'Map', exact: true }).click();
    await list.locator('.kk-map-canvas[data-ready]').waitFor();
    await shown(list).first().waitFor();
  };
  // The browser may keep one closed list until the next one is closed (about 150 listeners), so several counts are compared: a
  // listener that stays behind at each closing would add up.
  const counts: number[] = [];
  for (let times = 0; times < 10; times += 1) {
    await openAndClose();
    counts.push(await listeners());
  }
  expect(Math.min(...counts.slice(6))).toBeLessThanOrEqual(Math.max(...counts.slice(0, 3)) + 20);
});

it('[SPAT-02] draws layers in the order and as opaque as they are set, and shares them by address', async () => {
  // One above the other in an empty area; a retry uses another place.
  const [longitude, latitude] = [-150 + (Date.now() % 1_000) / 100, 46.5] as const;
  const id = await addPlace(world.url, 'Above another', [longitude, latitude]);
  const { owner = '' } = await askAs(world.url, 'staff', [`read/${id}`, null]);
  const geometry = { type: 'Point', coordinates: [longitude, latitude] };
  const feature = { name: 'Below', geometry, owner, state: 'ACTIVE', access: 'COMMUNITY' };
  const other = String((await askAs(world.url, 'staff', ['create/Feature', feature]))['$id']);
  try {
    const { page } = await world.open({ as: 'staff' });
    const near = hashOfBoundary([longitude - 0.002, latitude - 0.001, longitude + 0.002, latitude + 0.001]);
    await page.goto(`/spatial.map?c0=${near}*SpatialFeature*Feature`);
    const screen = page.getByRole('region', { name: 'Map' });
    const of = (name: string): Locator => screen.getByRole('listitem').filter({ hasText: name });
    const [places, others] = [of('All Places'), of('All Map features')].map((layer) => layer.first());
    const colour = async (layer: Locator | undefined): Promise<number[] | undefined> =>
      (await layer?.locator('.kk-layer-colour').evaluate((sign) => getComputedStyle(sign).backgroundColor))
        ?.match(/\d+/g)
        ?.map(Number);
    await places?.waitFor();
    const [orange, blue] = [await colour(places), await colour(others)];
    expect(orange).not.toEqual(blue);
    await expect.poll(() => colourInMiddle(screen)).toEqual(orange);
    await places?.getByRole('button', { name: 'Settings of All Places', exact: true }).click();
    await screen.getByRole('button', { name: 'Move All Places down', exact: true }).click();
    await expect.poll(() => colourInMiddle(screen)).toEqual(blue);
    await others?.getByRole('button', { name: 'Settings of All Map features' }).click();
    const opacity = screen.getByRole('slider', { name: 'Opacity of All Map features' });
    await opacity.focus();
    await opacity.press('ArrowLeft');
    await opacity.press('ArrowLeft');
    await page.waitForURL(/\*Feature\.80\*SpatialFeature/);
    // Four fifths of the upper one, one of the lower.
    const mixed = (blue ?? []).map((part, at) => part * 0.8 + (orange?.[at] ?? 0) * 0.2);
    const off = async (of: Locator): Promise<number> =>
      Math.max(...(await colourInMiddle(of)).map((part, at) => Math.abs(part - (mixed[at] ?? 0))));
    await expect.poll(() => off(screen)).toBeLessThan(6);

    const member = await world.open({ as: 'member', theme: 'dark' });
    await member.page.goto(new URL(page.url()).pathname + new URL(page.url()).search);
    const theirs = member.page.getByRole('region', { name: 'Map' });
    await expect.poll(() => theirs.getByRole('checkbox', { checked: true }).count()).toBe(2);
    await theirs.getByRole('checkbox', { name: 'All Places', exact: true, checked: true }).waitFor();
    await theirs.getByRole('button', { name: 'Settings of All Map features' }).click();
    const set = theirs.getByRole('slider', { name: 'Opacity of All Map features' });
    expect(await set.getAttribute('aria-valuenow')).toBe('80');
    await screenshot(member.page, 'map-shared');
    // Paper is light in every theme.
    await keepPrinted(member.page);
    await theirs.getByRole('button', { name: 'Print the map' }).click();
    expect(Math.min(...((await printedOn(member.page))?.corner ?? [0]))).toBeGreaterThan(200);
  } finally {
    for (const made of [id, other]) await changeItem(world.url, made, { state: 'ARCHIVED' });
  }
});

it('[SPAT-01] [SPAT-02] offers all layers within the window, and lays those that are added over the others, in the dark as well', async () => {
  const { page } = await world.open({ as: 'partner', theme: 'dark', at: '/spatial.map' });
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  const added = screen.getByRole('region', { name: 'Collections' }).getByRole('listitem');
  for (let count = 1; count <= 10; count += 1) {
    // Uses the mouse, which cannot reach elements outside of the window.
    if (count === 1) await screen.getByRole('button', { name: 'Add a layer' }).click();
    else await screen.getByRole('combobox', { name: 'Add a layer' }).click();
    await screen.getByRole('option').first().click();
    await expect.poll(() => added.count()).toBe(count);
    await added.first().locator('.kk-count').waitFor();
  }
  const groups = screen.getByRole('region').filter({ has: page.getByRole('listitem') });
  expect(await groups.first().getAttribute('aria-label')).toBe('Collections');
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'map-layers');
  // The next person does not wait for it.
  await page.reload();
  await expect.poll(() => added.count()).toBe(10);
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
});
