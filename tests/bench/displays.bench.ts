// Displays of 100,000 rows in a real Chromium: LIST and TABLE scrolled with the wheel, at the top and far down, to the end and back with
// constant memory; cells of the table typed; a board of 5,000 cards in one column; and a timeline with 50,000 dated items, dragged.

import { chromium } from 'playwright-core';
import { domain } from 'src/domain/server.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { corpus, giveOwner, insertSeeds, type Seed } from 'tests/bench/corpus.ts';
import { report } from 'tests/bench/figures.ts';
import {
  deskPage,
  framesDuring,
  heapOf,
  ONE_FRAME,
  plainFrames,
  reportFrames,
  turnWheel,
  TWO_FRAMES,
  type Desk,
  type Frames,
} from 'tests/bench/frames.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';

const ROWS = 100_000;
const ABOVE = 1_000_000;
const TYPE = 'ArchiveEntry';
const LIST = '/archive.catalogue';
const COLUMNS = '$label*type*category*date*callNumber*language*pages*section*yearPublished*updated';
const TABLE = `${LIST}?c0=${encodeURIComponent(`.show=TABLE&cols=${COLUMNS}`)}`;
const TIMELINE = `${LIST}?c0=${encodeURIComponent('.show=TIMELINE')}`;
const CARD_TYPE = 'GeoKeeperWorkItem';
const CARDS = 5_000;
const BOARD = `/geokeeper.work-items?c0=${encodeURIComponent('.show=BOARD')}`;
/** Limits of the table in milliseconds: opened from another display, and a field that takes the first typed character. */
const OPEN_MS = 1_000;
const TYPE_MS = 100;
const WHEEL = { pixels: 24_000, speed: 3_000 };
/** Maximum growth during the second scroll to the end and back. */
const FLAT = 1.1;

/** Every second item has a date, over two centuries. */
const dated = (seed: Seed, at: number): Seed => {
  const { date: _, ...properties } = seed.properties;
  const day = `${1800 + (at % 220)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`;
  return { ...seed, properties: at % 2 === 0 ? { ...properties, date: day } : properties };
};

const entries = function* (acls: readonly number[]): Generator<Seed> {
  let at = 0;
  const types = [{ name: TYPE, count: ROWS }];
  for (const seed of corpus({ registry, types, acls, seed: 5, now: Date.now(), above: ABOVE })) yield dated(seed, at++);
};

/** All cards are in one column. */
const cards = function* (acls: readonly number[]): Generator<Seed> {
  const types = [{ name: CARD_TYPE, count: CARDS }];
  for (const seed of corpus({ registry, types, acls, seed: 6, now: Date.now(), above: ABOVE }))
    yield { ...seed, properties: { ...seed.properties, state: 'ACTIVE' } };
};

/** Readable by all people who read the public items of the sample, so that all of them are listed. */
const fill = async (db: Queryable): Promise<void> => {
  const aclsOf = async (type: string): Promise<number[]> => {
    const rows = await db.query<{ acl: number }>('select distinct acl from item where t = $1 and level = 0', [
      registry.types[type]?.number,
    ]);
    return rows.map(({ acl }) => acl);
  };
  const acls = await aclsOf(TYPE);
  await insertSeeds(db, domain.clocks, entries(acls));
  await giveOwner(db, registry.types[TYPE]?.number, ABOVE);
  await insertSeeds(db, domain.clocks, cards(acls));
};

