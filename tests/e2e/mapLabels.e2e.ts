// Names of places on a map: two that would overlap are not drawn at once, and both are drawn where there is space for them.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import { addPlace } from 'tests/e2e/harness/askAs.ts';
import { mapOf, viewOf } from 'tests/e2e/harness/maps.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const NEIGHBOURS = ['Heron point by the river', 'Otter point by the river'] as const;
const AT = [-141.25, 47.75] as const;
/** Degrees between the two places, to the east. */
const APART = 0.012;

interface Label {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Records the texts of each frame of a canvas with their boxes in pixels of the canvas. */
const watchLabels = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const frames: Label[][] = [];
    Object.assign(globalThis, { frames });
    let current: Label[] | undefined;
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      if (!this.canvas.isConnected) {
        fillText.apply(this, given);
        return;
      }
      if (!current) {
        current = [];
        frames.push(current);
        requestAnimationFrame(() => (current = undefined));
      }
      const [text, x, y] = given;
      const { a, d, e, f } = this.getTransform();
      const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
        this.measureText(text);
      current.push({
        text,
        left: e + a * (x - actualBoundingBoxLeft),
        right: e + a * (x + actualBoundingBoxRight),
        top: f + d * (y - actualBoundingBoxAscent),
        bottom: f + d * (y + actualBoundingBoxDescent),
      });
      fillText.apply(this, given);
    };
  });

/** Returns the labels of the last frame. */
const lastLabels = (page: Page): Promise<readonly Label[]> =>
  page.evaluate(() => (globalThis as unknown as { frames: Label[][] }).frames.at(-1) ?? []);

const namesIn = (labels: readonly Label[]): readonly string[] =>
  NEIGHBOURS.filter((name) => labels.some(({ text }) => text === name));

const overlapping = (labels: readonly Label[]): readonly string[] =>
  labels.flatMap((one, at) =>
    labels
      .slice(at + 1)
      .filter(
        (other) =>
          // A label is drawn again when the map is rendered twice at once.
          one.text !== other.text &&
          Math.min(one.right, other.right) > Math.max(one.left, other.left) &&
          Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top),
      )
      .map((other) => `${one.text} | ${other.text}`),
  );

const openAround = async (page: Page, [longitude, latitude]: readonly [number, number]): Promise<void> => {
  const degrees = 0.03;
  const bounds = [longitude - degrees, latitude - degrees / 2, longitude + degrees, latitude + degrees / 2];
  await page.goto(`/spatial.map?c0=${hashOfBoundary(bounds)}`);
  await page.locator('.kk-map-canvas[data-ready]').waitFor();
};

