// From an item to everything that refers to it: a tab with its number, a listing in it, and an address that shows the same to others.
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

it('[CELL-05] lists what names an organization, narrowed by kind, and shares it by its address', async () => {
  const { page } = await world.open({ as: 'staff', at: '/i-Organization-2' });
  const item = columnAt(page, 1);
  const tab = item.getByRole('tab', { name: /^Related [\d,]+$/ });
  const inTab = Number((await tab.innerText()).replaceAll(/\D/g, ''));
  expect(inTab).toBeGreaterThan(10);
  await tab.click();
  await item.locator('.kk-count', { hasText: `${inTab.toLocaleString('en')} results` }).waitFor();
  await screenshot(page, 'related');
  expect(await axe(page)).toEqual([]);

  await item.getByRole('checkbox', { name: /^Meeting/ }).check();
  await item.getByText(`of ${inTab.toLocaleString('en')}`, { exact: true }).waitFor();
  await page.waitForURL(/c0=related/);
  const count = item.locator('.kk-count');
  // The count is empty while an answer is pending.
  let found = '';
  await expect
    .poll(async () => {
      found = await count.innerText();
      return found !== '' && found !== `${inTab.toLocaleString('en')} results`;
    })
    .toBe(true);
  await page.reload();
  await item.getByRole('checkbox', { name: /^Meeting/, checked: true }).waitFor();
  await expect.poll(() => count.innerText()).toBe(found);

  await item.locator('.kk-results a').first().click();
  await columnAt(page, 2).getByRole('tab', { name: 'Meeting' }).waitFor();
});

it('[CELL-05] offers the relations with most items first, and all of them by a button', async () => {
  const { page } = await world.open({ as: 'staff', at: '/i-Organization-2' });
  await columnAt(page, 1)
    .getByRole('tab', { name: /^Related [\d,]+$/ })
    .click();
  const groups = columnAt(page, 1).getByRole('group', { name: 'By how it is related' });
  const more = groups.getByRole('button', { name: /^Show all \d+$/ });
  await more.waitFor();
  const all = Number(/\d+/.exec(await more.innerText())?.[0]);
  const offered = groups.locator('button[aria-pressed]');
  const countsOf = async (): Promise<number[]> =>
    (await offered.allInnerTexts()).slice(1).map((text) => Number(/\d+$/.exec(text)?.[0]));
  const first = await countsOf();
  expect(first).toHaveLength(10);
  await more.press('Enter');
  const whole = await countsOf();
  expect(whole).toHaveLength(all);
  expect(Math.min(...first)).toBeGreaterThanOrEqual(whole.toSorted((one, other) => other - one)[9] ?? 0);

  // A chosen relation stays when the others are hidden again.
  const smallest = offered.nth(whole.indexOf(Math.min(...whole)) + 1);
  const name = await smallest.innerText();
  await smallest.click();
  const fewer = groups.getByRole('button', { name: 'Show fewer', expanded: true });
  await fewer.press('Enter');
  await groups.getByRole('button', { name, exact: true, pressed: true }).waitFor();
  await expect.poll(() => offered.count()).toBe(12);
  expect(await axe(page)).toEqual([]);
});
