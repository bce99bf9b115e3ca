// Actions on a map (draw, measure, drag, print) and checks of its content. The address of the map screen gives the visible bounds.
// Called by e2e tests of maps.
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import { asBounds } from 'src/model/geo/boundsHash.ts';

export const mapOf = (list: Locator): Locator => list.getByRole('application', { name: /^Map: / });

/** Returns the visible bounds from the address of the map screen, where the layers follow them. */
export const viewOf = (page: Page): ReturnType<typeof asBounds> =>
  asBounds((new URL(page.url()).searchParams.get('c0') ?? '').split('*')[0] ?? '');

export const middleOf = (page: Page): number[] => {
  const [west, south, east, north] = viewOf(page);
  const [one, other] = [fromLonLat([west, south]), fromLonLat([east, north])];
  return toLonLat(one.map((each, at) => (each + (other[at] ?? 0)) / 2));
};

/** Clicks on the corners of a drawing, given in pixels or, below one, as fractions of the map, and ends the drawing. */
export const drawCorners = async (
  part: Locator,
  corners: readonly (readonly [across: number, down: number])[],
): Promise<void> => {
  const canvas = part.locator('.kk-map-canvas');
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const back = part.getByRole('button', { name: 'One point back' });
  for (const [across, down] of corners) {
    const [x, y] = [across < 1 ? across * box.width : across, down < 1 ? down * box.height : down];
    await part.page().mouse.click(box.x + x, box.y + y);
    await expect.poll(() => back.isEnabled()).toBe(true);
  }
  const finish = part.getByRole('button', { name: 'Finish' });
  await expect.poll(() => finish.isEnabled()).toBe(true);
  await finish.click();
};

/** Scrolls the map into view and drags between two points, given in pixels from its corner. */
export const dragOn = async (
  canvas: Locator,
  [x, y]: readonly number[],
  [toX, toY]: readonly number[],
): Promise<void> => {
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0 };
  const { mouse } = canvas.page();
  await mouse.move(box.x + (x ?? 0), box.y + (y ?? 0));
  await mouse.down();
  await mouse.move(box.x + (toX ?? 0), box.y + (toY ?? 0), { steps: 5 });
  await mouse.up();
};

/** Measures a path: adds the centre of the map as a point, moves the map with a key, and repeats. Returns the centres from the address. */
export const measure = async (screen: Locator, what: string, ways: readonly string[]): Promise<number[][]> => {
  const page = screen.page();
  await screen.getByRole('button', { name: 'Measure' }).click();
  await page.getByRole('menuitem', { name: what }).click();
  const corners = [middleOf(page)];
  await screen.getByRole('button', { name: 'Point in the middle' }).click();
  for (const way of ways) {
    const before = page.url();
    await mapOf(screen).press(way);
    await expect.poll(() => page.url()).not.toBe(before);
    corners.push(middleOf(page));
    await screen.getByRole('button', { name: 'Point in the middle' }).click();
  }
  await screen.getByRole('button', { name: 'Finish' }).click();
  await screen.getByRole('button', { name: 'Clear' }).waitFor();
  return corners;
};

/** Returns the relative error of the measured value on the map. */
export const wrongBy = async (screen: Locator, unit: RegExp, truth: number): Promise<number> => {
  const text = await screen.getByText(/^Measured: /).innerText();
  expect(text).toMatch(unit);
  return Math.abs(Number(/[\d.,]+/.exec(text)?.[0].replaceAll(',', '')) - truth) / truth;
};

/** Returns the colour at the centre of the map as red, green and blue. */
export const colourInMiddle = (screen: Locator): Promise<readonly number[]> =>
  screen.locator('.kk-map-canvas').evaluate((element) => {
    const picture = document.createElement('canvas');
    [picture.width, picture.height] = [element.clientWidth, element.clientHeight];
    const pen = picture.getContext('2d');
    for (const canvas of element.querySelectorAll('canvas'))
      if (canvas.width > 0) pen?.drawImage(canvas, 0, 0, picture.width, picture.height);
    const [red = 0, green = 0, blue = 0] = pen?.getImageData(picture.width / 2, picture.height / 2, 1, 1).data ?? [];
    return [red, green, blue];
  });

export interface Printed {
  readonly text: string;
  readonly points: readonly number[];
  /** Red, green and blue of a point just inside the frame of the picture. */
  readonly corner: readonly number[];
}

/** Captures the print output instead of printing: its text, and the number of pixels in each layer colour. */
export const keepPrinted = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted = globalThis as { printed?: Printed };
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
      const within = 12 * ((canvas?.width ?? 0) + 1) * 4;
      noted.printed = { text: paper?.innerText ?? '', points, corner: [...data.slice(within, within + 3)] };
      setTimeout(() => window.dispatchEvent(new Event('afterprint')));
    };
  });

/** Returns the captured output; undefined before anything was printed. */
export const printedOn = (page: Page): Promise<Printed | undefined> =>
  page.evaluate(() => (globalThis as { printed?: Printed }).printed);
