// Drawings that were not ended by "Finish": those with enough positions are stored with the form, and the others stop the save.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { addPlace, askAs, changeItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, startEditing } from 'tests/e2e/harness/columns.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setThemeElsewhere } from 'tests/e2e/harness/setTheme.ts';
import { addFieldProgram, recordsOf } from 'tests/e2e/fieldPrograms.ts';
import { smallPdf } from 'tests/e2e/harness/smallPdf.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { at, attach, next, saved } from 'tests/e2e/requestWizard.ts';

const world = useWorld();

const CORNERS = [
  [60, 60],
  [220, 60],
  [220, 150],
  [60, 150],
] as const;

const fieldIn = (column: Locator): Locator => column.locator('.kf-geometry');
const count = (field: Locator): Promise<number> => field.getByRole('textbox', { name: /^Position \d of / }).count();

/** Waits for the map, which is shown in the middle of the page. */
const mapReady = async (field: Locator): Promise<void> => {
  const canvas = field.locator('.kk-map-canvas[data-ready]');
  await canvas.waitFor();
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
};

interface Drawn {
  readonly tool: string;
  readonly by: 'click' | 'tap';
  /** Positions that follow those that are there. */
  readonly corners: readonly (readonly [number, number])[];
}

/** Clicks or taps on the map; the drawing is not ended. */
const place = async (field: Locator, { by, corners }: Omit<Drawn, 'tool'>): Promise<void> => {
  const { x, y } = (await field.locator('.kk-map-canvas').boundingBox())!;
  const page = field.page();
  for (const [across, down] of corners) {
    if (by === 'tap') await page.touchscreen.tap(x + across, y + down);
    else await page.mouse.click(x + across, y + down);
    await expect.poll(() => field.getByRole('button', { name: 'One point back' }).isEnabled()).toBe(true);
  }
};

const begin = async (field: Locator, { tool, by, corners }: Drawn): Promise<void> => {
  const button = field.getByRole('button', { name: tool, exact: true });
  await (by === 'tap' ? button.tap() : button.click());
  await mapReady(field);
  await place(field, { by, corners });
};

/** Fills in the name of a new place and returns its column. */
const newPlace = async (page: Page, name: string): Promise<Locator> => {
  const form = columnAt(page, 1);
  await form.getByRole('textbox', { name: /^Name/ }).first().fill(name);
  await mapReady(fieldIn(form));
  return form;
};

/** Returns the stored record that the page shows. */
const storedAt = async (page: Page, type: string, as: Account = 'staff') => {
  const id = new RegExp(`${type}-[1-9]\\d*`);
  await expect.poll(() => page.url()).toMatch(id);
  return askAs(world.url, as, [`read/${id.exec(page.url())?.[0]}`, null]);
};

/** Pictures of the page in both themes and both widths. */
const pictures = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENSHOTS === undefined) return;
  const size = page.viewportSize()!;
  for (const theme of ['light', 'dark'] as const) {
    await setThemeElsewhere(page, 'staff', theme);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
      await page
        .locator('.kk-map-drawing, .kk-map-canvas')
        .first()
        .evaluate((each) => each.scrollIntoView({ block: 'center' }));
      await screenshot(page, `${name}-${theme}-${width}`);
    }
  }
  await page.setViewportSize(size);
};

it('[SPAT-01] [CELL-05] creates a place with the area that was clicked and not finished', async () => {
  const { page } = await world.open({ as: 'staff', at: '/i-SpatialFeature-0-new' });
  const form = await newPlace(page, `Clicked ${Date.now()}`);
  await begin(fieldIn(form), { tool: 'Area', by: 'click', corners: CORNERS });
  await expect.poll(() => count(fieldIn(form))).toBe(4);
  await pictures(page, 'unfinished-area');
  await form.getByRole('button', { name: 'Create' }).click();
  const { geometry } = await storedAt(page, 'SpatialFeature');
  const { type, coordinates } = geometry as { readonly type: string; readonly coordinates: readonly unknown[][] };
  expect([type, coordinates[0]?.length]).toEqual(['Polygon', 5]);
});

it('[SPAT-01] [CELL-05] takes back positions by Ctrl+Z, and nothing that was typed', async () => {
  const { page } = await world.open({ as: 'staff', at: '/i-SpatialFeature-0-new' });
  const name = `Undone ${Date.now()}`;
  const form = await newPlace(page, name);
  const field = fieldIn(form);
  await begin(field, { tool: 'Line', by: 'click', corners: CORNERS });
  await expect.poll(() => count(field)).toBe(4);
  for (const left of [3, 2]) {
    await page.keyboard.press('Control+z');
    await expect.poll(() => count(field)).toBe(left);
  }
  expect(await form.getByLabel(/^Name/).first().inputValue()).toBe(name);
  await page.keyboard.press('Control+s');
  expect(await storedAt(page, 'SpatialFeature')).toMatchObject({
    label: name,
    geometry: { type: 'LineString', coordinates: { length: 2 } },
  });
});