/** Scrolls down until all rows are loaded. */
const toTheEnd = ({ page }: Desk, { scroller, height }: Pick<Rows, 'scroller' | 'height'>): Promise<void> =>
  page.evaluate(
    async ({ scroller, whole, deadline }) => {
      const element = document.querySelector(scroller);
      if (!element) throw new Error(`no ${scroller}`);
      while (element.scrollHeight < whole) {
        if (Date.now() > deadline) throw new Error(`only ${element.scrollHeight} pixels of ${whole} in time`);
        element.scrollTop = element.scrollHeight;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      element.scrollTop = element.scrollHeight;
    },
    { scroller, whole: ROWS * height, deadline: Date.now() + 120_000 },
  );

const toTheTop = ({ page }: Desk, { scroller }: Pick<Rows, 'scroller'>): Promise<void> =>
  page.evaluate(async (selector) => {
    document.querySelector(selector)?.scrollTo({ top: 0 });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }, scroller);

interface Rows {
  readonly name: string;
  readonly address: string;
  readonly scroller: string;
  /** Minimum height of a row in pixels. */
  readonly height: number;
  /** Selector of the first rendered row. */
  readonly row: string;
}

const measureRows = async (desk: Desk, rows: Rows, plain: Frames): Promise<void> => {
  const { page, session } = desk;
  const { name, address, scroller, row } = rows;
  await page.goto(address);
  await page.locator(row).nth(5).waitFor();
  const wheel = (turn: typeof WHEEL): Promise<void> => turnWheel(desk, scroller, turn);
  await wheel({ ...WHEEL, pixels: 3_000 });
  reportFrames({
    ...{ name: `${name} of ${ROWS} rows by wheel`, plain, atMost: ONE_FRAME },
    times: await framesDuring(desk, () => wheel(WHEEL)),
  });
  const began = performance.now();
  await toTheEnd(desk, rows);
  console.log(`to the end after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  reportFrames({
    ...{ name: `the same at its end`, plain, atMost: ONE_FRAME },
    times: await framesDuring(desk, () => wheel({ ...WHEEL, pixels: -WHEEL.pixels })),
  });
  await toTheTop(desk, rows);
  const before = await heapOf(session);
  await toTheEnd(desk, rows);
  await toTheTop(desk, rows);
  report({
    name: `${name}: memory after the second way to the end and back`,
    unit: 'kB',
    value: await heapOf(session),
    baseline: { name: 'after the first', value: before },
    limit: { of: 'ratio', atMost: FLAT },
  });
};

/** Opens the table from the list, and types into its cells. */
const measureEditing = async ({ page }: Desk): Promise<void> => {
  const openings: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await page.goto(LIST);
    await page.locator('.kk-list-row .kk-row-summary').nth(5).waitFor();
    const began = performance.now();
    await page.getByRole('button', { name: 'Table', exact: true }).first().click();
    await page.locator('.kk-table-value a').first().waitFor();
    openings.push(performance.now() - began);
  }
  const middle = (times: readonly number[]): number => times.toSorted((one, two) => one - two)[2] ?? Infinity;
  report({
    name: `TABLE of ${ROWS} rows opened from the list`,
    unit: 'ms',
    value: middle(openings),
    limit: { of: 'value', atMost: OPEN_MS },
  });
  await page.goto(TABLE);
  await page.locator('.kk-table-value a').first().waitFor();
  await page.locator('.bp6-table-cell-row-0.bp6-table-cell-col-4 [role=gridcell]').first().click();
  const typings: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await page.waitForTimeout(500);
    const began = performance.now();
    await page.keyboard.press('5');
    await page.locator('.kk-table-editor input').waitFor();
    typings.push(performance.now() - began);
    await page.keyboard.press('Enter');
    await page.locator('.kk-table-editor').waitFor({ state: 'detached' });
  }
  report({
    name: 'field of a cell after the first typed character',
    unit: 'ms',
    value: middle(typings.slice(1)),
    limit: { of: 'value', atMost: TYPE_MS },
  });
};

const measureBoard = async (desk: Desk, plain: Frames): Promise<void> => {
  const { page } = desk;
  await page.goto(BOARD);
  await page.locator('.kk-board-card a').nth(3).waitFor();
  const scroller = '.kk-board-column:has(.kk-board-card) .kk-board-scroll';
  const wheel = (turn: typeof WHEEL): Promise<void> => turnWheel(desk, scroller, turn);
  await wheel({ ...WHEEL, pixels: 3_000 });
  reportFrames({
    ...{ name: `BOARD, column of ${CARDS} cards, by wheel`, plain, atMost: ONE_FRAME },
    times: await framesDuring(desk, () => wheel(WHEEL)),
  });
};

const measureTimeline = async (desk: Desk, plain: Frames): Promise<void> => {
  const { page } = desk;
  await page.goto(TIMELINE);
  const list = columnAt(page, 1);
  await list.getByRole('heading', { name: /[\d,]{5,} in view$/ }).waitFor();
  const axis = await list.getByRole('application', { name: /^Timeline/ }).boundingBox();
  if (!axis) throw new Error('the timeline has no place');
  await page.waitForLoadState('networkidle');
  const shown = page.locator('.kk-time-shown');
  const whole = await shown.innerText();
  const [middle, y] = [axis.x + axis.width / 2, axis.y + 10];
  const times = await framesDuring(desk, async () => {
    for (const way of [-1, -1, 1, 1, -1]) {
      await page.mouse.move(middle - way * 300, y);
      await page.mouse.down();
      for (let step = 0; step <= 60; step += 1) {
        await page.mouse.move(middle - way * (300 - 10 * step), y);
        await page.waitForTimeout(8);
      }
      await page.mouse.up();
    }
  });
  if ((await shown.innerText()) === whole) throw new Error('the timeline did not move');
  reportFrames({ name: `timeline of ${ROWS / 2} items dragged`, times, plain, atMost: TWO_FRAMES });
};

export const run = async (): Promise<void> => {
  const product = await openProduct({}, { fill });
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.address);
  const { url } = product.server;
  const desk = await deskPage(browser, url, await tokenOf(url, 'staff'));
  const plain = await plainFrames(desk.context, WHEEL);
  await measureRows(
    desk,
    { name: 'LIST', address: LIST, scroller: '.kk-results-scroll', height: 46, row: '.kk-list-row .kk-row-summary' },
    plain,
  );
  await measureRows(
    desk,
    {
      ...{ name: 'TABLE, 10 columns,', address: TABLE, row: '.kk-table-value a' },
      ...{ scroller: '.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container', height: 32 },
    },
    plain,
  );
  await measureEditing(desk);
  await measureBoard(desk, plain);
  await measureTimeline(desk, plain);
  await launched.close();
  await product.stop();
};
