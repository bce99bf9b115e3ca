// 200,000 places on a map in a real Chromium: time to the first frame with places, dragging, memory; 5,000 polygons drawn individually; a
// search by a drawn area among all of them, and the places in and around an area.

import { chromium, type Page } from 'playwright-core';
import { seededRandom } from 'src/base/seededRandom.ts';
import { domain } from 'src/domain/server.ts';
import { registry } from 'src/generated/registry.server.ts';
import { hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { insertSeeds, type Seed } from 'tests/bench/corpus.ts';
import { report } from 'tests/bench/figures.ts';
import {
  deskPage,
  framesDuring,
  heapOf,
  plainFrames,
  reportFrames,
  TWO_FRAMES,
  type Desk,
} from 'tests/bench/frames.ts';
import { milliseconds, serially, timesOf } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const TYPE = 'SpatialFeature';
const POINTS = 200_000;
const POLYGONS = 5_000;
const ABOVE = 1_000_000;
const OPENINGS = 7;
/** Limits in milliseconds. */
const FIRST_PICTURE = 1_500;
const POLYGONS_DRAWN = 1_000;
const BY_AREA = 150;
const OVERLAP = 150;
const SEARCHES = 21;
/** Maximum growth of script memory during further dragging. */
const FLAT = 1.25;
const LIST = '/spatial.features';
/** The polygons are in another area than the points. */
const APART: readonly [number, number, number, number] = [0, 0, 20, 20];

const random = seededRandom(11);
const point = (): Json => ({ type: 'Point', coordinates: [random.next() * 70 - 140, random.next() * 25 + 42] });

const ring = (longitude: number, latitude: number, size: number, corners: number): number[][] => {
  const line = Array.from({ length: corners }, (_, index) => {
    const [angle, far] = [(index / corners) * 2 * Math.PI, index % 2 === 0 ? size : size * 0.8];
    return [longitude + far * Math.cos(angle), latitude + far * Math.sin(angle) * 0.7];
  });
  return [...line, line[0] ?? []];
};

const polygon = (): Json => ({
  type: 'Polygon',
  coordinates: [ring(1 + random.next() * 18, 1 + random.next() * 18, 0.05, 20)],
});

/** Readable by all people who read the public items of the sample, so that all of them are on the map. */
const fill = async (db: Queryable): Promise<void> => {
  const type = registry.types[TYPE];
  if (!type) throw new Error(`no type ${TYPE}`);
  const rows = await db.query<{ acl: number; owner: string }>(
    `select distinct acl, body ->> 'owner' as owner from item where t = $1 and level = 0`,
    [type.number],
  );
  const seeds = function* (): Generator<Seed> {
    for (let at = 0; at < POINTS + POLYGONS; at += 1) {
      const { acl, owner } = random.pick(rows);
      const geometry = at < POINTS ? point() : polygon();
      yield {
        ...{ type, acl, levels: {}, level: 'PUBLIC', creator: 'User-1', created: new Date('2025-03-01T00:00:00Z') },
        ...{ number: ABOVE + at, n: ABOVE + at },
        properties: { label: `Place ${at}`, owner, state: 'ACTIVE', access: 'PUBLIC', geometry },
      };
    }
  };
  await insertSeeds(db, domain.clocks, seeds());
};

const mapAddress = (filter: string): string => `${LIST}?c0=${encodeURIComponent(`.show=LIST&f.state=ACTIVE${filter}`)}`;

/** Returns the time from the click on the display to the first frame in which `least` pixels have the colour of the places. */
const openMap = async (page: Page, address: string, least: number): Promise<number> => {
  const list = await openList(page, address);
  await page.evaluate(
    ({ colour, least }) => {
      const noted = globalThis as { pictureAfter?: number | undefined };
      noted.pictureAfter = undefined;
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      const isTheirs = (data: Uint8ClampedArray, at: number): boolean =>
        Math.abs((data[at] ?? 0) - (red ?? 0)) +
          Math.abs((data[at + 1] ?? 0) - (green ?? 0)) +
          Math.abs((data[at + 2] ?? 0) - (blue ?? 0)) <
          30 && (data[at + 3] ?? 0) > 200;
      const drawn = (): boolean => {
        let count = 0;
        for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.kk-map-canvas canvas')) {
          if (canvas.width === 0 || canvas.height === 0) continue;
          const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
          for (let at = 0; at < data.length && count < least; at += 4)
            if (isTheirs(data as Uint8ClampedArray, at)) count += 1;
        }
        return count >= least;
      };
      const click = ({ timeStamp }: Event): void => {
        const look = (): void => {
          if (drawn()) noted.pictureAfter = performance.now() - timeStamp;
          else setTimeout(() => requestAnimationFrame(look), 30);
        };
        requestAnimationFrame(look);
      };
      document.addEventListener('click', click, { once: true, capture: true });
    },
    { colour: registry.types[TYPE]?.view.color ?? '', least },
  );
  await list.getByRole('button', { name: 'Map', exact: true }).click();
  const taken = await page.waitForFunction(() => (globalThis as { pictureAfter?: number }).pictureAfter);
  return taken.jsonValue() as Promise<number>;
};

