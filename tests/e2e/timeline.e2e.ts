// The timeline of a listing: with keys and pointer, divided into lanes, with live updates, on a desktop and on a phone.
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();
const PATH = '/archive.catalogue?c0=.show%3DTIMELINE';

it('[CELL-05] [EXPERIENCE] goes by keys and a drag to a part of time, and opens from the list and from a mark', async () => {
  const { page } = await world.open({ as: 'staff', at: PATH });
  const list = await shownList(page);
  const axis = list.getByRole('application', { name: /^Timeline/ });
  const shown = list.locator('.kk-time-shown');
  const head = list.getByRole('heading', { name: /in view$/ });
  await shown.waitFor();
  await head.waitFor();
  expect(await axe(page)).toEqual([]);

  const whole = await shown.innerText();
  await axis.focus();
  await page.keyboard.press('+');
  await expect.poll(() => shown.innerText()).not.toBe(whole);
  const closer = await shown.innerText();
  const box = await axis.boundingBox();
  if (!box) throw new Error('the timeline has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => shown.innerText()).not.toBe(closer);

  // Chooses a period by the keys of its menu. The axis shows its name in the background, and its description contains it.
  const wide = await shown.innerText();
  await list.getByRole('button', { name: 'Periods' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemcheckbox', { name: '1960–1979' }).press('Enter');
  await expect.poll(() => shown.innerText()).not.toBe(wide);
  await list.locator('[data-time-band="1960–1979"]').waitFor();
  const described = list.locator(`[id="${await axis.getAttribute('aria-describedby')}"]`);
  await expect.poll(() => described.textContent()).toContain('1960–1979');
  await screenshot(page, 'timeline-periods');

  // If nothing is in view, the page offers the way back to the results.
  await list.getByRole('textbox', { name: 'Go to' }).fill('450 BCE');
  await page.keyboard.press('Enter');
  await list.getByRole('heading', { name: 'Nothing in view' }).waitFor();
  await list.locator('.kk-time-list').getByRole('button', { name: 'Show everything' }).click();
  await list.getByRole('heading', { name: /^[\d,]+ in view$/ }).waitFor();

  await axis.focus();
  await page.keyboard.press('Home');
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('+');
  const mark = list.locator('[data-time-item]').first();
  await mark.waitFor();
  await list.getByRole('button', { name: /^Lanes: / }).click();
  await list.locator('.kk-time-lane-name').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'timeline-lanes');
  await mark.click();
  const popup = list.getByRole('group', { name: 'On the timeline' });
  const title = popup.getByRole('link').first();
  const name = await title.innerText();
  await title.click();
  await columnAt(page, 2).getByRole('heading', { name }).first().waitFor();
});

it('[EXPERIENCE] on a phone lists what is in view above the line of time, in the dark as well', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'phone', theme: 'dark', at: PATH });
  const axis = page.getByRole('application', { name: /^Timeline/ });
  const head = page.getByRole('heading', { name: /in view$/ });
  await head.waitFor();
  await page.locator('.kk-time-shown').waitFor();
  const [above, below] = [await head.boundingBox(), await axis.boundingBox()];
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'timeline-phone');
});
