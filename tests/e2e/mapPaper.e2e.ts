// Printed maps: the map screen, a listing as a map, an overlap and the page of an item. Each has a frame, an arrow to the north, a legend and
// its datum on one page. Its scale bar is as long as the ground that it names, by the projection's own resolution in the middle of the map.
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { Json } from 'src/model/item/Item.ts';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { mapOf, middleOf, viewOf } from 'tests/e2e/harness/maps.ts';
import { overprinted, type PrintedText, printedTexts, tight, wordsOf } from 'tests/e2e/harness/paper.ts';
import { asBounds } from 'src/model/geo/boundsHash.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Semi-major axis of the ellipsoid, which web mercator uses as the radius of a sphere. */
const EARTH_RADIUS = 6_378_137;

const widthAt = (west: number, east: number, latitude: number): number => {
  const radians = Math.PI / 180;
  return EARTH_RADIUS * (east - west) * radians * Math.cos(latitude * radians);
};

/** Returns the metres across the middle of the map, from the address of the map screen. */
const groundWidth = (page: Page): number => {
  const [west, , east] = viewOf(page);
  const [, latitude = 0] = middleOf(page);
  return widthAt(west, east, latitude);
};

const metresIn = (text: string): number => {
  const [, value = '', unit] = /([\d.,]+)\s*(k?m)/.exec(text) ?? [];
  return Number(value.replaceAll(',', '')) * (unit === 'km' ? 1_000 : 1);
};

/** Relative error of the scale bar on the screen. */
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
  /** Share of the picture's edge that is dark. */
  readonly frame: number;
  /** True where an arrow above the letter for north points up. */
  readonly north: boolean;
}

/** Records each text that is drawn from now on, with its place, and keeps the browser's dialog closed. */
const watchPaper = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.print = () => undefined;
    const drawn: { text: string; x: number; y: number }[] = [];
    Object.assign(globalThis, { drawn });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      drawn.push({ text: given[0], x: given[1], y: given[2] });
      fillText.apply(this, given);
    };
  });

/** The longest dark row at the lower left of the picture is the edge of its bar. */
const sheetOf = (page: Page, canvas: string): Promise<Sheet> =>
  page.locator(canvas).evaluate((element) => {
    const picture = element as HTMLCanvasElement;
    const { width, height } = picture;
    const { data } = picture.getContext('2d')!.getImageData(0, 0, width, height);
    const isDark = (x: number, y: number): boolean => {
      const at = (Math.round(y) * width + Math.round(x)) * 4;
      return Math.max(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) < 80;
    };
    let longest = 0;
    for (let y = Math.floor(height * 0.7); y < height - 6; y += 1) {
      let run = 0;
      for (let x = 6; x < width * 0.6; x += 1) {
        run = isDark(x, y) ? run + 1 : 0;
        longest = Math.max(longest, run);
      }
    }
    const across = Array.from({ length: width }, (_, x) => [isDark(x, 0), isDark(x, height - 1)]);
    const down = Array.from({ length: height }, (_, y) => [isDark(0, y), isDark(width - 1, y)]);
    const edge = [...across, ...down].flat();
    const { drawn = [] } = globalThis as { drawn?: { text: string; x: number; y: number }[] };
    // The length of the bar is the next text after the letter; the map itself has lengths too.
    const north = drawn.findLastIndex(({ text }) => text === 'N');
    const letter = drawn[north];
    const unit = (letter?.y ?? 0) / 3;
    const arrow = (side: number, row: number): boolean => isDark((letter?.x ?? 0) + side * unit, row * unit);
    return {
      bar: longest / width,
      label: drawn.slice(Math.max(0, north)).find(({ text }) => /^[\d.,]+\s*k?m$/.test(text))?.text ?? '',
      frame: edge.filter(Boolean).length / edge.length,
      north: arrow(0, 1.6) && arrow(0.4, 2.5) && arrow(-0.4, 2.5) && !arrow(0.4, 1.2) && !arrow(-0.4, 1.2),
    };
  });

