// Place search on the map screen and on the map of a list: records with a place, coordinates and names of the ground. The tests read from
// the address where the map looks afterwards.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { asBounds, hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import { addPlace, changeItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { shownList } from 'tests/e2e/harness/columns.ts';
import { colourInMiddle, mapOf } from 'tests/e2e/harness/maps.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const WIDE = { width: 1440, height: 900 } as const;
const NARROW = { width: 360, height: 740 } as const;

type At = readonly [longitude: number, latitude: number];
/** A village of the sample's base map, which no record has. */
const WIDOWGATE: At = [-139.05, 50.42];

const searchOf = (screen: Locator): Locator => screen.getByRole('combobox', { name: 'Find a place to look at' });

const choose = async (screen: Locator, text: string, option: RegExp): Promise<void> => {
  await searchOf(screen).fill(text);
  await screen.getByRole('option', { name: option }).first().click();
};

const middleOf = ([west, south, east, north]: readonly [number, number, number, number]): At => [
  (west + east) / 2,
  (south + north) / 2,
];

/** Returns the hash of the bounds in the address: of the view of the map screen, or of the filter of a list. */
const hashIn = (page: Page): string => {
  const param = new URL(page.url()).searchParams.get('c0') ?? '';
  const [, filter] = /f\.bounds=([^&]+)/.exec(param) ?? [];
  return filter === undefined ? (param.split('*')[0] ?? '') : decodeURIComponent(filter).replaceAll('"', '');
};

/** Waits until the bounds in the address have this position in their middle. */
const looksAt = (page: Page, [longitude, latitude]: At): Promise<void> =>
  expect
    .poll(() => {
      const [x, y] = middleOf(asBounds(hashIn(page)));
      return Math.hypot(x - longitude, y - latitude) < 0.01;
    })
    .toBe(true);

/** Chooses the first option, as soon as it is the one of this text. */
const enter = async (screen: Locator, text: string, option: RegExp): Promise<void> => {
  await searchOf(screen).fill(text);
  await screen.getByRole('option', { name: option }).first().waitFor();
  await searchOf(screen).press('Enter');
};

/** Returns the colour of the mark of a found place: red, green and blue. */
const markColour = (screen: Locator): Promise<readonly number[]> =>
  screen.locator('.kk-map-canvas').evaluate((element) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return [];
    pen.fillStyle = getComputedStyle(element).getPropertyValue('--kk-map-accent').trim();
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  });

it(
  '[SPAT-02] marks what was found until the next search or click, and opens a record',
  { timeout: 120_000 },
  async () => {
    await addPlace(world.url, 'Curlew spit', [-141.75, 48.25]);
    const { page } = await world.open({ as: 'staff' });
    await page.setViewportSize(WIDE);
    for (const [at, part] of [
      ['/spatial.map', () => Promise.resolve(page.getByRole('region', { name: 'Map' }))],
      ['/spatial.features?c0=.show%3DMAP', () => shownList(page)],
    ] as const) {
      await page.goto(at);
      const screen = await part();
      await screen.locator('.kk-map-canvas[data-ready]').waitFor();
      // Until its features are there, the map moves to all of them.
      await (at === '/spatial.map' ? page.waitForURL(/c0=/) : screen.locator('.kk-map-list li a').first().waitFor());
      const mark = await markColour(screen);
      const popup = screen.getByRole('group', { name: 'At this place' });
      await enter(screen, 'curlew sp', /Curlew spit/);
      await popup.getByRole('link', { name: 'Curlew spit' }).waitFor();
      await expect.poll(() => colourInMiddle(screen)).toEqual(mark);
      await screenshot(page, at === '/spatial.map' ? 'place-found-screen' : 'place-found-list');
      await enter(screen, '50.5, -138.25', /Coordinates/);
      await popup.waitFor({ state: 'hidden' });
      await expect.poll(() => colourInMiddle(screen)).toEqual(mark);
      await choose(screen, 'widowg', /^Widowgate.*Base map/);
      await expect.poll(() => colourInMiddle(screen)).toEqual(mark);
      await mapOf(screen).click({ position: { x: 120, y: 300 } });
      await expect.poll(() => colourInMiddle(screen)).not.toEqual(mark);
    }
  },
);