it('[SPAT-01] [CELL-05] creates a place with the line that was tapped and not finished, on a map that stays free', async () => {
  const page = await onPhone(world, '/i-SpatialFeature-0-new');
  const form = await newPlace(page, `Tapped ${Date.now()}`);
  const field = fieldIn(form);
  await begin(field, { tool: 'Line', by: 'tap', corners: [CORNERS[0]] });
  const map = (await field.locator('.kk-map-canvas').boundingBox())!;
  const row = (await field.locator('.kk-map-drawbar .kk-row').boundingBox())!;
  expect(row.y - map.y).toBeGreaterThan((map.height * 2) / 3);
  const hint = (await field.locator('.kk-map-drawbar > p').boundingBox())!;
  expect(hint.height).toBeLessThan(30);
  expect(hint.width).toBeGreaterThan(100);
  // The text lets taps through.
  await place(field, { by: 'tap', corners: [CORNERS[1], [hint.x - map.x + 40, hint.y - map.y + hint.height / 2]] });
  await expect.poll(() => count(field)).toBe(3);
  await pictures(page, 'unfinished-line');
  expect(await axe(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create' }).tap();
  const { geometry } = await storedAt(page, 'SpatialFeature');
  expect(geometry).toMatchObject({ type: 'LineString', coordinates: { length: 3 } });
});

it('[SPAT-01] [CELL-05] saves by a key the line that was drawn by keyboard and not finished', async () => {
  const { page } = await world.open({ as: 'staff', at: '/i-SpatialFeature-0-new' });
  const field = fieldIn(await newPlace(page, `Keys ${Date.now()}`));
  await field.getByRole('button', { name: 'Line', exact: true }).press('Enter');
  const middle = field.getByRole('button', { name: 'Point in the middle' });
  await middle.press('Enter');
  for (const key of ['ArrowRight', 'ArrowDown']) {
    const before = await count(field);
    await field.locator('.kk-map-canvas').press(key);
    await middle.press('Enter');
    await expect.poll(() => count(field)).toBeGreaterThan(before);
  }
  await page.keyboard.press('Control+s');
  const { geometry } = await storedAt(page, 'SpatialFeature');
  expect(geometry).toMatchObject({ type: 'LineString', coordinates: { length: 3 } });
});

it('[SPAT-01] [CELL-05] refuses to save one position of an area, leads to the map, and takes the area once it is one', async () => {
  const { page } = await world.open({ as: 'staff', at: '/i-SpatialFeature-0-new' });
  const form = await newPlace(page, `Begun ${Date.now()}`);
  const field = fieldIn(form);
  await begin(field, { tool: 'Area', by: 'click', corners: [CORNERS[0]] });
  await form.getByRole('button', { name: 'Create' }).click();
  const message = form.getByText('The drawing is not finished: an area needs three positions.');
  await message.first().waitFor();
  const middle = field.getByRole('button', { name: 'Point in the middle' });
  await expect.poll(() => middle.evaluate((each) => each === document.activeElement)).toBe(true);
  await pictures(page, 'unfinished-refused');
  expect(await axe(page)).toEqual([]);
  expect(page.url()).toContain('SpatialFeature-0-new');

  await mapReady(field);
  await place(field, { by: 'click', corners: CORNERS.slice(1, 3) });
  await expect.poll(() => count(field)).toBe(3);
  await message.first().waitFor({ state: 'detached' });
  // One position fewer is no area; the button for undo takes back positions.
  await field.getByRole('button', { name: 'Undo the last change of the map' }).click();
  await expect.poll(() => count(field)).toBe(0);
  await place(field, { by: 'click', corners: [CORNERS[3]] });
  await expect.poll(() => count(field)).toBe(3);
  await page.keyboard.press('Control+Enter');
  const { geometry } = await storedAt(page, 'SpatialFeature');
  expect(geometry).toMatchObject({ type: 'Polygon' });
});

it('[SPAT-01] [CELL-05] saves what was drawn in the Edit tab, and drops a drawing that is stopped', async () => {
  const id = await addPlace(world.url, `Edited ${Date.now()}`, [-139.2, 50.2]);
  const geometryOf = async () => (await askAs(world.url, 'staff', [`read/${id}`, null]))['geometry'];
  const coordinates = [
    [-139.25, 50.2],
    [-139.15, 50.25],
  ];
  await changeItem(world.url, id, { geometry: { type: 'LineString', coordinates } });
  const { page } = await world.open({ as: 'staff', at: `/i-${id}` });
  const column = columnAt(page, 1);
  await startEditing(column);
  const field = fieldIn(column);
  await mapReady(field);
  await begin(field, { tool: 'Another line', by: 'click', corners: CORNERS.slice(0, 3) });
  const save = column.getByRole('button', { name: 'Save now' });
  await save.waitFor();
  await field.getByRole('button', { name: 'Stop drawing' }).click();
  await save.waitFor({ state: 'detached' });
  await begin(field, { tool: 'Another line', by: 'click', corners: CORNERS.slice(0, 3) });
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: false }).first().waitFor();
  await save.waitFor({ state: 'detached' });
  // The drawing is over; what is drawn next is another line.
  await field.getByRole('button', { name: 'Stop drawing' }).waitFor({ state: 'detached' });
  expect(await geometryOf()).toMatchObject({ type: 'MultiLineString', coordinates: [coordinates, { length: 3 }] });
  // Another way to leave the form is its tab.
  await begin(field, { tool: 'Another line', by: 'click', corners: CORNERS.slice(2) });
  await column.getByRole('tab', { name: 'Read' }).or(column.getByRole('tab').first()).first().click();
  await save.click();
  await save.waitFor({ state: 'detached' });
  expect(await geometryOf()).toMatchObject({ type: 'MultiLineString', coordinates: { length: 3 } });
});