interface Truth {
  /** Metres from one edge of the printed map to the other. */
  readonly width: number;
  /** Words that one page has: legend, datum, source. */
  readonly words: readonly string[];
}

const proveSheet = (sheet: Sheet, pages: readonly (readonly PrintedText[])[], { width, words }: Truth): void => {
  expect(Math.abs((sheet.bar * width) / metresIn(sheet.label) - 1)).toBeLessThan(0.02);
  expect(sheet.frame).toBeGreaterThan(0.98);
  expect(sheet.north).toBe(true);
  const wanted = ['North is up', 'Datum: WGS 84', 'Base map: Invented land of the sample community', ...words].map(
    tight,
  );
  expect(pages.map(wordsOf).filter((page) => wanted.every((word) => page.includes(word)))).toHaveLength(1);
  expect(pages.flatMap(overprinted)).toEqual([]);
};

/** Returns the metres across a map in a page, from its scale bar; the map screen proves that bar. */
const widthByBar = async (part: Locator): Promise<number> => {
  const bar = part.locator('.kk-map-scale');
  const [{ width }, map] = (await Promise.all([bar.boundingBox(), part.getByRole('application').boundingBox()])) as [
    { width: number },
    { width: number },
  ];
  return (map.width / width) * metresIn(await bar.innerText());
};

const PAPER = '.kk-print canvas';

it.each([
  ['in a wide window', { width: 1440, height: 900 }],
  ['on a tablet held upright', { width: 820, height: 1180 }],
] as const)('[SPAT-02] the map screen is right on the screen and on one printed page: %s', async (_, viewport) => {
  const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
  await page.setViewportSize(viewport);
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  await expect.poll(() => screen.getByRole('button', { name: /\d+ in view/ }).innerText()).not.toBe('0 in view');
  await mapOf(screen).press('+');
  await expect.poll(() => screenError(screen)).toBeLessThan(0.02);
  const width = groundWidth(page);
  await watchPaper(page);
  await screen.getByRole('button', { name: 'Print the map' }).click();
  await page.locator(PAPER).waitFor({ state: 'attached' });
  const sheet = await sheetOf(page, PAPER);
  const pages = await printedTexts(page);
  expect(pages).toHaveLength(1);
  proveSheet(sheet, pages, { width, words: ['All Places', 'Our Community'] });
});

interface DrawnLetters {
  /** Height of the smallest letters as a part of the width of the map. */
  readonly least: number;
  readonly texts: readonly string[];
}

/** Records the letters of the map as it is copied, and those of its picture. */
const watchLetters = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const drawn: { text: string; part: number }[] = [];
    Object.assign(globalThis, { letters: drawn });
    let isCopied = false;
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      const isPicture = this.canvas.closest('.kk-print') !== null;
      isCopied ||= isPicture;
      if (isPicture || (!isCopied && this.canvas.isConnected)) {
        const height = Number(/([\d.]+)px/.exec(this.font)?.[1]) * this.getTransform().a;
        drawn.push({ text: given[0], part: height / this.canvas.width });
        // Forgets the frames of the screen before the copy.
        if (!isCopied) setTimeout(() => isCopied || drawn.splice(0));
      }
      fillText.apply(this, given);
    };
  });

const printedLetters = (page: Page): Promise<DrawnLetters> =>
  page.evaluate(() => {
    const { letters = [] } = globalThis as { letters?: { text: string; part: number }[] };
    return { least: Math.min(...letters.map(({ part }) => part)), texts: letters.map(({ text }) => text) };
  });

const MILLIMETRES = 96 / 25.4;
/** Margins of a printed page (print.css). */
const MARGINS = 2 * 15;