/** Waits until the page sends no further requests. */
const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
};

/** Drags one screen forth and back. */
const drag = async (page: Page, ways: readonly number[]): Promise<void> => {
  const box = await page.locator('.kk-map-canvas').first().boundingBox();
  if (!box) throw new Error('the map has no place');
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const way of ways) {
    await page.mouse.move(middle - way * 300, y);
    await page.mouse.down();
    for (let step = 0; step <= 60; step += 1) {
      await page.mouse.move(middle - way * (300 - 10 * step), y + step);
      await page.waitForTimeout(8);
    }
    await page.mouse.up();
  }
};

/** Moves the centre of all places to the centre of the map, which shows a sea otherwise. */
const lookAtPlaces = async (page: Page): Promise<void> => {
  const box = await page.locator('.kk-map-canvas').first().boundingBox();
  if (!box) throw new Error('the map has no place');
  const [x, y] = [box.x + box.width / 2 - 160, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 340, y + 120, { steps: 20 });
  // Otherwise the map would continue to glide.
  await page.waitForTimeout(300);
  await page.mouse.up();
  await settled(page);
};

const measureMap = async (desk: Desk): Promise<void> => {
  const { context, page, session } = desk;
  const opened: number[] = [];
  for (let round = 0; round < OPENINGS; round += 1) opened.push(await openMap(page, mapAddress(''), 200));
  const times = timesOf(opened);
  console.log(`first picture: ${opened.map(Math.round).join(' ')} ms`);
  report({
    name: `map of ${POINTS} places: click to first picture`,
    unit: 'ms',
    value: times.median,
    best: times.best,
    limit: { of: 'value', atMost: FIRST_PICTURE },
  });
  await settled(page);
  const plain = await plainFrames(context, { pixels: 12_000, speed: 3_000 });
  await page.bringToFront();
  reportFrames({
    ...{ name: 'the same map dragged', plain, atMost: TWO_FRAMES },
    times: await framesDuring(desk, () => drag(page, [1, -1, 1, -1])),
  });
  await lookAtPlaces(page);
  const map = columnAt(page, 1);
  for (let times = 0; times < 4; times += 1) {
    await map.getByRole('button', { name: 'Zoom in' }).click();
    await settled(page);
  }
  reportFrames({
    ...{ name: 'the same four steps closer, dragged', plain, atMost: TWO_FRAMES },
    times: await framesDuring(desk, () => drag(page, [1, 1, -1, -1])),
  });
  await drag(page, [1, 1, -1, -1, -1, -1, 1, 1]);
  await settled(page);
  const before = await heapOf(session);
  await drag(page, [1, 1, -1, -1, -1, -1, 1, 1]);
  await settled(page);
  report({
    name: 'map: memory after it was dragged on',
    unit: 'kB',
    value: await heapOf(session),
    baseline: { name: 'before', value: before },
    limit: { of: 'ratio', atMost: FLAT },
  });
};

const measurePolygons = async (desk: Desk): Promise<void> => {
  const { context, page } = desk;
  // The value is quoted because a hash that begins with a digit could be a number.
  const address = mapAddress(`&f.bounds=${JSON.stringify(hashOfBoundary(APART))}`);
  const opened: number[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    opened.push(await openMap(page, address, 20_000));
    await columnAt(page, 1)
      .getByText(`${POLYGONS.toLocaleString('en')} in view`)
      .waitFor();
  }
  console.log(`${POLYGONS} polygons: ${opened.map(Math.round).join(' ')} ms`);
  const times = timesOf(opened);
  report({
    name: `map of ${POLYGONS} polygons, one by one: click to their picture`,
    unit: 'ms',
    value: times.median,
    best: times.best,
    limit: { of: 'value', atMost: POLYGONS_DRAWN },
  });
  await settled(page);
  const plain = await plainFrames(context, { pixels: 12_000, speed: 3_000 });
  await page.bringToFront();
  reportFrames({
    ...{ name: 'the same map dragged', plain, atMost: TWO_FRAMES },
    times: await framesDuring(desk, () => drag(page, [1, -1])),
  });
};