it('[CONS-01] [CELL-05] takes the area of a request that was tapped and not finished, and forgets the notice of a file that is saved', async () => {
  const page = await onPhone(world, '/i-Consultation-0-1', 'proponent');
  const mine = columnAt(page, 1);
  await mine.getByRole('textbox', { name: /^Name of the project/ }).fill(`Tapped ${Date.now()}`);
  await mine.getByLabel(/^Type of project/).selectOption({ label: 'Road or bridge' });
  await mine.getByRole('textbox', { name: /^Description/ }).fill('A road.');
  await next(mine);
  await at(mine, 'Area');
  const field = fieldIn(mine);
  await mapReady(field);
  await begin(field, { tool: 'Area', by: 'tap', corners: CORNERS.slice(0, 2) });
  await next(mine);
  await mine.getByText('The drawing is not finished: an area needs three positions.').first().waitFor();
  await at(mine, 'Area');
  await mapReady(field);
  await place(field, { by: 'tap', corners: CORNERS.slice(2) });
  await expect.poll(() => count(field)).toBe(4);
  await next(mine);
  await at(mine, 'Documents');
  await expect
    .poll(async () => JSON.stringify(await storedAt(page, 'Consultation', 'proponent')))
    .toMatch(/"type":"Polygon"/);
  await attach(page, mine, [{ name: 'plan.pdf', content: smallPdf('The plan') }]);
  const notice = page.locator('.kk-alert', { hasText: 'plan.pdf is uploaded' });
  await notice.waitFor();
  await next(mine);
  await at(mine, 'Contacts');
  await saved(mine);
  // It is gone before it would go on its own.
  await notice.waitFor({ state: 'detached', timeout: 2_000 });
});

it('[GEO-01] [SPAT-01] finishes a field record with the line that was tapped and not ended, and refuses one position', async () => {
  const label = `Drawn ${Date.now()}`;
  const questions = [{ name: 'track', type: 'line', label: { en: 'Track' } }] as const;
  const form: FieldForm = {
    ...{ title: { en: label }, machineName: 'drawn_track', languages: ['en'], defaultLanguage: 'en' },
    ...{ formType: 'record', recordTitle: "'Track'", lists: {}, questions },
  };
  const program = await addFieldProgram(world.url, label, { form, values: { label } });
  const page = await onPhone(world, '/field', 'member');
  await page
    .getByRole('button', { name: `New: ${label}` })
    .first()
    .tap();
  await page.getByRole('button', { name: 'Show on a map' }).tap();
  const field = page.locator('.kk-geometry-map');
  await mapReady(field);
  await begin(field, { tool: 'Line', by: 'tap', corners: [CORNERS[0]] });
  const end = page.locator('.kk-field-bottom').getByRole('button', { name: 'Finish' });
  await end.tap();
  const message = page.getByText('The drawing is not finished: a line needs two positions.');
  await message.waitFor();
  await mapReady(field);
  await screenshot(page, 'unfinished-field');
  const { width } = page.viewportSize()!;
  const row = (await field.locator('.kk-map-drawbar .kk-row').boundingBox())!;
  const last = (await field.getByRole('button', { name: 'Stop drawing' }).boundingBox())!;
  expect([row.height < 60, last.x + last.width < width]).toEqual([true, true]);
  await place(field, { by: 'tap', corners: [CORNERS[1], CORNERS[2]] });
  await message.waitFor({ state: 'detached' });
  await end.tap();
  await page.getByText('Sent', { exact: true }).first().waitFor();
  const [record] = await recordsOf(world.url, program);
  expect(JSON.stringify(record).match(/"lat"/g)?.length).toBe(3);
});