/** Returns the width of the drawn map in pixels, and the parts of the space between the margins that it takes with a legend at its side. */
const sizeOnPaper = async (page: Page, [across, down]: readonly [number, number]) => {
  const size = {
    width: Math.floor((across - MARGINS) * MILLIMETRES),
    height: Math.floor((down - MARGINS) * MILLIMETRES),
  };
  await page.setViewportSize(size);
  await page.emulateMedia({ media: 'print' });
  return await page.locator(PAPER).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const map = Math.min(element.clientWidth, (element.clientHeight * width) / height);
    const legend = document.querySelector('.kk-print ul')!.getBoundingClientRect();
    const isAtSide = legend.top < element.getBoundingClientRect().bottom - 1;
    const page = element.closest('section')!;
    return {
      map,
      across: (map + (isAtSide ? legend.width : 0)) / page.clientWidth,
      down: ((map / width) * height) / page.clientHeight,
    };
  });
};

/** Millimetres of paper held upright. */
const PAPERS = { A4: [210, 297], A3: [297, 420], Letter: [215.9, 279.4] } as const;

it.each([
  ['A4', 'upright', { width: 820, height: 1180 }],
  ['A4', 'across', { width: 1440, height: 900 }],
  ['A3', 'upright', { width: 820, height: 1180 }],
  ['A3', 'across', { width: 1440, height: 900 }],
  ['Letter', 'upright', { width: 820, height: 1180 }],
  ['Letter', 'across', { width: 1440, height: 900 }],
] as const)(
  '[SPAT-02] prints the map on one page of %s held %s, with letters of at least 8 points',
  async (name, held, viewport) => {
    const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
    await page.setViewportSize(viewport);
    const screen = page.getByRole('region', { name: 'Map' });
    await screen.locator('.kk-map-canvas[data-ready]').waitFor();
    await expect.poll(() => screen.getByRole('button', { name: /\d+ in view/ }).innerText()).not.toBe('0 in view');
    await mapOf(screen).press('+');
    await expect.poll(() => screenError(screen)).toBeLessThan(0.02);
    await watchPaper(page);
    await watchLetters(page);
    await screen.getByRole('button', { name: 'Print the map' }).click();
    await page.locator(PAPER).waitFor({ state: 'attached' });
    const letters = await printedLetters(page);
    expect(letters.texts.length).toBeGreaterThan(2);
    const [short, long] = PAPERS[name];
    const [across, down] = held === 'upright' ? ([short, long] as const) : ([long, short] as const);
    const onPaper = await sizeOnPaper(page, [across, down]);
    await screenshot(page, `map-paper-${name}-${held}`);
    // The sheet leaves the page after it was printed.
    const pages = await printedTexts(page, { width: `${short}mm`, height: `${long}mm` });
    expect(pages).toHaveLength(1);
    expect(Math.min(...(pages[0] ?? []).map(({ bottom, top }) => top - bottom))).toBeGreaterThan(7.9);
    expect(letters.least * onPaper.map * 0.75).toBeGreaterThan(7.9);
    // A tall map is as high as title, notes and legend permit.
    expect(held === 'across' ? onPaper.across : onPaper.down).toBeGreaterThan(0.7);
  },
);

it('[SPAT-02] a listing as a map prints its map with a legend on one page', async () => {
  const { page } = await world.open({ as: 'staff', at: '/spatial.features?c0=.show%3DMAP%26f.state%3DACTIVE' });
  const list = await shownList(page);
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  await list
    .getByText(/\d+ in view/)
    .first()
    .waitFor();
  await mapOf(list).press('+');
  await list.getByRole('button', { name: 'Search in this view' }).click();
  await expect.poll(() => page.url()).toContain('f.bounds');
  const hash = new URLSearchParams(new URL(page.url()).searchParams.get('c0') ?? '').get('f.bounds') ?? '""';
  const [west, south, east, north] = asBounds(JSON.parse(hash) as string);
  const width = widthAt(west, east, (south + north) / 2);
  await watchPaper(page);
  // In a browser, the dialog keeps the page. Here, the sheet stays until it was read.
  await page.evaluate(() => {
    window.print = () => {
      const paper = document.querySelector<HTMLElement>('.kk-print')!;
      const copy = paper.cloneNode(true) as HTMLElement;
      const canvas = paper.querySelector('canvas')!;
      copy.querySelector('canvas')!.getContext('2d')!.drawImage(canvas, 0, 0);
      copy.id = 'printed';
      document.body.append(copy);
    };
  });
  await page.keyboard.press('Control+p');
  await page.locator('#printed canvas').waitFor({ state: 'attached', timeout: 30_000 });
  const sheet = await sheetOf(page, '#printed canvas');
  const colours = await page
    .locator('#printed .kk-map-legend .kk-layer-colour')
    .evaluateAll((signs) => signs.map((sign) => (sign as HTMLElement).style.backgroundColor));
  expect(colours).toEqual([expect.stringMatching(/^rgb/)]);
  proveSheet(sheet, await printedTexts(page), {
    width,
    words: ['Our Community', 'In the part of the map that was in view', 'State: Active', 'Places North is up'],
  });
});

