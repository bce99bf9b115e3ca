// Settings of a layer on the map screen: the whole of every control is in the panel.
import { expect, it } from 'vitest';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

it('[SPAT-01] shows the whole settings of a layer in wide and narrow windows', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  // Screen readers read the name of a group once.
  const group = screen.locator('.kk-layer-group').first();
  const name = `Show all of ${await group.getAttribute('aria-label')}`;
  await group.getByRole('heading', { name, exact: true }).waitFor();
  await screen.getByRole('button', { name: 'Settings of All Places', exact: true }).click();
  const controls = screen.locator('.kk-layer-settings').locator('button, [role=slider], select, summary');
  for (const [size, viewport] of [
    ['wide', { width: 1440, height: 900 }],
    ['narrow', { width: 360, height: 740 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await screen.getByRole('button', { name: 'Remove from the map' }).scrollIntoViewIfNeeded();
    const cut = await controls.evaluateAll((all) =>
      all
        .filter((control) => {
          const [own, panel] = [control, control.closest('.kk-map-panel')].map((each) => each?.getBoundingClientRect());
          return own && panel && (own.left < panel.left || own.right > panel.right);
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent),
    );
    expect(await controls.count()).toBeGreaterThan(5);
    expect(cut).toEqual([]);
    const panel = screen.locator('.kk-map-panel');
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await screenshot(page, `layer-settings-${size}`);
  }
});
