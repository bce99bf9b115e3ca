// The territories of organizations on the map screen: a layer of its own, with its own count, colour and address.
import { expect, it } from 'vitest';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it('[SPAT-02] shows the territories of organizations as a layer of the map, which can be hidden and shared', async () => {
  const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
  await page.waitForURL(/c0=/);
  const screen = page.getByRole('region', { name: 'Map' });
  const layer = page.getByRole('checkbox', { name: 'Organizations: Territory', exact: true });
  const row = screen.getByRole('listitem').filter({ has: layer });
  // Two communities of the sample have one; more organizations have a place.
  await row.locator('.kk-count').getByText('2', { exact: true }).waitFor();
  await page.waitForURL(/Organization\.territory/);
  await screenshot(page, 'map-territories');
  const address = page.url();
  await layer.uncheck();
  await page.waitForURL((url) => !url.href.includes('Organization.territory'));
  const other = await world.open({ as: 'member', screen: 'phone' });
  await other.page.goto(new URL(address).pathname + new URL(address).search);
  await other.page.locator('.kk-map-canvas[data-ready]').waitFor();
  expect(decodeURIComponent(other.page.url())).toContain('*Organization.territory');
});
