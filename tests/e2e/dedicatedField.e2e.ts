// Field data on dedicated installations: its screens exist only where the key capabilities of the site include it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.client.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const KEY = 'GeoKeeper';
const PATHS = registry.screens.filter(({ area }) => area === 'geokeeper').map(({ path }) => path);
const NOT_IN_USE = 'This site does not use this page.';

const folder = mkdtempSync(join(tmpdir(), 'keeper-site-'));
const siteWith = (name: string, keyCaps: readonly string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ site: { dedicated: true, keyCaps } }));
  return file;
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('[GEO-01] a dedicated installation without the key capability', () => {
  const world = useWorld({ SITE_CONFIG: siteWith('without.json', ['Archive', 'Conversation']) });

  it(
    'has no screen of field data, in the menu or by its address, for members, staff and administrators',
    { timeout: 240_000 },
    async () => {
      expect(PATHS).toEqual(
        expect.arrayContaining(['geokeeper.my-data', 'geokeeper.public', 'geokeeper.private', 'field']),
      );
      for (const as of ['member', 'staff', 'admin'] as const) {
        const { page } = await world.open({ as, screen: 'wide', at: '/' });
        const menu = page.getByRole('navigation', { name: 'Menu' });
        await menu.getByRole('link').first().waitFor();
        const addresses = await menu
          .locator('a')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
        expect(addresses.filter((address) => PATHS.includes((address ?? '').slice(1)))).toEqual([]);
        for (const path of as === 'staff' ? PATHS : ['geokeeper.public', 'field']) {
          await page.goto(`/${path}`);
          await page.getByText(NOT_IN_USE).waitFor();
        }
        if (as === 'staff') await screenshot(page, 'field-not-in-use');
      }
    },
  );
});

describe('[GEO-01] a dedicated installation with the key capability', () => {
  const world = useWorld({ SITE_CONFIG: siteWith('with.json', [KEY]) });

  it('shows programs and the field page', async () => {
    const { page } = await world.open({ as: 'member', at: '/geokeeper.public', screen: 'wide' });
    await page.locator('a[href*="/i-GeoKeeperProgram-"]').first().waitFor();
    await page.goto('/field');
    await page.locator('.kk-field-card').first().waitFor();
  });
});
