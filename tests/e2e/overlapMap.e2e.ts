// The map of what lies in the area of a request: only what the figures count is on it at first, the other records can be switched on, and
// nothing covers the outline of the area.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();
/** Greatest difference of a part of a colour, because a browser rounds it. */
const ROUNDED = 1;

const responseOn = (words: string): Promise<string> =>
  findItem(world.url, { _t: ['ConsultResponse'], text: [words, 'Tamber Inlet'] });

/** Returns how many pixels of the map have exactly this colour, given as `rgb(1, 2, 3)`. */
const pixelsOf = (part: Locator, colour: string): Promise<number> =>
  part.locator('.kk-map-canvas').evaluate(
    (element, { wanted, rounded }) => {
      const picture = document.createElement('canvas');
      [picture.width, picture.height] = [element.clientWidth, element.clientHeight];
      const pen = picture.getContext('2d');
      for (const canvas of element.querySelectorAll('canvas'))
        if (canvas.width > 0) pen?.drawImage(canvas, 0, 0, picture.width, picture.height);
      const data = pen?.getImageData(0, 0, picture.width, picture.height).data ?? [];
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (wanted.every((share, part) => Math.abs(share - (data[at + part] ?? 0)) <= rounded)) count += 1;
      return count;
    },
    { wanted: (colour.match(/\d+/g) ?? []).map(Number), rounded: ROUNDED },
  );

const swatchOf = (part: Locator): Promise<string> =>
  part.locator('.kk-layer-colour').evaluate((sign) => getComputedStyle(sign).backgroundColor);

const areaColour = (part: Locator): Promise<string> =>
  part.locator('.kk-map').evaluate((map) => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--kk-map-area)';
    map.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

const shownCount = async (part: Locator): Promise<number> => {
  const words = await part
    .getByText(/^\d+ records? in the area and the distances around it\./)
    .first()
    .textContent();
  return Number.parseInt(words ?? '', 10);
};

/** Waits until the map is drawn with a kind that the table counts. */
const untilDrawn = async (part: Locator, colour: string): Promise<void> => {
  await part.locator('.kk-map-canvas[data-ready]').waitFor();
  await expect.poll(() => pixelsOf(part, colour), { timeout: 30_000 }).toBeGreaterThan(0);
};

const countedTable = (part: Locator): Locator => part.getByRole('group', { name: 'Counts by kind and distance' });

const switchAll = async (part: Locator): Promise<void> => {
  for (const each of await part.getByRole('group', { name: 'Also show on the map' }).getByRole('checkbox').all())
    await each.check();
};

const openTab = async (page: Page, response: string): Promise<Locator> => {
  await page.goto(`/i-${response}?c0=overlap`);
  const item = columnAt(page, 1);
  await countedTable(item).waitFor();
  return item;
};

it('[CONS-01] [SPAT-01] the map of an area has only what its table counts, until the other records are switched on', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const item = await openTab(page, await responseOn('Lantern Spit'));
  const count = Number.parseInt((await item.locator('.kk-overlap-count').textContent()) ?? '', 10);
  await untilDrawn(item, await swatchOf(countedTable(item).locator('tbody').first()));
  const others = item.getByRole('group', { name: 'Also show on the map' });
  const field = others.locator('label', { hasText: 'Field records' });
  const inField = Number(await field.locator('.kk-count').textContent());
  const [colour, area] = [await swatchOf(field), await areaColour(item)];
  expect(await shownCount(item)).toBe(count);
  expect(await pixelsOf(item, colour)).toBe(0);
  const outline = await pixelsOf(item, area);
  expect(outline).toBeGreaterThan(20);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'overlap-map');

  await field.getByRole('checkbox').check();
  await expect.poll(() => pixelsOf(item, colour), { timeout: 30_000 }).toBeGreaterThan(100);
  expect(await shownCount(item)).toBe(count + inField);
  await switchAll(item);
  await expect.poll(() => pixelsOf(item, colour), { timeout: 30_000 }).toBeGreaterThan(100);
  await screenshot(page, 'overlap-map-others');
  // The outline is as visible as before.
  expect(await pixelsOf(item, area)).toBe(outline);
  for (const each of await others.getByRole('checkbox').all()) await each.uncheck();
  await expect.poll(() => pixelsOf(item, colour)).toBe(0);
});

it('[SPAT-01] nothing covers the area of a request on its page, and a kind has one colour for all requests', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const colours: Record<string, string>[] = [];
  for (const words of ['third step', 'Lantern Spit']) {
    const item = await openTab(page, await responseOn(words));
    const rows = await countedTable(item).locator('tbody').all();
    const named = rows.map(async (row) => [(await row.getByRole('button').textContent()) ?? '', await swatchOf(row)]);
    colours.push(Object.fromEntries(await Promise.all(named)) as Record<string, string>);
  }
  const [first = {}, second = {}] = colours;
  const both = Object.keys(first).filter((name) => name in second);
  expect(both.length).toBeGreaterThan(1);
  for (const name of both) expect(second[name]).toBe(first[name]);

  await page.goto(`/i-${await responseOn('third step')}`);
  const summary = columnAt(page, 1).getByRole('region', { name: 'In the area' });
  await untilDrawn(summary, Object.values(first)[0] ?? '');
  const area = await areaColour(summary);
  const outline = await pixelsOf(summary, area);
  expect(outline).toBeGreaterThan(20);
  await summary
    .locator('summary')
    .filter({ hasText: /^Not counted: / })
    .click();
  await switchAll(summary);
  const total = await shownCount(summary);
  expect(total).toBeGreaterThan(0);
  const field = summary.locator('label', { hasText: 'Field records' });
  const colour = await swatchOf(field);
  await expect.poll(() => pixelsOf(summary, colour), { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await pixelsOf(summary, area)).toBe(outline);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'overlap-summary-others');
});

it('[EXPERIENCE] the heads of both tables of an area keep their words whole on a narrow screen', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'phone' });
  const item = await openTab(page, await responseOn('Lantern Spit'));
  await item.locator('summary').filter({ hasText: 'Not counted' }).click();
  for (const name of ['Counts by kind and distance', 'Records that are not counted, by kind and distance']) {
    const head = item.getByRole('group', { name }).locator('thead th').last();
    const lines = await head.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect([await head.textContent(), lines]).toEqual(['Total', 1]);
  }
});
