// The scale of maps: a bar is as long as what it says, by the projection's own resolution in the middle of the map, on the screen and on the
// pages that the browser prints.
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { mapOf, middleOf, viewOf } from 'tests/e2e/harness/maps.ts';
import { printedPages, tight } from 'tests/e2e/harness/paper.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Measure of the ellipsoid that web mercator takes for a sphere. */
const EARTH_RADIUS = 6_378_137;

/** Metres from one edge of the map to the other along its middle, by the address of the map screen. */
const groundWidth = (page: Page): number => {
  const [west, , east] = viewOf(page);
  const [, latitude = 0] = middleOf(page);
  const radians = Math.PI / 180;
  return EARTH_RADIUS * (east - west) * radians * Math.cos(latitude * radians);
};

const metresIn = (text: string): number => {
  const [, value = '', unit] = /([\d.,]+)\s*(k?m)/.exec(text) ?? [];
  return Number(value.replaceAll(',', '')) * (unit === 'km' ? 1_000 : 1);
};

/** How wrong the bar on the screen is, as a share. */
const screenError = async (screen: Locator): Promise<number> => {
  const bar = screen.locator('.kk-map-scale');
  const [{ width }, map] = (await Promise.all([bar.boundingBox(), mapOf(screen).boundingBox()])) as [
    { width: number },
    { width: number },
  ];
  const drawn = (width / map.width) * groundWidth(screen.page());
  return Math.abs(drawn / metresIn(await bar.innerText()) - 1);
};

interface Sheet {
  /** Length of the bar as a part of the picture's width. */
  readonly bar: number;
  readonly label: string;
}

/** The page as it is printed, for as long as `look` looks at it. */
const onPaper = async <T>(page: Page, print: () => Promise<void>, look: () => Promise<T>): Promise<T> => {
  await page.evaluate(() => {
    window.print = () => undefined;
    const drawn = (globalThis as { drawnTexts?: string[] }).drawnTexts ?? [];
    Object.assign(globalThis, { drawnTexts: drawn });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      drawn.push(given[0]);
      fillText.apply(this, given);
    };
  });
  await print();
  await page.locator('.kk-print canvas').waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  const found = await look();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  return found;
};

/** The longest dark row at the lower left of the picture is the edge of its bar. */
const sheetOf = (page: Page): Promise<Sheet> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.kk-print canvas')!;
    const { width, height } = canvas;
    const pen = canvas.getContext('2d')!;
    const { data } = pen.getImageData(0, Math.floor(height * 0.8), Math.floor(width * 0.6), Math.floor(height * 0.19));
    const across = Math.floor(width * 0.6);
    let longest = 0;
    for (let y = 0; y < data.length / 4 / across; y += 1) {
      let run = 0;
      for (let x = 4; x < across; x += 1) {
        const at = (y * across + x) * 4;
        run = Math.max(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) < 80 ? run + 1 : 0;
        longest = Math.max(longest, run);
      }
    }
    const texts = (globalThis as { drawnTexts?: string[] }).drawnTexts ?? [];
    return { bar: longest / width, label: texts.findLast((text) => /\d\s*k?m$/.test(text)) ?? '' };
  });

it.each([
  ['in a wide window', { width: 1440, height: 900 }],
  ['on a tablet held upright', { width: 820, height: 1180 }],
] as const)('[SPAT-02] the scale of a map is right on the screen and on one printed page: %s', async (_, viewport) => {
  const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
  await page.setViewportSize(viewport);
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  await expect.poll(() => screen.getByRole('button', { name: /\d+ in view/ }).innerText()).not.toBe('0 in view');
  await mapOf(screen).press('+');
  await expect.poll(() => screenError(screen)).toBeLessThan(0.02);
  const width = groundWidth(page);
  const print = () => screen.getByRole('button', { name: 'Print the map' }).click();
  // The browser's printing ends the sheet, so it comes last.
  const { sheet, pages } = await onPaper(page, print, async () => ({
    sheet: await sheetOf(page),
    pages: await printedPages(page),
  }));
  expect(Math.abs((sheet.bar * width) / metresIn(sheet.label) - 1)).toBeLessThan(0.02);
  expect(pages).toHaveLength(1);
  for (const words of ['All Places', 'Datum: WGS 84', 'Natural Earth', 'Our Community'])
    expect(pages[0]).toContain(tight(words));
});
