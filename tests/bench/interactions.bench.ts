// Delays in an open page: from a click (the release of the button) or a key to the painted frame that shows its answer (opening an item, its
// edit tab and the palette, changing the display, choosing a value of a facet), with the sample's 3,000 items and with 300,000, in a real Chromium with the built server.

import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { domain } from 'src/domain/server.ts';
import { registry } from 'src/generated/registry.server.ts';
import { corpus, giveOwner, insertSeeds } from 'tests/bench/corpus.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct, type Product } from 'tests/bench/openProduct.ts';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';
import { openVisit } from 'tests/e2e/harness/openVisit.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';

const ENTRIES = 300_000;
const ABOVE = 1_000_000;
const ROUNDS = 40;
/** Time for which a person presses the button of a mouse, in milliseconds. */
const PRESSED = 80;
/** Limit in milliseconds for the 95th percentile. */
const LIMIT = 100;
/** Returns the name of the item in the second column. */
const TITLE = 'main article h3';
const EDIT_FIELD = '.kf-form .kf-field';
const PALETTE = '[role=dialog]';

/** Inserts many archive entries with the same readers as those of the sample. */
const fill = async ({ driver }: Product): Promise<void> => {
  const query = async <R>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
    (await driver.query(text, [...values])).rows as R[];
  const found = await query<{ acl: number }>('select distinct acl from item where t = $1', [
    registry.types.ArchiveEntry?.number,
  ]);
  const acls = found.map(({ acl }) => acl);
  const types = [{ name: 'ArchiveEntry', count: ENTRIES }];
  const seeds = corpus({ registry, types, acls, seed: 5, now: Date.now(), above: ABOVE });
  await insertSeeds({ query }, domain.clocks, seeds);
  await giveOwner({ query }, registry.types.ArchiveEntry?.number, ABOVE);
  await query('update counter set next = 10000000');
  await query('vacuum analyze');
};

/** Does what the person does. */
type Act = () => Promise<void>;

/** Records, in the page, the time at which the frame that shows the answer to a click or a key is painted. */
const actToPicture = async (page: Page, act: Act, done: string): Promise<number> => {
  await settle(page);
  await page.evaluate((done) => {
    const times = globalThis as { begun?: number; shown?: number | undefined };
    times.shown = undefined;
    const sign = (): string => document.querySelector(done)?.textContent ?? '';
    const before = sign();
    const kinds = ['click', 'keydown'];
    // Uses the browser's own time: that of a click is the release of the button.
    const begin = ({ timeStamp }: Event): void => {
      for (const kind of kinds) document.removeEventListener(kind, begin, { capture: true });
      times.begun = timeStamp;
      const look = (): void => {
        if (sign() === before || sign() === '') requestAnimationFrame(look);
        else {
          // This message is received when the frame that shows the answer is painted.
          const painted = new MessageChannel();
          painted.port1.onmessage = () => (times.shown = performance.now());
          painted.port2.postMessage(undefined);
        }
      };
      requestAnimationFrame(look);
    };
    for (const kind of kinds) document.addEventListener(kind, begin, { capture: true });
  }, done);
  await act();
  const taken = await page.waitForFunction(() => {
    const { begun = 0, shown } = globalThis as { begun?: number; shown?: number };
    return shown === undefined ? undefined : shown - begun;
  });
  return taken.jsonValue() as Promise<number>;
};

/** Waits until the page is idle, so that no click waits for earlier work. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        // A headless browser that draws no frames may never report that it is idle.
        const idle = (done: () => void): unknown => requestIdleCallback(done, { timeout: 1000 });
        idle(() => setTimeout(() => idle(resolve as () => void), 150));
      }),
  );

const facet = (list: Locator, round: number): Locator =>
  list
    .locator('.kk-facet')
    .first()
    .locator('.kk-facet-value input')
    .nth(round % 4);

const measure = async (browser: Browser, url: string): Promise<Record<string, number[]>> => {
  const { page } = await openVisit(browser, url, { screen: 'wide', token: await tokenOf(url, 'staff') });
  // tsx adds a helper to named functions, which the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  const times: Record<string, number[]> = {};
  const list = await openList(page, '/archive.catalogue');
  const count = list.locator('.kk-listing-bar .kk-count');
  const all = await count.innerText();
  const noteAct = async (name: string, round: number, act: Act, done: string): Promise<void> => {
    const time = await actToPicture(page, act, done);
    if (round >= 0) (times[name] ??= []).push(time);
  };
  const note = async (name: string, round: number, target: Locator, done: string): Promise<void> => {
    await target.scrollIntoViewIfNeeded();
    await noteAct(name, round, () => target.click({ delay: PRESSED }), done);
  };
  for (let round = -4; round < ROUNDS; round += 1) {
    const at = Math.abs(round);
    await note('a facet value', round, facet(list, at), '.kk-listing-bar .kk-count');
    for (const display of ['Table', 'List'])
      await note('another display', round, list.getByRole('button', { name: display, exact: true }), '.kk-results');
    await note('open an item', round, list.locator('.kk-list-row a.kk-row-title').nth(at % 12), TITLE);
    const item = columnAt(page, 2);
    await note('the edit tab', round, item.getByRole('tab', { name: 'Edit' }), EDIT_FIELD);
    await item.getByRole('button', { name: 'Close this column' }).click();
    await noteAct('the palette', round, () => page.keyboard.press('Control+k'), PALETTE);
    await page.keyboard.press('Escape');
    await facet(list, at).click();
    await columnAt(page, 2).waitFor({ state: 'detached' });
    // The answer to this click must not count for the next one.
    await count.getByText(all, { exact: true }).waitFor();
  }
  await page.context().close();
  return times;
};

const tell = (count: number, times: Readonly<Record<string, readonly number[]>>): void => {
  for (const [name, each] of Object.entries(times)) {
    const { best, median, p95 } = timesOf(each);
    console.log(`${name}, ${count} items: median ${milliseconds(median)}, p95 ${milliseconds(p95)} ms`);
    report({
      name: `${name}, input to painted answer, 95th percentile, ${count} items`,
      unit: 'ms',
      value: p95,
      best,
      baseline: { name: 'its median', value: median },
      limit: { of: 'value', atMost: LIMIT },
    });
  }
};

export const run = async (): Promise<void> => {
  const product = await openProduct();
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.address);
  tell(3000, await measure(browser, product.server.url));
  const started = performance.now();
  await fill(product);
  const large = await product.second();
  console.log(`${ENTRIES} items more after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  tell(ENTRIES, await measure(browser, large.url));
  await launched.close();
  await product.stop();
};
