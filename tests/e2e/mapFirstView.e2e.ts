// The view to which maps open: nearly all places, and the last view of a person who comes back.
import { expect, it } from 'vitest';
import { addPlace } from 'tests/e2e/harness/askAs.ts';
import { openList, column } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const ON_MAP = '/spatial.features?c0=.show%3DMAP%26f.state%3DACTIVE';

/** Returns the number of the text "12 in view". */
const numberOf = (text: string): number => Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', '') ?? 0);

it('[SPAT-01] maps open to nearly all places, name the number that is farther away, and lead there', async () => {
  await addPlace(world.url, `Far away ${Date.now()}`, [2.35, 48.86]);
  const { page } = await world.open({ as: 'staff', screen: 'phone', theme: 'dark' });
  const list = await openList(page, ON_MAP);
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  const inView = async (): Promise<number> => numberOf(await list.locator('.kk-map-list-head').innerText());
  const show = list.getByRole('button', { name: 'Show 1 place farther away' });
  await show.waitFor();
  const near = await inView();
  expect(near).toBeGreaterThan(20);
  await screenshot(page, 'map-far');
  await show.click();
  await expect.poll(inView).toBe(near + 1);
  await show.waitFor({ state: 'detached' });

  const other = await world.open({ as: 'staff', at: '/spatial.map' });
  const screen = column(other.page, 'Map');
  const more = screen.getByRole('button', { name: /^Show \d+ places? farther away/ });
  await more.waitFor();
  await screenshot(other.page, 'map-screen-far');
  const shown = async (): Promise<number> =>
    numberOf(await screen.getByRole('button', { name: /in view/ }).innerText());
  const before = await shown();
  await more.click();
  await expect.poll(shown).toBeGreaterThan(before);
});

it('[SPAT-02] the map of a list opens where the person left it, and another list does not', async () => {
  const { page } = await world.open({ as: 'staff' });
  const list = await openList(page, ON_MAP);
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  const inView = (): Promise<string> => list.locator('.kk-map-list-head').innerText();
  await expect.poll(async () => numberOf(await inView())).toBeGreaterThan(20);
  const all = await inView();
  for (let times = 0; times < 3; times += 1) {
    const before = await inView();
    await list.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(inView).not.toBe(before);
  }
  const left = await inView();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await list.locator('.kk-map-canvas').waitFor({ state: 'detached' });
  await page.goto(ON_MAP);
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  await expect.poll(inView).toBe(left);
  await page.goto('/spatial.features?c0=.show%3DMAP');
  await list.locator('.kk-map-canvas[data-ready]').waitFor();
  await expect.poll(async () => numberOf(await inView())).toBeGreaterThanOrEqual(numberOf(all));
});
