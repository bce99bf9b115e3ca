// Base maps in files of the site: the invented land of the sample in both themes, the choice on the map, and an area without a connection.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pmtilesArchive } from 'src/domain/sample/ground/pmtilesArchive.server.ts';
import { hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { arrowTo, focused, tabTo } from 'tests/e2e/harness/keys.ts';
import type { Theme } from 'tests/e2e/harness/openVisit.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { CUT_LINE_ERRORS } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const WIDE = { width: 1440, height: 900 } as const;
const NARROW = { width: 360, height: 740 } as const;

/** Counts the colours of the pixels of a map. */
const coloursOf = (part: Locator): Promise<Readonly<Record<string, number>>> =>
  part.locator('.kk-map-canvas').evaluate((element) => {
    const picture = document.createElement('canvas');
    [picture.width, picture.height] = [element.clientWidth, element.clientHeight];
    const pen = picture.getContext('2d');
    for (const canvas of element.querySelectorAll('canvas'))
      if (canvas.width > 0) pen?.drawImage(canvas, 0, 0, picture.width, picture.height);
    const { data } = pen?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] };
    const counts: Record<string, number> = {};
    for (let at = 0; at < data.length; at += 4) {
      const colour = `${data[at] ?? 0},${data[at + 1] ?? 0},${data[at + 2] ?? 0},${data[at + 3] ?? 0}`;
      counts[colour] = (counts[colour] ?? 0) + 1;
    }
    return counts;
  });

const rgbOf = (hex: string): string => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(',');
/** Colours of level ground; slopes are darker or lighter. */
const GROUND = {
  light: { water: ['#cbdfea'].map(rgbOf), land: ['#f5f2ea', '#dbe6cd', '#e8edd9', '#e9e4dc'].map(rgbOf) },
  dark: { water: ['#14222c'].map(rgbOf), land: ['#242a2e', '#222d28', '#27302b', '#2e2e2c'].map(rgbOf) },
} as const;

/** Returns the part of the map that has one of the colours. */
const partOf = async (part: Locator, colours: readonly string[]): Promise<number> => {
  const counts = await coloursOf(part);
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return colours.reduce((sum, colour) => sum + (counts[`${colour},255`] ?? 0), 0) / all;
};

/** West, south, east and north of a coast of the sample without areas of records. */
const COAST = [-139.79, 50.28, -139.6, 50.42] as const;

const COAST_MAP = `/spatial.map?c0=${hashOfBoundary([...COAST])}`;

const openCoast = async (page: Page): Promise<Locator> => {
  await page.goto(COAST_MAP);
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  return screen;
};

const showsGround = (part: Locator, theme: Theme): Promise<void> =>
  expect
    .poll(
      async () => [(await partOf(part, GROUND[theme].water)) > 0.1, (await partOf(part, GROUND[theme].land)) > 0.02],
      {
        timeout: 60_000,
        interval: 1_000,
      },
    )
    .toEqual([true, true]);

it(
  '[SPAT-02] shows land and water of the sample in both themes, until the person chooses none',
  { timeout: 240_000 },
  async () => {
    for (const theme of ['light', 'dark'] as const) {
      const { page } = await world.open({ as: 'staff', theme });
      await page.setViewportSize(WIDE);
      const screen = await openCoast(page);
      await showsGround(screen, theme);
      expect(await axe(page)).toEqual([]);
      await screenshot(page, `ground-wide-${theme}`);
      await page.setViewportSize(NARROW);
      await page.reload();
      await showsGround(screen, theme);
      await screenshot(page, `ground-narrow-${theme}`);
    }
    const { page } = await world.open({ as: 'staff' });
    const parts = new Set<string>();
    page.on('response', (response) => {
      if (!new URL(response.url()).pathname.startsWith('/basemaps/')) return;
      parts.add(`${response.status()} ${response.request().headers()['range']?.split('=')[0] ?? 'whole'}`);
    });
    await page.setViewportSize(WIDE);
    const screen = await openCoast(page);
    await showsGround(screen, 'light');
    // The page reads the file by ranges, never as a whole.
    expect([...parts]).toEqual(['206 bytes']);
    await screen.getByText('Base map: Invented land of the sample community').waitFor();
    await screen.getByRole('button', { name: 'Base map' }).click();
    await page.getByRole('menuitemradio', { name: 'None' }).click();
    await showsNoGround(screen);
    await page.reload();
    await screen.locator('.kk-map-canvas[data-ready]').waitFor();
    await expect.poll(() => screen.getByText('Base map:').count()).toBe(0);
    await screen.getByRole('radio', { name: 'Invented land' }).check();
    await showsGround(screen, 'light');
  },
);

const showsNoGround = (part: Locator): Promise<void> =>
  expect
    .poll(async () => Math.max(await partOf(part, GROUND.light.water), await partOf(part, GROUND.light.land)))
    .toBeLessThan(0.001);

it('[SPAT-02] [EXPERIENCE] the base map is taken away and given back by keyboard only', async () => {
  const { page } = await world.open({ as: 'staff' });
  const screen = await openCoast(page);
  await showsGround(screen, 'light');
  await tabTo(page, /^Base map$/, 150);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'None' }).waitFor();
  await arrowTo(page, /^None$/);
  await page.keyboard.press('Enter');
  await showsNoGround(screen);
  await expect.poll(() => focused(page)).toBe('Base map');
  await tabTo(page, /^None$/, 150);
  await arrowTo(page, /^Invented land/, 'ArrowUp');
  await showsGround(screen, 'light');
});

