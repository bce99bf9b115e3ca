// A person with a phone creates records, assigns them, changes their state and goes from one result to the next, with taps only.
import { expect, it } from 'vitest';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it('[EXPERIENCE] [WF-03] changes the state of a record by taps', async () => {
  const page = await onPhone(world, '/belongings.repatriation', 'admin');
  await columnAt(page, 1).locator('li[data-item] a').first().tap();
  await page.waitForURL(/i-[A-Z]\w+-[1-9]/);
  const bar = page.getByRole('group', { name: 'State' }).filter({ visible: true });
  const move = bar.locator('.kk-state-acts button').first();
  await move.waitFor();
  const before = await bar.innerText();
  expect((await move.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await screenshot(page, 'touch-state');
  await move.tap();
  await expect
    .poll(async () => (await page.getByRole('dialog').count()) > 0 || (await bar.innerText()) !== before)
    .toBe(true);
  await screenshot(page, 'touch-state-changed');
});

it('[EXPERIENCE] [CONV-01] assigns a conversation by taps', async () => {
  const page = await onPhone(world, '/conversations');
  await columnAt(page, 1).locator('a[href*="/i-Thread-"]').first().tap();
  await page.waitForURL(/i-Thread-/);
  await page.getByRole('button', { name: 'Who acts, and until when' }).filter({ visible: true }).tap();
  const people = page.getByRole('combobox', { name: /^Assigned to/ }).filter({ visible: true });
  await people.tap();
  await page.keyboard.insertText('Wren');
  const person = page.getByRole('option', { name: /^Wren Oakhanger/ });
  await person.waitFor();
  await screenshot(page, 'touch-assign');
  // The field is at the lower edge of the window, so its list opens above it.
  const { y, height } = (await person.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  await person.tap();
  await page
    .getByRole('button', { name: /^Save( now)?$/ })
    .filter({ visible: true })
    .first()
    .tap();
  const id = /i-(Thread-\d+)/.exec(page.url())?.[1] ?? '';
  const wren = await findItem(world.url, { _t: ['User'], text: ['Wren'] });
  await expect
    .poll(async () => JSON.stringify(await askAs(world.url, 'admin', [`read/${id}`, null])), { timeout: 20_000 })
    .toContain(`"${wren}"`);
});

it('[EXPERIENCE] [SRCH-07] goes from result to result by taps', async () => {
  const page = await onPhone(world, '/archive.catalogue');
  await columnAt(page, 1).locator('li[data-item] a[href*="/i-ArchiveEntry-"]').first().tap();
  await page.waitForURL(/i-ArchiveEntry-[1-9]/);
  const first = page.url();
  const next = page.getByRole('button', { name: 'Next result' }).filter({ visible: true });
  await next.tap();
  await page.waitForURL((url) => url.href !== first);
  await page.getByRole('tab', { name: 'Edit' }).filter({ visible: true }).waitFor();
  await screenshot(page, 'touch-next');
  await page.getByRole('button', { name: 'Previous result' }).filter({ visible: true }).tap();
  await page.waitForURL(first);
});

it('[EXPERIENCE] [ROUTE-06] creates a record by taps', async () => {
  const page = await onPhone(world, '/archive.catalogue');
  await columnAt(page, 1).locator('li[data-item]').first().waitFor();
  await page.getByRole('button', { name: 'New archive entry' }).filter({ visible: true }).tap();
  const title = `Begun by thumb ${Date.now()}`;
  const box = page
    .getByLabel(/^Title/)
    .filter({ visible: true })
    .first();
  await box.tap();
  await page.keyboard.insertText(title);
  await page.getByLabel('Type', { exact: true }).filter({ visible: true }).selectOption({ index: 1 });
  await screenshot(page, 'touch-create');
  await page.getByRole('button', { name: 'Create' }).filter({ visible: true }).tap();
  await page.waitForURL(/i-ArchiveEntry-[1-9]/);
  await page.getByRole('heading', { name: title }).filter({ visible: true }).first().waitFor();
});
