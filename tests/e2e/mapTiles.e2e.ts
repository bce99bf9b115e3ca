// Maps of a site with its own settings: a layer above the limit of features is drawn from tiles and supports the same actions as other
// layers; base maps come from another server, until it is gone. The tests read the list of the map, because a canvas has no text.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import { addPlace, askAs, changeItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, openList } from 'tests/e2e/harness/columns.ts';
import { colourInMiddle, middleOf } from 'tests/e2e/harness/maps.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const GREEN = [46, 160, 67];
/** One green pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADUlEQVQImWPQW+D8HwAEIgIRsQEH6gAAAABJRU5ErkJggg==',
  'base64',
);

const folder = mkdtempSync(join(tmpdir(), 'keeper-maps-'));
const siteFile = join(folder, 'site.json');
const asked: string[] = [];
let reachable = true;
let tileServer: Server | undefined;
let tileHost = '';

beforeAll(async () => {
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '');
    answer.statusCode = reachable ? 200 : 503;
    answer.setHeader('content-type', 'image/png').end(reachable ? PICTURE : undefined);
  });
  tileServer = server;
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  tileHost = `localhost:${(server.address() as AddressInfo).port}`;
  const baseMaps = [
    {
      ...{ name: 'Streets', kind: 'XYZ', url: `http://${tileHost}/day/{z}/{x}/{y}.png` },
      ...{ attribution: 'Streets of the test', dark: { url: `http://${tileHost}/night/{z}/{x}/{y}.png` } },
    },
    {
      ...{ name: 'Survey', kind: 'WMTS', url: `http://${tileHost}/wmts`, attribution: 'Survey of the test' },
      ...{ layer: 'topo', matrixSet: 'WebMercatorQuad' },
    },
    {
      ...{ name: 'Relief', kind: 'WMTS', attribution: 'Relief of the test', layer: 'hills', style: 'grey' },
      url: `http://${tileHost}/{layer}/{style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png`,
      ...{ matrixSet: 'EPSG:3857', matrixPrefix: 'EPSG:3857:' },
    },
    { name: 'Aerial', kind: 'WMS', url: `http://${tileHost}/wms`, attribution: 'Pictures of the test', layer: 'ortho' },
  ];
  writeFileSync(siteFile, JSON.stringify({ site: { baseMaps }, limits: { mapFeatures: 3 } }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((resolve) => tileServer?.close(resolve));
});

/** Returns the colour that is shown in the middle of a map. A page may not read a canvas with tiles of another host. */
const shownInMiddle = async (screen: Locator): Promise<number[]> => {
  const box = (await screen.locator('.kk-map-canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // Next to the cross in the middle.
  const clip = { x: box.x + box.width / 2 + 40, y: box.y + box.height / 2 + 40, width: 1, height: 1 };
  return [
    ...(await sharp(await screen.page().screenshot({ clip }))
      .removeAlpha()
      .raw()
      .toBuffer()),
  ];
};

/** Numbers of a tile in an address. */
interface Tile {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** Returns the tile of web mercator that contains a position. */
const tileAt = ([longitude = 0, latitude = 0]: readonly number[], level: number): Tile => {
  const angle = (latitude * Math.PI) / 180;
  const down = (1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2;
  return { level, column: Math.floor(((longitude + 180) / 360) * 2 ** level), row: Math.floor(down * 2 ** level) };
};

/** Reads the numbers in the addresses of that form, which names the groups `z`, `x` and `y`. */
const tilesAsked = (form: RegExp): readonly Tile[] =>
  asked.flatMap((url) => {
    const { z, x, y } = form.exec(decodeURIComponent(url))?.groups ?? {};
    return z === undefined ? [] : [{ level: Number(z), column: Number(x), row: Number(y) }];
  });

const inViewOf = async (list: Locator): Promise<number> =>
  Number(/\d+/.exec(await list.locator('.kk-map-list-head').innerText())?.[0] ?? 0);

describe('maps of a site with settings of its own', () => {
  const world = useWorld({ SITE_CONFIG: siteFile });

  const tilesOf = (page: Page): string[] => {
    const urls: string[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/tiles/')) urls.push(response.url());
    });
    return urls;
  };

  it('[SPAT-02] shows a layer above the limit from tiles: listed, opened by key, fresh, and gone with the right to it', async () => {
    const name = `Above the limit ${Date.now()}`;
    // Far from all other places; a retry uses another place.
    const at = [-150 + (Date.now() % 1000) / 100, 56.5] as const;
    const id = await addPlace(world.url, name, at);
    const bounds = hashOfBoundary([at[0] - 0.2, at[1] - 0.1, at[0] + 0.2, at[1] + 0.1]);

    const member = await world.open({ as: 'member', hosts: [tileHost] });
    const tiles = tilesOf(member.page);
    const list = await openList(member.page, '/spatial.features?c0=.show%3DMAP%26f.state%3DACTIVE');
    await list.locator('.kk-map-canvas[data-ready]').waitFor();
    await expect.poll(() => inViewOf(list)).toBeGreaterThan(5);
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
    expect(await axe(member.page)).toEqual([]);

    await member.page.goto(`/spatial.map?c0=${bounds}`);
    const screen = member.page.getByRole('region', { name: 'Map' });
    await screen.getByRole('button', { name: '1 in view' }).click();
    const link = screen.locator('.kk-map-list').getByRole('link', { name });
    await link.waitFor();
    // A key opens the item in the middle once its tile has loaded; the popup takes the focus, and returns it.
    const canvas = screen.getByRole('application');
    const popup = screen.getByRole('group', { name: 'At this place' });
    await expect
      .poll(async () => {
        await canvas.press('Enter');
        return await popup.getByRole('link', { name }).count();
      })
      .toBe(1);
    await expect
      .poll(() => popup.getByRole('link', { name }).evaluate((each) => each === document.activeElement))
      .toBe(true);
    await screenshot(member.page, 'map-tiles');
    await member.page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    expect(await canvas.evaluate((each) => each === document.activeElement)).toBe(true);
    await link.click();
    await column(member.page, name).waitFor();

    const before = tiles.length;
    const second = await addPlace(world.url, `${name} too`, [at[0] + 0.05, at[1]]);
    await screen.getByRole('button', { name: '2 in view' }).waitFor();
    await expect.poll(() => tiles.length).toBeGreaterThan(before);
    await changeItem(world.url, second, { access: 'PRIVATE' });
    await screen.getByRole('button', { name: '1 in view' }).waitFor();
    await changeItem(world.url, id, { state: 'ARCHIVED' });
    await screen.getByRole('button', { name: 'Nothing in view' }).waitFor();
  });

  it('[SPAT-02] colours and narrows a layer that is drawn from tiles by a value of its features', async () => {
    const at = [-160 + (Date.now() % 1000) / 100, 52.5] as const;
    const id = await addPlace(world.url, `Camp in a tile ${Date.now()}`, at);
    await changeItem(world.url, id, { spatialType: 'CAMP' });
    const bounds = hashOfBoundary([at[0] - 0.02, at[1] - 0.01, at[0] + 0.02, at[1] + 0.01]);
    const { page } = await world.open({ as: 'partner', hosts: [tileHost] });
    const tiles = tilesOf(page);
    await page.goto(`/spatial.map?c0=${bounds}*SpatialFeature`);
    const screen = page.getByRole('region', { name: 'Map' });
    const layer = screen.getByRole('listitem').filter({ hasText: 'All Places' }).first();
    await layer.getByRole('button', { name: 'Settings of All Places', exact: true }).click();
    await layer.getByLabel('Colour by').selectOption({ label: 'Kind of place' });
    // The name is that of the value list, once it is read.
    const entry = layer.locator('.kk-map-legend li').filter({ hasText: /^\s*Camp$/ });
    await entry.waitFor();
    const camp = await entry
      .locator('.kk-layer-colour')
      .evaluate((sign) => getComputedStyle(sign).backgroundColor.match(/\d+/g)?.map(Number) ?? []);
    expect(camp).toHaveLength(3);
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
    await screen.getByRole('radio', { name: 'Natural Earth' }).check();
    await expect.poll(() => colourInMiddle(screen)).toEqual(camp);
    await layer.getByText('Other values, or several records').waitFor();
    await layer.locator('summary', { hasText: 'Kind of place' }).click();
    await layer.getByRole('checkbox', { name: /^Trail/ }).check();
    await expect.poll(() => colourInMiddle(screen)).not.toEqual(camp);
    await layer.getByRole('button', { name: 'Default appearance' }).click();
    await changeItem(world.url, id, { state: 'ARCHIVED' });
  });

  it('[SPAT-02] shows base maps of the settings, each person their own, and offers the one that ships when one is gone', async () => {
    reachable = true;
    const visit = await world.open({ as: 'staff', hosts: [tileHost] });
    const { page } = visit;
    await page.goto('/spatial.map');
    const screen = page.getByRole('region', { name: 'Map' });
    const choose = (name: string): Locator => screen.getByRole('radio', { name });
    const source = screen.locator('.kk-map-source');
    await choose('Natural Earth').check();
    await source.getByText('Natural Earth').waitFor();
    await choose('Streets').check();
    await source.getByText('Streets of the test').waitFor();
    await expect.poll(() => asked.some((url) => url.startsWith('/day/'))).toBe(true);
    await choose('Survey').check();
    await expect.poll(() => asked.some((url) => /^\/wmts\?.*layer=topo.*TileMatrix=\d/i.test(url))).toBe(true);
    await choose('Aerial').check();
    await expect.poll(() => asked.some((url) => /^\/wms\?.*REQUEST=GetMap.*LAYERS=ortho/.test(url))).toBe(true);
    await choose('Streets').check();
    await expect.poll(() => screen.getByText('Base map: Streets of the test').count()).toBe(1);
    await screenshot(page, 'map-base');

    // Stored only for this person; the dark theme uses its dark variant.
    await expect
      .poll(async () => (await askAs(world.url, 'staff', ['getSessionUser', null]))['preferences'])
      .toMatchObject({ baseMap: 'Streets' });
    const again = await world.open({ as: 'staff', theme: 'dark', hosts: [tileHost], at: '/spatial.map' });
    // Requested when the map of the dark page has this base map, which it draws when it has time.
    await again.page.locator('.kk-map-source').getByText('Streets of the test').waitFor();
    await again.page.locator('.kk-map-canvas[data-ready]').waitFor();
    await expect.poll(() => asked.some((url) => url.startsWith('/night/')), { timeout: 60_000 }).toBe(true);
    const member = await world.open({ as: 'member', hosts: [tileHost], at: '/spatial.map' });
    // Without a choice, it is the first of the site.
    await member.page.locator('.kk-map-source').getByText('Streets of the test').waitFor();

    reachable = false;
    visit.allowConsole(/503/);
    again.allowConsole(/503/);
    member.allowConsole(/503/);
    await page.reload();
    const told = screen.getByRole('alert').filter({ hasText: 'The base map “Streets” cannot be reached.' });
    await told.getByRole('button', { name: 'Show Natural Earth' }).click();
    await source.getByText('Natural Earth').waitFor();
    await told.waitFor({ state: 'detached' });
  });

  it('[SPAT-02] asks an XYZ and a WMTS service by their address for the tiles of the view, and draws them', async () => {
    reachable = true;
    asked.length = 0;
    const { page } = await world.open({ as: 'partner', hosts: [tileHost] });
    // An area without records, so that the tiles are what is seen.
    await page.goto(`/spatial.map?c0=${hashOfBoundary([-150.2, 46.4, -149.8, 46.6])}`);
    const screen = page.getByRole('region', { name: 'Map' });
    await screen.locator('.kk-map-canvas[data-ready]').waitFor();
    const empty = async (): Promise<void> => {
      await screen.getByRole('radio', { name: 'None' }).check();
      await expect.poll(() => shownInMiddle(screen)).not.toEqual(GREEN);
    };
    const kinds: readonly (readonly [name: string, form: RegExp])[] = [
      ['Streets', /^\/day\/(?<z>\d+)\/(?<x>\d+)\/(?<y>\d+)\.png$/],
      [
        'Survey',
        /^\/wmts\?(?=.*\bservice=WMTS\b)(?=.*\brequest=GetTile\b)(?=.*\blayer=topo\b)(?=.*\bTileMatrixSet=WebMercatorQuad\b)(?=.*\bTileMatrix=(?<z>\d+)\b)(?=.*\bTileCol=(?<x>\d+)\b)(?=.*\bTileRow=(?<y>\d+)\b)/i,
      ],
      ['Relief', /^\/hills\/grey\/EPSG:3857\/EPSG:3857:(?<z>\d+)\/(?<y>\d+)\/(?<x>\d+)\.png$/],
    ];
    for (const [name, form] of kinds) {
      await empty();
      await screen.getByRole('radio', { name }).check();
      await expect.poll(() => shownInMiddle(screen)).toEqual(GREEN);
      const tiles = tilesAsked(form);
      const [{ level } = { level: -1 }] = tiles;
      expect(level).toBeGreaterThan(7);
      expect(tiles).toContainEqual(tileAt(middleOf(page), level));
    }
    expect(asked.filter((url) => !kinds.some(([, form]) => form.test(decodeURIComponent(url))))).toEqual([]);
  });
});