it('[SPAT-02] [EXPERIENCE] the base map is taken away and given back by taps', async () => {
  const page = await onPhone(world, COAST_MAP, 'member');
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  await showsGround(screen, 'light');
  const choose = async (name: string | RegExp): Promise<void> => {
    await screen.getByRole('button', { name: 'Base map' }).tap();
    const entry = page.getByRole('menuitemradio', { name });
    await entry.waitFor();
    expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await screenshot(page, 'ground-touch-menu');
    await entry.tap();
  };
  await choose('None');
  await showsNoGround(screen);
  await choose(/^Invented land/);
  await showsGround(screen, 'light');
});

const RELIEF = '#8a5a2b';

/** Returns an archive of pictures of one colour around the coast. */
const reliefArchive = async (): Promise<Buffer> => {
  const background = RELIEF;
  const content = await sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer();
  const [west, south, east, north] = [COAST[0] - 0.2, COAST[1] - 0.2, COAST[2] + 0.2, COAST[3] + 0.2];
  const tiles = Array.from({ length: 11 }, (_, z) => {
    const column = (lon: number): number => Math.floor(((lon + 180) / 360) * 2 ** z);
    const row = (lat: number): number =>
      Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z);
    const range = (from: number, to: number): readonly number[] =>
      Array.from({ length: to - from + 1 }, (__, at) => from + at);
    return range(column(west), column(east)).flatMap((x) =>
      range(row(north), row(south)).map((y) => ({ z, x, y, content })),
    );
  }).flat();
  const facts = { bounds: [west, south, east, north] as const, minZoom: 0, maxZoom: 10 };
  const bytes = pmtilesArchive(tiles, { ...facts, metadata: { name: 'Old survey', attribution: 'Invented survey' } });
  // The header says that tiles are PNG pictures without a further compression.
  bytes.writeUInt8(1, 98);
  bytes.writeUInt8(2, 99);
  return bytes;
};

it(
  '[SPAT-02] shows pictures of an archive that an administrator put into the folder',
  { timeout: 120_000 },
  async () => {
    const folder = join(world.store.folder, 'basemaps');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'survey.pmtiles'), await reliefArchive());
    const restarted = await startServer(world.store);
    try {
      const { page } = await world.open({ as: 'staff', url: restarted.url });
      await page.setViewportSize(WIDE);
      await page.goto(`${restarted.url}${COAST_MAP}`);
      const screen = page.getByRole('region', { name: 'Map' });
      await screen.locator('.kk-map-canvas[data-ready]').waitFor();
      await screen.getByRole('button', { name: 'Base map' }).click();
      await page.getByRole('menuitemradio', { name: 'Old survey' }).click();
      await expect
        .poll(() => partOf(screen, [rgbOf(RELIEF)]), { timeout: 60_000, interval: 1_000 })
        .toBeGreaterThan(0.5);
      await screen.getByText(/Invented survey/).waitFor();
      expect(await axe(page)).toEqual([]);
      await screenshot(page, 'ground-pictures');
      // The page sends nothing when its server stops.
      await page.goto('about:blank');
    } finally {
      await restarted.stop();
    }
  },
);

it(
  '[GEO-01] keeps an area on the device, shows it without a connection, and removes it',
  { timeout: 240_000 },
  async () => {
    const { page, context, allowConsole } = await world.open({ as: 'member', serviceWorker: true, screen: 'touch' });
    allowConsole(CUT_LINE_ERRORS);
    await page.goto('/field');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    // The service worker has the page and the code of this map.
    await page.waitForFunction(
      async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith('assets-'));
        const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return stored.flat().some(({ url }) => url.includes('/mapAreas')) && (await caches.match('/')) !== undefined;
      },
      undefined,
      { timeout: 60_000 },
    );
    const device = page.getByRole('navigation').getByRole('button', { name: 'Device' });
    await device.tap();
    const keep = page.getByRole('button', { name: 'Keep this area on the device' });
    await page.getByText(/^About [\d.]+ MB\.$/).waitFor();
    await page.getByLabel('Detail').selectOption({ label: 'Without the smallest roads and paths' });
    await keep.tap();
    const kept = page.getByRole('listitem').filter({ hasText: /Invented land, \d+ by \d+ km, [\d.]+ MB/ });
    await kept.waitFor({ timeout: 60_000 });
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'ground-areas');
    const stored = () =>
      page.evaluate(async () =>
        (await caches.has('base-map-tiles')) ? (await (await caches.open('base-map-tiles')).keys()).length : 0,
      );
    expect(await stored()).toBeGreaterThan(20);

    // Another tab has nothing of the archive in its memory, and the browser's own cache is empty.
    await context.setOffline(true);
    const asked: string[] = [];
    const second = await context.newPage();
    await (await context.newCDPSession(second)).send('Network.clearBrowserCache');
    second.on('requestfinished', (request) => void (request.url().includes('/basemaps/') && asked.push(request.url())));
    await second.goto('/field');
    await second.getByRole('navigation').getByRole('button', { name: 'Device' }).tap();
    await showsGround(second.locator('.kk-field-map'), 'light');
    expect(asked).toEqual([]);
    await screenshot(second, 'ground-offline');
    await second.getByText('You need a connection to keep an area.').waitFor();
    await second.getByRole('button', { name: /^Remove Invented land/ }).tap();
    await expect.poll(() => second.getByRole('listitem').filter({ hasText: 'Invented land' }).count()).toBe(0);
    expect(await stored()).toBe(0);
  },
);
