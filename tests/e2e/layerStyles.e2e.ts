// Styles of layers on the map screen: colours by a value, names, records with some values only, and many areas at once.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, shownList } from 'tests/e2e/harness/columns.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { untilWorn } from 'tests/e2e/harness/setTheme.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const mapScreen = async (page: Page): Promise<Locator> => {
  const screen = page.getByRole('region', { name: 'Map' });
  await screen.locator('.kk-map-canvas[data-ready]').waitFor();
  return screen;
};

const layerOf = (screen: Locator, name: string): Locator =>
  screen.getByRole('listitem').filter({ has: screen.page().getByRole('checkbox', { name, exact: true }) });

/** Opens the settings of a layer, unless they are open. */
const settingsOf = async (screen: Locator, name: string): Promise<Locator> => {
  const layer = layerOf(screen, name);
  const button = layer.getByRole('button', { name: `Settings of ${name}`, exact: true });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  return layer.locator('.kk-layer-settings');
};

/** Waits until no layer of the person has a style of its own. */
const untilUsual = (url: string, as: Account): Promise<void> =>
  expect
    .poll(async () => JSON.stringify((await askAs(url, as, ['getSessionUser', null]))['preferences']))
    .not.toContain('"style"');

const countOf = async (layer: Locator): Promise<number> =>
  Number((await layer.locator('.kk-layer-line .kk-count').innerText()).replaceAll(',', ''));

it(
  '[SPAT-02] colours a layer by a value with a legend and narrows it to some values, for the person',
  { timeout: 120_000 },
  async () => {
    const { page } = await world.open({ as: 'staff', screen: 'desktop', at: '/spatial.map' });
    const screen = await mapScreen(page);
    const layer = layerOf(screen, 'All Places');
    const settings = await settingsOf(screen, 'All Places');
    const legend = layer.locator('.kk-map-legend li');
    await layer.locator('.kk-layer-line .kk-count').waitFor();
    const all = await countOf(layer);
    await settings.getByLabel('Colour by').selectOption({ label: 'Kind of place' });
    await expect.poll(() => legend.count()).toBeGreaterThan(2);
    await screenshot(page, 'layer-colours');
    const colours = await legend
      .locator('.kk-layer-colour')
      .evaluateAll((signs) => signs.map((sign) => getComputedStyle(sign).backgroundColor));
    expect(new Set(colours).size).toBe(colours.length);
    await settings.locator('summary', { hasText: 'Kind of place' }).click();
    const box = settings.getByRole('group', { name: 'Kind of place' }).getByRole('checkbox').first();
    const value = (await box.locator('xpath=..').locator('.kk-fill').innerText()).trim();
    const count = Number(await box.locator('xpath=..').locator('.kk-count').innerText());
    await box.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => countOf(layer)).toBe(count);
    expect(count).toBeLessThan(all);
    await layer.getByText(`Only ${value}`, { exact: true }).waitFor();
    await settings.getByRole('checkbox', { name: 'Show names' }).uncheck();
    // The legend names what is on the map.
    await expect.poll(() => legend.allInnerTexts()).toEqual([value]);
    await page.reload();
    await expect.poll(() => countOf(layer)).toBe(count);
    await expect.poll(() => legend.allInnerTexts()).toEqual([value]);
    const again = await settingsOf(screen, 'All Places');
    expect(await again.getByRole('checkbox', { name: 'Show names' }).isChecked()).toBe(false);
    await again.getByRole('button', { name: 'Default appearance' }).click();
    await expect.poll(() => countOf(layer)).toBe(all);
    await legend.first().waitFor({ state: 'detached' });
    expect(await again.getByRole('button', { name: 'Default appearance' }).isDisabled()).toBe(true);
    await untilUsual(world.url, 'staff');
  },
);

