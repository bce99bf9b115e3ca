// Maps: a place drawn by one person stands on another's map at once, is opened from the list beside it by keyboard, and a view of the map is
// a filter that others find by its address. What a map shows is read from that list: a canvas says nothing.
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { areaFromHash, asBounds, hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import { addPlace, changeItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const ON_MAP = '/spatial.features?c0=.show%3DMAP%26f.state%3DACTIVE';

const mapOf = (list: Locator): Locator => list.getByRole('application', { name: /^Map: / });
const shown = (list: Locator): Locator => list.locator('.kk-map-list li a');

/** The hash of the drawn area in the address. */
const areaOf = (page: Page): string | undefined => /f\.\w*area=([^&]+)/i.exec(decodeURIComponent(page.url()))?.[1];

/** A list on its map, with everything on it. */
const openMap = async (page: Page, path = ON_MAP): Promise<Locator> => {
  const list = await openList(page, path);
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  return list;
};

it('[SPAT-01] draws a place by keyboard, which stands on the map of somebody else at once and is opened from its list', async () => {
  const name = `Drawn at ${Date.now()}`;
  const other = await world.open({ as: 'member', theme: 'dark' });
  const theirs = await openMap(other.page);
  await expect.poll(() => shown(theirs).count()).toBeGreaterThan(5);
  expect(await axe(other.page)).toEqual([]);
  await screenshot(other.page, 'map-listing');

  const { page } = await world.open({ as: 'staff' });
  const list = await openList(page, '/spatial.features');
  await list.getByRole('button', { name: 'New place' }).click();
  const form = column(page, 'New place');
  await form.getByRole('textbox', { name: /^Name/ }).first().fill(name);
  const map = form.locator('.kf-geometry');
  await map.locator('.kk-map-canvas[data-ready]').waitFor();
  await map.getByRole('button', { name: 'Point', exact: true }).press('Enter');
  await map.getByRole('button', { name: 'Point in the middle' }).press('Enter');
  // What was drawn stands there as it can be typed.
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
  // Down the list, as far as it goes: rows exist only where they are looked at.
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

/** What the browser would print is kept instead: its words, and how many points of its picture have each colour of its layers. */
const keepPrinted = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted = globalThis as { printed?: { text: string; points: number[] } };
    window.print = () => {
      const paper = document.querySelector<HTMLElement>('.kk-print');
      const canvas = paper?.querySelector('canvas');
      const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const points = [...(paper?.querySelectorAll<HTMLElement>('.kk-layer-colour') ?? [])].map((sign) => {
        const [red, green, blue] = (sign.style.backgroundColor.match(/\d+/g) ?? []).map(Number);
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
        return count;
      });
      noted.printed = { text: paper?.innerText ?? '', points };
      setTimeout(() => window.dispatchEvent(new Event('afterprint')));
    };
  });

/** A saved search as a layer of the map screen with all that it finds, and that map on paper; the layer is taken away again. */
const printAsLayer = async (page: Page, name: string, count: number): Promise<void> => {
  await page.goto('/spatial.map');
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  await screen.getByRole('button', { name: 'Add a layer' }).click();
  await page.getByRole('menuitem', { name }).click();
  const layer = screen.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name, exact: true }) });
  await layer.locator('.kk-count').getByText(String(count), { exact: true }).waitFor();
  await expect.poll(() => screen.getByRole('button', { name: /\d+ in view/ }).innerText()).not.toBe('0 in view');
  await keepPrinted(page);
  type Printed = { readonly text: string; readonly points: readonly number[] };
  const print = async (): Promise<Printed | undefined> => {
    await screen.getByRole('button', { name: 'Print the map' }).click();
    return await page.evaluate(() => (globalThis as { printed?: Printed }).printed);
  };
  // On paper are title, site, date, layers, scale and source, and in the picture the colours of layers.
  await expect.poll(async () => Math.max(...((await print())?.points ?? [0])), { interval: 1_000 }).toBeGreaterThan(50);
  const { text } = (await print())!;
  for (const word of ['Map', 'Our Community', String(new Date().getFullYear()), name, 'All Places', 'Natural Earth'])
    expect(text).toContain(word);
  expect(text).toMatch(/\d k?m/);
  await layer.getByRole('button', { name: `Settings of ${name}` }).click();
  await layer.getByRole('button', { name: 'Remove from the map' }).click();
  await layer.waitFor({ state: 'detached' });
};

