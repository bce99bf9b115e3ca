// Tests that each control is at least 44 px wide and high where the pointer is coarse, measured on every screen, and that the heads of a page
// leave a low screen to its content.
import { expect, it } from 'vitest';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { onceSettled } from 'tests/e2e/harness/measures.ts';
import { screens } from 'tests/e2e/harness/openVisit.ts';
import { fingerTargets } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';
import { OTHER_VIEWS, VIEWS } from 'tests/e2e/harness/views.ts';
import { casesToTake, DIVISIONS } from 'tests/runner/parts.ts';

const world = useSharedWorld();
/** Selector of the parts that open over a page. */
const OPENED = '[role=dialog], [role=menu], [role=search]';
const long = { timeout: 900_000 };

it('[SHELL-03] [EXPERIENCE] every control can be tapped with a finger, on every screen', long, async () => {
  const { page, allowConsole } = await world.open({ screen: 'touch', as: 'staff', at: '/' });
  allowConsole(/404.*no\.such-place/); // the view of an address without a page
  const small = new Set<string>();
  for (const { name, path, shown, stays } of VIEWS) {
    // A view shows fewer parts on a phone: it is complete before it is measured there.
    await page.setViewportSize(screens.desktop);
    if (!stays) await page.goto(path);
    await shown(page);
    await page.setViewportSize(screens.touch);
    for (const each of await onceSettled(page, fingerTargets)) small.add(`${name}: ${String(each)}`);
  }
  expect([...small]).toEqual([]);
});

const others = casesToTake(
  'touch targets of others',
  OTHER_VIEWS.flatMap(({ as, views }) => views.map((view) => ({ as, view }))),
  ({ as = 'a visitor', view }) => `${as} ${view.name}`,
  DIVISIONS.files,
);

it.each([...new Set(others.map(({ as }) => as))].map((as) => ({ who: as ?? 'a visitor', as })))(
  '[SHELL-03] [EXPERIENCE] every control on the screens of $who can be tapped with a finger',
  long,
  async ({ as }) => {
    const { page } = await world.open({ screen: 'touch', at: '/', ...(as !== undefined && { as }) });
    const small = new Set<string>();
    for (const { view } of others.filter((each) => each.as === as)) {
      await world.forgetRates();
      await page.goto(view.path);
      await view.shown(page);
      for (const each of await onceSettled(page, fingerTargets)) small.add(`${view.name}: ${String(each)}`);
    }
    expect([...small]).toEqual([]);
  },
);

it('[SHELL-03] [EXPERIENCE] what opens over a page can be tapped with a finger', { timeout: 120_000 }, async () => {
  const { page } = await world.open({ screen: 'touch', as: 'staff', at: '/i-ArchiveEntry-3' });
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: 'Edit' }).waitFor();
  const small: string[] = [];
  const measure = async (): Promise<void> =>
    void small.push(...(await onceSettled(page, (on) => fingerTargets(on, OPENED))).map((each) => String(each)));
  const openings = [
    () => page.getByRole('button', { name: 'Menu', exact: true }).click(),
    () => item.getByRole('button', { name: 'More options for this column' }).click(),
    () => page.getByRole('button', { name: /^Isaro Brightwater/ }).click(),
    () => page.getByRole('button', { name: 'Search', exact: true }).click(),
    () => page.keyboard.press('Control+k'),
    () => page.keyboard.press('?'),
  ];
  for (const open of openings) {
    await open();
    await page.locator(OPENED).last().waitFor();
    await measure();
    await page.keyboard.press('Escape');
  }
  expect(small).toEqual([]);
});

it('[SHELL-03] [EXPERIENCE] each letter of the palette under a language text can be tapped with a finger', async () => {
  const { page } = await world.open({ screen: 'touch', as: 'staff', at: '/i-Lexeme-1?c0=edit' });
  const opener = page.getByRole('button', { name: 'Letters' }).first();
  await opener.tap();
  await page.locator('.kf-palette .kf-letter').first().waitFor();
  expect(await onceSettled(page, (on) => fingerTargets(on, '.kf-palette'))).toEqual([]);
  await screenshot(page, 'touch-letters');
});

it('[EXPERIENCE] at 400 % zoom the heads of a list and of a form scroll away', async () => {
  const { page } = await world.open({ as: 'staff', at: '/' });
  await page.getByRole('button', { name: 'OK' }).click();
  await page.setViewportSize({ width: 320, height: 256 });
  const list = await openList(page, '/archive.catalogue');
  const results = list.locator('.kk-results');
  await results.scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector('.kk-results')?.scrollIntoView());
  await screenshot(page, 'low/list');
  // Most of the screen is rows.
  expect((await results.boundingBox())?.height ?? 0).toBeGreaterThan(200);
  expect((await page.getByRole('banner').boundingBox())?.y ?? 0).toBeLessThan(-20);
  await page.goto('/i-ArchiveEntry-3');
  await columnAt(page, 1).getByRole('tab', { name: 'Edit' }).click();
  await page.getByLabel(/^Secondary title/).scrollIntoViewIfNeeded();
  await screenshot(page, 'low/edit');
  const scroll = page.locator('.kk-tabs .kk-cell-scroll').filter({ visible: true }).first();
  expect((await scroll.boundingBox())?.height ?? 0).toBeGreaterThan(200);
});