it('[SPAT-02] gives a layer one of a few colours by the keyboard', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'member', screen: 'desktop', at: '/spatial.map' });
  const screen = await mapScreen(page);
  const settings = await settingsOf(screen, 'All Places');
  const sign = layerOf(screen, 'All Places').locator('.kk-layer-line .kk-layer-colour');
  const before = await sign.evaluate((each) => getComputedStyle(each).backgroundColor);
  await settings.getByRole('radio', { name: 'Default colour' }).focus();
  await page.keyboard.press('ArrowDown');
  await settings.getByRole('radio', { name: 'Blue', checked: true }).waitFor();
  await expect.poll(() => sign.evaluate((each) => getComputedStyle(each).backgroundColor)).toBe('rgb(0, 114, 178)');
  await settings.getByRole('button', { name: 'Default appearance' }).click();
  await expect.poll(() => sign.evaluate((each) => getComputedStyle(each).backgroundColor)).toBe(before);
});

for (const theme of ['light', 'dark'] as const)
  it(
    `[SPAT-02] [EXPERIENCE] shows the styles of a layer on wide and narrow screens, ${theme}`,
    { timeout: 120_000 },
    async () => {
      const { page } = await world.open({ as: 'staff', theme, at: '/spatial.map' });
      await page.setViewportSize({ width: 1440, height: 900 });
      await untilWorn(page, theme);
      const screen = await mapScreen(page);
      await page.waitForURL(/c0=/);
      await screenshot(page, `layers-many-${theme}`);
      const settings = await settingsOf(screen, 'All Places');
      await screenshot(page, `layer-styles-one-colour-${theme}`);
      await settings.getByLabel('Colour by').selectOption({ label: 'Kind of place' });
      await settings.locator('summary', { hasText: 'Kind of place' }).click();
      await layerOf(screen, 'All Places').locator('.kk-map-legend li').first().waitFor();
      expect(await axe(page)).toEqual([]);
      await screenshot(page, `layer-styles-wide-${theme}`);
      await page.setViewportSize({ width: 360, height: 740 });
      await settings.getByLabel('Colour by').scrollIntoViewIfNeeded();
      const panel = screen.locator('.kk-map-panel');
      expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
      await screenshot(page, `layer-styles-narrow-${theme}`);
      expect(await axe(page)).toEqual([]);
      await settings.getByRole('button', { name: 'Default appearance' }).click();
      await untilUsual(world.url, 'staff');
    },
  );

it('[SPAT-02] [EXPERIENCE] sets the style of a layer by taps', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'partner', screen: 'touch', at: '/spatial.map' });
  const screen = await mapScreen(page);
  const layer = layerOf(screen, 'All Places');
  await layer.getByRole('button', { name: 'Settings of All Places', exact: true }).tap();
  const settings = layer.locator('.kk-layer-settings');
  const small = await settings
    .locator('label, select, summary, button')
    .evaluateAll((all) =>
      all
        .filter((each) => each.matches(':not([for])') && each.getBoundingClientRect().height < 44)
        .map((each) => each.textContent),
    );
  expect(small).toEqual([]);
  await settings.locator('.kk-layer-swatch').nth(2).tap();
  await settings.getByRole('radio', { name: 'Green', checked: true }).waitFor();
  await screenshot(page, 'layer-styles-touch');
  await settings.getByRole('checkbox', { name: 'Show names' }).tap();
  await settings.getByRole('button', { name: 'Default appearance' }).tap();
  await settings.getByRole('radio', { name: 'Default colour', checked: true }).waitFor();
});