it('[SPAT-01] [SPAT-02] an overlap prints its map with all kinds, the area and the distances on one page', async () => {
  const response = await findItem(world.url, { _t: ['ConsultResponse'], state: ['PENDING'], text: ['third step'] });
  const { page } = await world.open({ as: 'staff', at: `/i-${response}?c0=overlap` });
  const item = columnAt(page, 1);
  const table = item.getByRole('group', { name: 'Counts by kind and distance' });
  await table.waitFor();
  await item.locator('.kk-map-canvas[data-ready]').waitFor();
  const width = await widthByBar(item);
  await watchPaper(page);
  await item.getByRole('button', { name: 'Print', exact: true }).click();
  await page.locator(PAPER).waitFor({ state: 'attached' });
  const kinds = await page.locator('.kk-print tbody th').allTextContents();
  expect(kinds.length).toBeGreaterThan(5);
  const sheet = await sheetOf(page, PAPER);
  const pages = await printedTexts(page);
  const lines = ['The area', 'Distances from it: 100 m, 1 km, and 5 km'];
  proveSheet(sheet, pages, { width, words: ['Our Community', [...lines, ...kinds].join(' ')] });
});

/** Returns a place whose page shows only its own map: no research data, which have a map of their own, refer to it. */
const placeWithoutData = async (): Promise<string> => {
  const search = async (must: Json, max: number): Promise<readonly string[]> =>
    (await askAs(world.url, 'staff', ['search/ids', { must, max }]))['ids'] as readonly string[];
  for (const place of await search({ _t: ['SpatialFeature'], state: ['ACTIVE'] }, 50))
    if ((await search({ _t: ['ResearchData'], spatial: [place] }, 1)).length === 0) return place;
  throw new Error('research data refer to every place of the sample');
};

it('[SPAT-02] the page of an item prints its map with a legend on one page', async () => {
  const place = await placeWithoutData();
  const { page } = await world.open({ as: 'staff', at: `/i-${place}` });
  const item = columnAt(page, 1);
  await item.locator('.kk-map-canvas[data-ready]').waitFor();
  const width = await widthByBar(item);
  const label = await item.getByRole('heading').first().innerText();
  await watchPaper(page);
  const pages = await printedTexts(page);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const sheet = await sheetOf(page, '.kk-map-sheet canvas');
  expect((await page.locator('.kk-map-legend').innerText()).trim()).toBe(label);
  // The picture is printed whole: as wide as the map, and not stretched.
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('.kk-map-sheet canvas').evaluate((canvas) => ({
    shape:
      canvas.clientWidth /
      canvas.clientHeight /
      ((canvas as HTMLCanvasElement).width / (canvas as HTMLCanvasElement).height),
    shown: canvas.clientWidth,
  }));
  expect(Math.abs(printed.shape - 1)).toBeLessThan(0.02);
  expect(printed.shown).toBeGreaterThan(300);
  expect(await item.locator('.kk-map-canvas').isVisible()).toBe(false);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => page.locator('.kk-map-sheet').count()).toBe(0);
  proveSheet(sheet, pages, { width, words: [`${label} North is up`] });
});