it('[SRCH-03] [SPAT-01] searches in an area drawn by pointer or by keyboard, which is saved and opened by somebody else', async () => {
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
  const box = (await mapOf(list).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const corners = [
    [0.15, 0.15],
    [0.7, 0.15],
    [0.7, 0.7],
    [0.15, 0.7],
  ] as const;
  for (const [across, down] of corners) {
    await page.mouse.click(box.x + box.width * across, box.y + box.height * down);
    await expect.poll(() => back.isEnabled()).toBe(true);
  }
  await expect.poll(() => finish.isEnabled()).toBe(true);
  await finish.click();
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
  await page.getByRole('region', { name: 'Messages' }).getByText(`“${name}” was saved.`).waitFor();

  const member = await world.open({ as: 'member' });
  const theirs = await openMap(member.page);
  const allTheirs = await resultCount(theirs);
  await theirs.getByRole('button', { name: 'Saved searches' }).click();
  await member.page.getByRole('menuitemradio', { name }).click();
  await theirs.getByText('Within the drawn area').waitFor();
  expect(areaOf(member.page)).toBe(areaOf(page));
  // Of what this person may read.
  await expect.poll(() => resultCount(theirs)).toBeLessThan(allTheirs);
  const found = await resultCount(theirs);
  expect(found).toBeGreaterThan(0);
  await printAsLayer(member.page, name, found);
});

it('[SPAT-02] measures on the map screen, hides a layer, and shares where it looks', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'tablet' });
  await page.goto('/spatial.map');
  await page.waitForURL(/c0=/);
  const address = page.url();
  const screen = page.getByRole('region', { name: 'Map' });
  await expect.poll(() => screen.getByRole('button', { name: /\d+ in view/ }).innerText()).not.toBe('0 in view');
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'map-screen');
  await screen.getByRole('button', { name: 'Measure' }).click();
  await page.getByRole('menuitem', { name: 'A length' }).click();
  await screen.getByRole('button', { name: 'Point in the middle' }).click();
  await mapOf(screen).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.url()).not.toBe(address);
  await screen.getByRole('button', { name: 'Point in the middle' }).click();
  await screen.getByRole('button', { name: 'Finish' }).click();
  await screen.getByText(/^Measured: [\d.,]+ k?m/).waitFor();

  const other = await world.open({ as: 'member' });
  await other.page.goto(new URL(address).pathname + new URL(address).search);
  await other.page.locator('.kk-map-canvas[data-ready]').waitFor();
  // Where the person is: the browser says it, and the map looks there.
  await other.context.grantPermissions(['geolocation']);
  await other.context.setGeolocation({ longitude: -120.5, latitude: 58.25, accuracy: 30 });
  await other.page.getByRole('button', { name: 'Show where I am' }).click();
  await expect
    .poll(() => {
      const [west, south, east, north] = asBounds(new URL(other.page.url()).searchParams.get('c0') ?? '');
      return west < -120.5 && east > -120.5 && south < 58.25 && north > 58.25 && east - west < 2;
    })
    .toBe(true);
  // What somebody adds stands on the map of the other, and goes with the right to see it. Elsewhere in a second try.
  const at = [-150 + (Date.now() % 1000) / 100, 56.5] as const;
  await other.page.goto(`/spatial.map?c0=${hashOfBoundary([at[0] - 0.2, at[1] - 0.1, at[0] + 0.2, at[1] + 0.1])}`);
  const theirs = other.page.getByRole('region', { name: 'Map' });
  await theirs.getByRole('button', { name: 'Nothing in view' }).waitFor();
  const id = await addPlace(world.url, 'Seen at once', at);
  await theirs.getByRole('button', { name: '1 in view' }).waitFor();
  // It stands in the middle: a click there tells its name.
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