it('[SPAT-02] [EXPERIENCE] adds a layer, hides it and removes it by taps', { timeout: 90_000 }, async () => {
  const page = await onPhone(world, '/spatial.map', 'partner');
  const screen = await mapScreen(page);
  await screen.getByRole('button', { name: 'Add a layer' }).tap();
  const box = screen.getByRole('combobox', { name: 'Add a layer' });
  await box.tap();
  const offer = screen.getByRole('option').first();
  await offer.waitFor();
  const name = (await offer.locator('[dir=auto]').innerText()).trim();
  expect((await offer.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await screenshot(page, 'touch-add-layer');
  await offer.tap();
  const layer = layerOf(screen, name);
  await layer.getByRole('checkbox', { name, exact: true, checked: true }).waitFor();
  await screenshot(page, 'touch-added-layer');
  expect(await axe(page)).toEqual([]);
  await layer.getByRole('checkbox', { name, exact: true }).tap();
  await layer.getByRole('checkbox', { name, exact: true, checked: false }).waitFor();
  await layer.getByRole('button', { name: `Settings of ${name}`, exact: true }).tap();
  await layer.getByRole('button', { name: 'Remove from the map' }).tap();
  await layer.waitFor({ state: 'detached' });
});

it(
  '[SPAT-01] [EXPERIENCE] goes to a new place on the map of its list, and in the list next to it',
  { timeout: 120_000 },
  async () => {
    const name = `Aurora bluff ${Date.now()}`;
    const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/spatial.features?c0=.show%3DMAP' });
    const list = await shownList(page);
    await list.locator('.kk-map-canvas[data-ready]').waitFor();
    await list.locator('.kk-map-list li a').first().waitFor();
    await list.getByRole('button', { name: 'New place' }).click();
    const form = column(page, 'New place');
    await form.getByRole('textbox', { name: /^Name/ }).first().fill(name);
    const field = form.locator('.kf-geometry');
    await field.locator('.kk-map-canvas[data-ready]').waitFor();
    await field.getByRole('button', { name: 'Point', exact: true }).click();
    await field.getByRole('button', { name: 'Point in the middle' }).click();
    await field.getByRole('textbox', { name: 'Latitude' }).fill('44.25');
    await field.getByRole('textbox', { name: 'Longitude' }).fill('-147.5');
    await form.getByRole('button', { name: 'Create' }).click();
    await column(page, name).waitFor();
    const row = list.locator('.kk-map-list li').filter({ hasText: name });
    await row.waitFor();
    await expect
      .poll(() =>
        row.evaluate(
          (each) =>
            document
              .elementFromPoint(each.getBoundingClientRect().x + 60, each.getBoundingClientRect().y + 10)
              ?.closest('li') === each,
        ),
      )
      .toBe(true);
    await screenshot(page, 'new-place-in-list');
  },
);

it(
  '[EXPERIENCE] offers layers within the window, and no tooltip covers open settings',
  { timeout: 90_000 },
  async () => {
    const { page } = await world.open({ as: 'staff', at: '/spatial.map' });
    const screen = await mapScreen(page);
    for (const [size, viewport] of [
      ['wide', { width: 1440, height: 900 }],
      ['low', { width: 1280, height: 600 }],
      ['narrow', { width: 360, height: 740 }],
    ] as const) {
      await page.setViewportSize(viewport);
      const add = screen.getByRole('button', { name: 'Add a layer' });
      if ((await add.getAttribute('aria-expanded')) !== 'true') await add.click();
      else await screen.getByRole('combobox', { name: 'Add a layer' }).click();
      await screen.getByRole('option').first().waitFor();
      const inside = (): Promise<boolean> =>
        screen.getByRole('listbox', { name: 'Add a layer' }).evaluate((offers) => {
          const [own, panel] = [offers, offers.closest('.kk-map-panel')].map((each) => each?.getBoundingClientRect());
          return own !== undefined && panel !== undefined && own.bottom <= panel.bottom + 1 && own.top >= panel.top - 1;
        });
      await expect.poll(inside).toBe(true);
      await screenshot(page, `layer-offers-${size}`);
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const button = screen.getByRole('button', { name: 'Settings of All Places', exact: true });
    await button.hover();
    await button.click();
    const tooltip = page.locator('.kk-tooltip');
    await tooltip.waitFor();
    const [tip, settings] = await Promise.all([
      tooltip.boundingBox(),
      screen.locator('.kk-layer-settings').boundingBox(),
    ]);
    const covers = tip && settings && tip.y + tip.height > settings.y && tip.x < settings.x + settings.width;
    expect(covers).toBe(false);
  },
);