it('[SPAT-02] tells places of the same name apart', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
  for (const [size, viewport] of [
    ['wide', WIDE],
    ['narrow', NARROW],
  ] as const) {
    await page.setViewportSize(viewport);
    const screen = page.getByRole('region', { name: 'Map' });
    await screen.locator('.kk-map-canvas[data-ready]').waitFor();
    await searchOf(screen).fill('weir to heron');
    const options = screen.getByRole('option', { name: /^Weir to Heron Steps/ });
    await expect
      .poll(async () => {
        const texts = await options.allInnerTexts();
        return texts.length > 1 && new Set(texts).size === texts.length;
      })
      .toBe(true);
    // Nothing of what tells them apart is cut.
    const notes = screen.locator('.kf-offer-note');
    expect(await notes.evaluateAll((all) => all.filter((note) => note.scrollWidth > note.clientWidth).length)).toBe(0);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `place-namesakes-${size}`);
  }
});

it(
  '[SPAT-02] finds records, coordinates and names of the ground on the map screen, and looks there',
  { timeout: 120_000 },
  async () => {
    await addPlace(world.url, 'Heron landing', [-141.25, 47.75]);
    const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
    await page.setViewportSize(WIDE);
    const screen = page.getByRole('region', { name: 'Map' });
    await screen.locator('.kk-map-canvas[data-ready]').waitFor();
    await choose(screen, 'heron land', /Heron landing/);
    await looksAt(page, [-141.25, 47.75]);
    await choose(screen, '50.5, -138.25', /Coordinates/);
    await looksAt(page, [-138.25, 50.5]);
    await searchOf(screen).fill('widowg');
    await screen.getByRole('option', { name: /^Widowgate/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'place-search-wide');
    await choose(screen, 'widowg', /^Widowgate.*Base map/);
    await looksAt(page, WIDOWGATE);
    await page.setViewportSize(NARROW);
    await searchOf(screen).fill('ostermay');
    await screen.getByRole('option').first().waitFor();
    await screenshot(page, 'place-search-narrow');
  },
);

it('[SPAT-02] finds a place on the map of a list, which searches there afterwards', { timeout: 90_000 }, async () => {
  await addPlace(world.url, 'Otter slide', [-142.5, 46.25]);
  const { page } = await world.open({ as: 'staff', at: '/spatial.features?c0=.show%3DMAP' });
  await page.setViewportSize(WIDE);
  const list = await shownList(page);
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  await list.locator('.kk-map-list li a').first().waitFor();
  await choose(list, 'otter sl', /Otter slide/);
  await screenshot(page, 'place-search-list-wide');
  await list.getByRole('button', { name: 'Search in this view' }).click();
  await page.waitForURL(/bounds/);
  await looksAt(page, [-142.5, 46.25]);
  await list.locator('.kk-map-list').getByRole('link', { name: 'Otter slide' }).waitFor();
  await page.setViewportSize(NARROW);
  await screenshot(page, 'place-search-list-narrow');
});

it(
  '[SPAT-02] [EXPERIENCE] forgives typing errors, and an arrow down leads to the place after the highlighted one',
  { timeout: 90_000 },
  async () => {
    const id = await addPlace(world.url, 'Grebe shallows', [-143.5, 45.25]);
    await changeItem(world.url, id, { description: 'Reeds near the zanderweir.' });
    const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
    await page.setViewportSize(WIDE);
    const screen = page.getByRole('region', { name: 'Map' });
    await screen.locator('.kk-map-canvas[data-ready]').waitFor();
    await searchOf(screen).fill('grbee shalows');
    const first = screen.getByRole('option').first();
    await screen.getByRole('option', { name: /Grebe shallows/ }).waitFor();
    expect(await first.getAttribute('aria-selected')).toBe('true');
    await searchOf(screen).press('Enter');
    await looksAt(page, [-143.5, 45.25]);
    await searchOf(screen).fill('weir to heron');
    const second = screen.getByRole('option').nth(1);
    await second.waitFor();
    expect(await first.getAttribute('aria-selected')).toBe('true');
    await searchOf(screen).press('ArrowDown');
    expect(await second.getAttribute('aria-selected')).toBe('true');
    // Nothing has this name; the description of a place has it.
    await searchOf(screen).fill('zandrweir');
    await screen.getByRole('option', { name: /Grebe shallows/ }).waitFor();
    await searchOf(screen).fill('qqxxyyzz');
    await screen.getByText(/^Nothing found/).waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'place-search-nothing');
  },
);