it('[SPAT-02] draws the names of two neighbouring places without overlap', { timeout: 120_000 }, async () => {
  for (const [at, name] of NEIGHBOURS.entries()) await addPlace(world.url, name, [AT[0] + at * APART, AT[1]]);
  const { page } = await world.open({ as: 'staff' });
  await watchLabels(page);
  for (const [size, viewport] of [
    ['wide', { width: 1440, height: 900 }],
    ['narrow', { width: 360, height: 740 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await openAround(page, [AT[0] + APART / 2, AT[1]]);
    await expect.poll(async () => namesIn(await lastLabels(page)).length, { timeout: 30_000 }).toBe(1);
    expect(overlapping(await lastLabels(page))).toEqual([]);
    await screenshot(page, `map-labels-${size}`);
    for (let closer = 0; closer < 2; closer += 1) await mapOf(page.getByRole('main')).press('+');
    await expect.poll(async () => namesIn(await lastLabels(page)).length, { timeout: 30_000 }).toBe(2);
    expect(overlapping(await lastLabels(page))).toEqual([]);
    await screenshot(page, `map-labels-near-${size}`);
  }
});

/** The map groups points from 60 on (FeatureLayer.ts). */
const GROUPED = 64;
const NEXT_TO_GROUP = 'Cormorant point by the river';
/** Position of the place from the middle of the group, in pixels: its name, which is below it, would cover the number of the group. */
const ASIDE = { east: 52, north: 17 } as const;
const GROUP_AT = [-141.6, 47.2] as const;

/** Returns the degrees of a pixel to the east, and to the north. */
const degreesPerPixel = async (page: Page): Promise<readonly [number, number]> => {
  const [west, south, east, north] = viewOf(page);
  const box = await page.locator('.kk-map-canvas').boundingBox();
  if (!box) throw new Error('the page shows no map');
  return [(east - west) / box.width, (north - south) / box.height];
};

it('[SPAT-02] the name of a place does not cover the number of a group of places', { timeout: 180_000 }, async () => {
  const { page } = await world.open({ as: 'staff' });
  await watchLabels(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAround(page, GROUP_AT);
  const [east, north] = await degreesPerPixel(page);
  const [longitude, latitude] = GROUP_AT;
  for (let at = 0; at < GROUPED; at += 1) {
    if (at % 16 === 0) await world.forgetRates();
    await addPlace(world.url, `Grouped ${at}`, [longitude + (at % 4) * east, latitude + (at % 3) * north]);
  }
  await addPlace(world.url, NEXT_TO_GROUP, [longitude + ASIDE.east * east, latitude + ASIDE.north * north]);
  await openAround(page, GROUP_AT);
  const numberOf = (labels: readonly Label[]) => labels.filter(({ text }) => text === String(GROUPED));
  await expect.poll(async () => numberOf(await lastLabels(page)).length, { timeout: 30_000 }).toBeGreaterThan(0);
  await screenshot(page, 'map-labels-group');
  expect(overlapping(await lastLabels(page))).toEqual([]);
  // One step closer, there is space for both.
  await mapOf(page.getByRole('main')).press('+');
  const textsOf = async (): Promise<readonly string[]> => (await lastLabels(page)).map(({ text }) => text);
  await expect.poll(textsOf, { timeout: 30_000 }).toContain(NEXT_TO_GROUP);
  expect(await textsOf()).toContain(String(GROUPED));
  expect(overlapping(await lastLabels(page))).toEqual([]);
  await screenshot(page, 'map-labels-group-near');
});

it('[SPAT-02] draws no name of a crowded list over a point, a cluster or another name', async () => {
  const { page } = await world.open({ as: 'staff' });
  await watchLabels(page);
  await page.goto('/archive.catalogue?c0=.show%3DMAP');
  const map = mapOf(page.locator('.kk-column').first());
  await map.and(page.locator('[data-ready]')).waitFor();
  await page.getByRole('button', { name: 'Base map' }).click();
  await page.getByRole('menuitemradio', { name: 'None' }).click();
  const areNamed = async (): Promise<boolean> => (await lastLabels(page)).some(({ text }) => /^[A-Z]\p{L}/u.test(text));
  await expect.poll(areNamed).toBe(true);
  // A frame can be drawn twice.
  const labels = [...new Map((await lastLabels(page)).map((label) => [JSON.stringify(label), label])).values()];
  expect(labels.filter(({ text }) => /^\d+$/.test(text)).length).toBeGreaterThan(10);
  const covering = labels.flatMap((one, at) =>
    labels
      .slice(at + 1)
      .filter((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom)
      .map((two) => `${one.text} and ${two.text}`),
  );
  expect(covering).toEqual([]);
  await screenshot(page, 'map-crowded-names');
});

it('[SPAT-02] [EXPERIENCE] opens the popup of an area below a point in the upper half, clear of the controls', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  await page.goto('/archive.catalogue?c0=.show%3DMAP');
  const map = mapOf(page.locator('.kk-column').first());
  await map.and(page.locator('[data-ready]')).waitFor();
  const { x, y, width, height } = (await map.boundingBox())!;
  const popup = page.getByRole('group', { name: 'At this place' });
  // Areas cover most of the view: a click in the upper quarter meets one of them.
  const openPopup = async (): Promise<void> => {
    for (let column = 0; column < 10 && (await popup.count()) === 0; column += 1) {
      await page.mouse.click(x + width * (0.15 + column * 0.07), y + height * 0.22);
      await popup.waitFor({ timeout: 1_500 }).catch(() => undefined);
    }
  };
  await openPopup();
  const box = (await popup.boundingBox())!;
  expect(box.y).toBeGreaterThan(y + height * 0.22);
  await screenshot(page, 'map-popup-upper');
  await popup.getByRole('button', { name: 'Close' }).click({ timeout: 5_000 });
  await popup.waitFor({ state: 'detached' });
  await openPopup();
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
});
