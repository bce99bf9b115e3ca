// Maps of records: colours by a value, the places around a new one, and a layer found by its name.
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screens } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

it('[SPAT-02] colours the places of a list by a value, with its legend', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop', at: '/spatial.features?c0=.show%3DMAP' });
  const list = columnAt(page, 1);
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  const choice = list.getByLabel('Colour by');
  await choice.waitFor();
  await choice.selectOption({ index: 1 });
  const legend = list.locator('.kk-map-colours li');
  await expect.poll(() => legend.count()).toBeGreaterThan(2);
  const colours = await legend
    .locator('.kk-layer-colour')
    .evaluateAll((signs) => signs.map((sign) => (sign as HTMLElement).style.backgroundColor));
  expect(new Set(colours).size).toBe(colours.length);
  await screenshot(page, 'map-colours');
  await setTheme(page, 'dark');
  await page.setViewportSize(screens.phone);
  await screenshot(page, 'map-colours-phone');
  expect(await axe(page)).toEqual([]);
});

it('[SPAT-01] shows the existing places faintly below a new one', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))));
  await page.goto('/i-SpatialFeature-0-1');
  await page.locator('.kk-map-canvas[data-ready]').waitFor();
  await expect
    .poll(() => frames.some((frame) => frame.includes('streamFeatures') && frame.includes('SpatialFeature')), {
      timeout: 20_000,
    })
    .toBe(true);
  await screenshot(page, 'map-new-place');
  const { total } = await askAs(world.url, 'staff', ['search/ids', { must: { _t: ['SpatialFeature'] }, max: 1 }]);
  expect(total).toBeGreaterThan(0);
});
