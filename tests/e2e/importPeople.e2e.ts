// An administrator imports people with their memberships from a table, looks at refused cells, invites them, and takes them back.
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { checkTable, chooseTable, importing, runTable, undoImport } from 'tests/e2e/harness/importTables.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const HEADINGS = 'Email;Name;Organization;Reads;Rights';
const sheet = (...rows: readonly string[]) => ({
  name: 'people.csv',
  buffer: Buffer.from([HEADINGS, ...rows].join('\r\n'), 'latin1'),
});

it('[AUTH-08] [ARCH-02] people come from a table with their memberships, are invited, and are taken back', async () => {
  const { ids } = await askAs(world.url, 'admin', [
    'search/ids',
    { must: { _t: ['Organization'] }, max: 2, labels: true },
  ]);
  const [first, second] = ids as readonly string[];
  const { page } = await world.open({ as: 'admin', at: '/admin.users' });
  await page.getByRole('button', { name: 'Import a file…' }).click();
  const view = importing(page);
  const good = [`zoe@example.org;Zoé Brindle;${first};Protected;`, `ZOE@example.org;;${second};;`];
  await chooseTable(page, sheet(...good, `abe@example.org;Abe Fennimore;Nowhere Society;Secret;`), 'Email');
  expect(await view.getByLabel('Save Organization as').inputValue()).toBe('memberships.owner');
  await checkTable(page, /1 new record · 1 row refused/);
  await view.getByRole('group', { name: 'Refused cells' }).getByText('Nowhere Society', { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await view.getByRole('heading', { name: 'Refused cells' }).scrollIntoViewIfNeeded();
      await screenshot(page, `import-people-${theme}-${width}`);
    }
  }
  // The name of a column is not broken within a word.
  const name = view.getByRole('group', { name: 'Refused cells' }).getByText('Organization', { exact: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await name.boundingBox())?.height).toBeLessThan(30);

  await chooseTable(page, sheet(...good), 'Email');
  await view.getByText('Send an invitation to everyone who was not invited yet').click();
  await checkTable(page, /1 new record/);
  await runTable(page, '1 record created');
  await view.getByRole('link', { name: 'Zoé Brindle' }).waitFor();
  const { ids: people } = await askAs(world.url, 'admin', [
    'search/ids',
    { must: { _t: ['User'], text: ['Brindle'] } },
  ]);
  const [zoe = ''] = people as readonly string[];
  const [_t = '', _i] = zoe.split('-');
  expect(await askAs(world.url, 'admin', ['act/accountState', { _t, _i: Number(_i) }])).toMatchObject({
    state: 'INVITED',
  });
  await undoImport(page);
  await view.getByText('1 record removed').waitFor();
  await screenshot(page, 'import-people-undone');
  await page.getByRole('link', { name: 'people.csv' }).first().click();
  await page.getByText('Undone by').first().waitFor();
  await screenshot(page, 'import-people-record');
});