it('[SPAT-01] snaps what is drawn to what is there, takes positions as UTM, and stores both sides of the date line', async () => {
  const { page } = await world.open({ as: 'staff' });
  const list = await openList(page, '/spatial.features');
  await list.getByRole('button', { name: 'New place' }).click();
  const field = column(page, 'New place').locator('.kf-geometry');
  await field.locator('.kk-map-canvas[data-ready]').waitFor();
  const draw = async (corners: readonly (readonly [number, number])[]): Promise<void> => {
    const canvas = field.locator('.kk-map-canvas');
    await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const back = field.getByRole('button', { name: 'One point back' });
    for (const [across, down] of corners) {
      await page.mouse.click(box.x + across, box.y + down);
      await expect.poll(() => back.isEnabled()).toBe(true);
    }
    const finish = field.getByRole('button', { name: 'Finish' });
    await expect.poll(() => finish.isEnabled()).toBe(true);
    await finish.click();
    await finish.waitFor({ state: 'detached' });
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
  // Five pixels beside the end of the first.
  await draw([
    [163, 114],
    [260, 60],
  ]);
  await position(1, 2).waitFor();
  const end = await position(2, 1).inputValue();
  expect(end).not.toBe('');
  expect(await position(1, 2).inputValue()).toBe(end);

  await field.getByLabel('Positions as').selectOption('utm');
  await expect.poll(() => position(1, 1).inputValue()).toMatch(/^\d+[C-X] \d{6} \d{7}$/);
  await position(1, 1).fill('9U 500000 5650000');
  await position(1, 1).press('Enter');
  await field.getByLabel('Positions as').selectOption('decimal');
  await expect.poll(() => position(1, 1).inputValue()).toMatch(/^51\.00\d*, -129$/);

  // A view of the date line, as an address leads to it.
  const view = encodeURIComponent(`.show=MAP&f.bounds=${hashOfBoundary([178, 51, -178, 53])}`);
  const places = await Promise.all([
    addPlace(world.url, 'West of the line', [179.8, 52]),
    addPlace(world.url, 'East of the line', [-179.8, 52]),
  ]);
  const found = await openMap(page, `/spatial.features?c0=${view}`);
  await expect.poll(() => shown(found).count()).toBeGreaterThanOrEqual(places.length);
  const canvas = (await mapOf(found).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await found.getByRole('button', { name: 'Search in a drawn area' }).click();
  const back = found.getByRole('button', { name: 'One point back' });
  for (const [across, down] of [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.7, 0.7],
    [0.3, 0.7],
  ] as const) {
    await page.mouse.click(canvas.x + canvas.width * across, canvas.y + canvas.height * down);
    await expect.poll(() => back.isEnabled()).toBe(true);
  }
  const finish = found.getByRole('button', { name: 'Finish' });
  await expect.poll(() => finish.isEnabled()).toBe(true);
  await finish.click();
  await expect.poll(() => areaOf(page)).toBeTruthy();
  const area = areaFromHash(decodeURIComponent(areaOf(page) ?? ''));
  expect(area.type).toBe('MultiPolygon');
  expect(area.coordinates).toHaveLength(2);
  await expect.poll(() => resultCount(found)).toBeGreaterThanOrEqual(places.length);
  for (const id of places) await changeItem(world.url, id, { state: 'ARCHIVED' });
});

it('[SPAT-02] leaves no canvas and no listener behind when it is closed twenty times', async () => {
  const { page, context } = await world.open({ as: 'staff' });
  const list = await openMap(page, `${ON_MAP}%26q%3Dalder`);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const listeners = async (): Promise<number> => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? 0;
  };
  const openAndClose = async (): Promise<void> => {
    await list.getByRole('button', { name: 'List', exact: true }).click();
    await list.locator('.kk-list-row').first().waitFor();
    expect(await page.locator('canvas').count()).toBe(0);
    await list.getByRole('button', { name: 'Map', exact: true }).click();
    await list.locator('.kk-map-canvas[data-ready]').waitFor();
    await shown(list).first().waitFor();
  };
  for (let times = 0; times < 4; times += 1) await openAndClose();
  const before = await listeners();
  for (let times = 0; times < 16; times += 1) await openAndClose();
  await expect.poll(listeners).toBeLessThanOrEqual(before + 40);
});