it(
  '[SPAT-02] shows a found place with its popup after the map was moved by a finger',
  { timeout: 90_000 },
  async () => {
    const { page } = await world.open({ as: 'staff', screen: 'touch', at: '/spatial.map' });
    const screen = page.getByRole('region', { name: 'Map' });
    await screen.locator('.kk-map-canvas[data-ready]').waitFor();
    const canvas = await mapOf(screen).boundingBox();
    if (!canvas) throw new Error('The map has no place.');
    const session = await page.context().newCDPSession(page);
    const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };
    const gesture = { ...middle, xDistance: 150, yDistance: 150, gestureSourceType: 'touch', speed: 800 } as const;
    // The place is out of view then.
    for (let turn = 0; turn < 4; turn += 1) await session.send('Input.synthesizeScrollGesture', gesture);
    await searchOf(screen).fill('Heron Steps');
    await screen
      .getByRole('option', { name: /^Heron Steps/ })
      .first()
      .tap();
    const popup = screen.getByRole('group', { name: 'At this place' });
    await popup.getByRole('link', { name: 'Heron Steps' }).waitFor();
    const inView = async (): Promise<boolean> => {
      const [frame, box] = [await mapOf(screen).boundingBox(), await popup.boundingBox()];
      return (
        frame !== null &&
        box !== null &&
        box.y >= frame.y &&
        box.y + box.height <= frame.y + frame.height &&
        box.x >= frame.x - 1 &&
        box.x + box.width <= frame.x + frame.width + 1
      );
    };
    await expect.poll(inView).toBe(true);
    await screenshot(page, 'place-found-touch');
  },
);

it('[SPAT-02] [EXPERIENCE] opens a record by a tap on its place', { timeout: 90_000 }, async () => {
  // Far from all other places; a retry uses another position.
  const at = [-150 + (Date.now() % 1_000) / 100, 55.5] as const;
  const name = `Tapped shoal ${Date.now()}`;
  await addPlace(world.url, name, at);
  const bounds = hashOfBoundary([at[0] - 0.2, at[1] - 0.1, at[0] + 0.2, at[1] + 0.1]);
  const page = await onPhone(world, `/spatial.map?c0=${bounds}`);
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  await screen.getByRole('button', { name: '1 in view' }).waitFor();
  const canvas = await mapOf(screen).boundingBox();
  if (!canvas) throw new Error('The map has no place.');
  // It is near the middle: a finger hits it also a few pixels away.
  const link = screen.getByRole('group', { name: 'At this place' }).getByRole('link', { name });
  const tapThere = async (): Promise<number> => {
    await page.touchscreen.tap(canvas.x + canvas.width / 2 + 6, canvas.y + canvas.height / 2 + 6);
    return await link.count();
  };
  await expect.poll(tapThere, { interval: 1_000 }).toBe(1);
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'touch-place');
  await link.tap();
  await page.waitForURL(/i-SpatialFeature-\d+/u);
  await page.getByRole('heading', { name }).first().waitFor();
});