/** Measures the same region as an outline of many corners and as its bounding box. */
const measureArea = async (socket: TestSocket): Promise<void> => {
  const ask = async (must: Json): Promise<number> => {
    socket.received.length = 0;
    const { b, erred } = await socket.ask('search/ids', { must: { _t: [TYPE], ...(must as object) }, max: 50 });
    if (erred) throw new Error(JSON.stringify(b));
    return (b as { readonly total: number }).total;
  };
  const areas = { points: [-105, 55, 12] as const, polygons: [10, 10, 8] as const };
  for (const [name, [longitude, latitude, size]] of Object.entries(areas)) {
    const area = { type: 'Polygon', coordinates: [ring(longitude, latitude, size, 1_000)] };
    const box = [longitude - size, latitude - size * 0.7, longitude + size, latitude + size * 0.7];
    const total = await ask({ inArea: [area] });
    const times = await serially({ area: () => ask({ inArea: [area] }), box: () => ask({ bounds: box }) }, SEARCHES);
    if (!times['area'] || !times['box']) throw new Error('nothing measured');
    console.log(`${total} ${name} in an area of 1,000 corners: ${milliseconds(times['area'].median)} ms`);
    report({
      name: `search by an area of 1,000 corners among ${POINTS + POLYGONS} places, ${name}`,
      unit: 'ms',
      value: times['area'].median,
      best: times['area'].best,
      baseline: { name: 'by the box around it', value: times['box'].median, best: times['box'].best },
      limit: { of: 'value', atMost: BY_AREA },
    });
  }
};

/** Outline of land with bays and a rough shore. */
const shore = (longitude: number, latitude: number, size: number, corners: number): number[][] => {
  const line = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const far = size * (0.9 + 0.1 * Math.sin(7 * angle) + 0.01 * random.next());
    return [longitude + far * Math.cos(angle), latitude + far * Math.sin(angle) * 0.7];
  });
  return [...line, line[0] ?? []];
};

/**
 * Measures the search for places in an area of 1,000 corners and in three bands around it. Compared with one search by the widest bounding
 * box of each band.
 */
const measureOverlap = async (
  socket: TestSocket,
  owner: string,
  { name, outline, limit }: { readonly name: string; readonly outline: typeof ring; readonly limit: boolean },
): Promise<void> => {
  const [longitude, latitude, size] = [-105, 55, 1.5] as const;
  const area = { type: 'Polygon', coordinates: [outline(longitude, latitude, size, 1_000)] };
  const ask = async (o: string, b: Json): Promise<Readonly<Record<string, Json>>> => {
    socket.received.length = 0;
    const { b: answer, erred } = await socket.ask(o, b);
    if (erred) throw new Error(JSON.stringify(answer));
    return answer as Readonly<Record<string, Json>>;
  };
  const { _t, _i } = await ask(`create/${TYPE}`, { label: 'Area', owner, state: 'DRAFT', geometry: area });
  const around = 5_000 / 111_195;
  const [wide, high] = [size + around / Math.cos((latitude * Math.PI) / 180), size * 0.7 + around];
  const box = [longitude - wide, latitude - high, longitude + wide, latitude + high];
  const bands = [0, 100, 1_000, 5_000];
  const boxes = async (): Promise<void> => {
    for (const _ of bands) await ask('search/ids', { must: { _t: [TYPE], bounds: box }, max: 50 });
  };
  const overlap = (): Promise<unknown> => ask('act/overlap', { _t: _t ?? '', _i: _i ?? 0, path: 'geometry', bands });
  const { rows } = await ask('act/overlap', { _t: _t ?? '', _i: _i ?? 0, path: 'geometry', bands });
  console.log(`overlap: ${JSON.stringify(rows)}`);
  const times = await serially({ overlap, boxes }, SEARCHES);
  if (!times['overlap'] || !times['boxes']) throw new Error('nothing measured');
  report({
    name: `overlap of ${name} of 1,000 corners with ${POINTS + POLYGONS} places, in four bands, by type and kind`,
    unit: 'ms',
    value: times['overlap'].median,
    best: times['overlap'].best,
    baseline: { name: 'four searches by a box', value: times['boxes'].median, best: times['boxes'].best },
    ...(limit && { limit: { of: 'value', atMost: OVERLAP } }),
  });
};

export const run = async (): Promise<void> => {
  const product = await openProduct({}, { fill });
  const socket = await product.socket('staff');
  await measureArea(socket);
  const { rows } = await product.driver.query(`select body ->> 'owner' as owner from item where t = $1 limit 1`, [
    registry.types[TYPE]?.number,
  ]);
  const owner = String(rows[0]?.['owner']);
  await measureOverlap(socket, owner, { name: 'an area', outline: shore, limit: true });
  await measureOverlap(socket, owner, { name: 'a star with needles', outline: ring, limit: false });
  socket.close();
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.address);
  const { url } = product.server;
  const desk = await deskPage(browser, url, await tokenOf(url, 'staff'));
  await measureMap(desk);
  await measurePolygons(desk);
  await launched.close();
  await product.stop();
};
