// A coordinator exports the log of a consultation: chooses entries, redacts a text, omits an entry, checks the pages, and finds the bundle
// where the export was started. The screen of events and the history of the request state in words what changed, when, and from which
// state.
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setThemeElsewhere } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const world = useWorld();

const PROJECT = 'Cable to Lantern Spit';
const SECRET = 'Behind the ridge is a spring';

it('[CONS-02] [TASK-01] [EXPERIENCE] chooses from a log, and finds the bundle where it was started', async () => {
  const consultation = await findItem(world.url, { _t: ['Consultation'], text: [PROJECT] });
  const { $id: thread = '' } = await askAs(world.url, 'staff', [
    'create/Thread',
    { subject: 'Where?', context: consultation },
  ]);
  for (const body of [SECRET, 'Left out of the log', '**At the third step.**'])
    await askAs(world.url, 'staff', ['create/Message', { thread, body }]);
  const { page } = await world.open({ as: 'staff', at: `/i-${consultation}` });
  const column = columnAt(page, 1);
  await column.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Consultation log…' }).click();

  const dialog = page.getByRole('dialog', { name: 'Export the consultation log' });
  const entryWith = (text: string) => dialog.getByRole('listitem').filter({ hasText: text });
  await entryWith(SECRET).waitFor();
  expect(await dialog.getByText('**', { exact: false }).count()).toBe(0);
  await entryWith(SECRET)
    .getByRole('button', { name: /^Redact “Statement or answer”/ })
    .click();
  await dialog.getByRole('img', { name: '[redacted]' }).waitFor();
  expect(await dialog.getByText(SECRET).count()).toBe(0);
  await entryWith('Left out of the log').getByRole('checkbox').uncheck({ force: true });
  // A period, with days in the usual format.
  const from = dialog.getByRole('textbox', { name: 'From' });
  await from.fill('01-Jan-2099');
  await entryWith('At the third step.').first().waitFor({ state: 'detached' });
  await from.fill('31-Feb');
  await from.press('Tab');
  await dialog.getByText('Enter a full date', { exact: false }).waitFor();
  await from.fill('');
  await entryWith('At the third step.').first().waitFor();
  await screenshot(page, 'consultation log dialog');
  expect(await axe(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await setThemeElsewhere(page, 'staff', 'dark');
  await screenshot(page, 'consultation log dialog 360 dark');
  expect(await axe(page)).toEqual([]);
  await setThemeElsewhere(page, 'staff', 'light');
  await page.setViewportSize({ width: 1440, height: 900 });

  await dialog.getByRole('button', { name: 'Preview the pages' }).click();
  const pages = page.getByRole('dialog', { name: /^Consultation log – / });
  await pages.locator('canvas').first().waitFor({ timeout: 60_000 });
  await screenshot(page, 'consultation log pages');
  await pages.getByRole('button', { name: 'Close', exact: true }).click();

  await dialog
    .getByRole('combobox', { name: 'Format', exact: true })
    .selectOption({ label: 'Bundle of exhibits: log, documents and checksums (ZIP)' });
  await dialog.getByRole('button', { name: 'Create the file' }).click();
  await dialog.waitFor({ state: 'detached' });
  const task = column.getByRole('group', { name: 'Consultation log' });
  await task.getByText('Consultation log: done').waitFor({ timeout: 60_000 });
  await screenshot(page, 'consultation log done');
  const link = task.getByRole('link', { name: /Download/ });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const files = readZip(await buffer(await download.createReadStream()));
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['log.pdf', 'log.csv', 'verify.mjs', 'manifest.json']),
  );
  const text = files.map(({ content }) => content.toString()).join('\n');
  expect(text).toContain('At the third step.');
  for (const hidden of [SECRET, 'Left out of the log']) expect(text).not.toContain(hidden);
  await task.getByRole('button', { name: 'Close' }).click();
  await task.waitFor({ state: 'detached' });
});

it('[NTFY-03] [EXPERIENCE] the log of the area and the history say in words what moved, with the time and the states', async () => {
  const { page } = await world.open({ as: 'staff' });
  const consultation = await findItem(world.url, { _t: ['Consultation'], state: ['CONSULTING'] });
  const [_t = '', number] = consultation.split('-');
  const move = { _t, _i: Number(number), name: 'returnIncomplete', reason: 'The map is missing' };
  await askAs(world.url, 'staff', ['act/transition', move]);
  const list = await openList(page, '/consult.audit');
  const row = list
    .getByRole('gridcell')
    .filter({ hasText: /as incomplete/ })
    .first();
  await row.waitFor();
  await screenshot(page, 'consultation log screen');
  await list.getByRole('gridcell', { name: 'Incomplete', exact: true }).first().waitFor();
  await list
    .getByRole('gridcell', { name: /^\d{2}-[A-Z][a-z]{2}-\d{4} \d{2}:\d{2}$/ })
    .first()
    .waitFor();
  const title = row.locator('.kk-table-title');
  const widths = await title.evaluate((element) => [element.textContent, element.scrollWidth, element.clientWidth]);
  expect(widths[1], JSON.stringify(widths)).toBeLessThanOrEqual(Number(widths[2]));

  await page.goto(`/i-${consultation}`);
  const column = columnAt(page, 1);
  await column.getByRole('tab', { name: 'History' }).click();
  await column.getByText('A request is returned as incomplete').waitFor();
  await screenshot(page, 'consultation history');
  expect(await column.getByText(/^Event: /).count()).toBe(0);
});
