// The head of a record's column, and the archive: its screens, and a record with every field of an entry.
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

it('[CELL-01] the head of a record is 48 high, with its width, its neighbours among the results, what is not saved, and tabs for those signed in', async () => {
  const title = 'A drum with a head';
  const values = { title, owner: 'Organization-1', type: 'MAP', $access: 'PUBLIC' };
  const { $id } = await askAs(world.url, 'staff', ['create/ArchiveEntry', values]);
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openList(page, '/archive.catalogue');
  await list.getByRole('link', { name: title }).first().click();
  const item = columnAt(page, 2);
  const head = item.locator('.kk-cell-head');
  const button = (name: string | RegExp) => head.getByRole('button', { name, exact: typeof name === 'string' });
  await button('Close this column').waitFor();
  expect((await head.boundingBox())?.height).toBe(48);
  await button('Expand this column').click();
  await button('Shrink this column').click();
  await button('Expand this column').waitFor();
  await button(/^Notices about this record/).waitFor();
  expect(await button('Previous result').isDisabled()).toBe(true);
  expect(await button('Next result').isEnabled()).toBe(true);
  for (const name of ['Archive entry', 'Edit', 'History', 'About']) await item.getByRole('tab', { name }).waitFor();
  await startEditing(item);
  await item.getByLabel(/^Secondary title/).fill('Not saved');
  await item.getByRole('button', { name: 'Save now' }).waitFor();
  await item.getByRole('button', { name: 'Discard' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await item.getByRole('button', { name: 'Save now' }).waitFor({ state: 'detached' });

  const { page: visitor } = await world.open({ at: `/i-${String($id)}` });
  await columnAt(visitor, 1).getByRole('heading', { name: title }).first().waitFor();
  expect(
    await columnAt(visitor, 1)
      .getByRole('tab', { name: /History|About|Edit/ })
      .count(),
  ).toBe(0);
  expect(
    await columnAt(visitor, 1)
      .getByRole('button', { name: /^Notices/ })
      .count(),
  ).toBe(0);
});

it('[ARCH-01] a record holds every field of an entry, and its source organization, its source and its files lead to their pages', async () => {
  const owner = 'Organization-1';
  const ask = (asked: readonly [string, Json]) => askAs(world.url, 'staff', asked);
  const source = String((await ask(['create/Source', { title: 'The trunk in the attic', owner }]))['$id']);
  const texts = {
    secondaryTitle: 'Second title',
    description: 'Described in words',
    creator: 'Made by Alder',
    publisher: 'Published by Fennick',
    locationPublished: 'Published at Tamber',
    bibliographicReference: 'Fennick 1931, 12',
    callNumber: 'CALL-1',
    fileNumber: 'FILE-2',
    standardNumber: 'STANDARD-3',
    reelNumber: 'REEL-4',
    recordGroupNumber: 'GROUP-5',
    section: 'Section six',
    pages: '7 to 8',
    volumeName: 'Volume of nine',
    volumeNumber: 'Volume 10',
    needsAttentionComment: 'The glue is loose',
    notes: 'Kept in the dark',
  };
  const lists = { contributor: ['Helped by Wren'], keywords: ['cedar-bark'], webLinks: ['https://archive.test/entry'] };
  const { $id } = await ask([
    'create/ArchiveEntry',
    {
      ...{ title: 'An entry with every field', owner, type: 'MAP', yearPublished: '1931', date: '1931-03' },
      ...{ needsAttention: true, sourceOrg: 'Organization-2', source },
      ...texts,
      ...lists,
    },
  ]);
  const { page } = await world.open({ as: 'staff', at: `/i-${String($id)}`, screen: 'wide' });
  const entry = columnAt(page, 1);
  await entry.getByRole('heading', { name: 'An entry with every field' }).first().waitFor();
  for (const text of [...Object.values(texts), ...lists.contributor, ...lists.keywords])
    await entry.getByText(text).first().waitFor();
  await entry.locator('a[href="https://archive.test/entry"]').waitFor();
  const origin = entry.locator('a[href*="i-Organization-2"]').first();
  const name = await origin.innerText();
  await entry.getByRole('link', { name: 'The trunk in the attic' }).first().click();
  await columnAt(page, 2).getByRole('heading', { name: 'The trunk in the attic' }).first().waitFor();

  const sources = await openList(page, '/archive.sources?c0=trunk');
  await sources.getByRole('link', { name: 'The trunk in the attic' }).first().waitFor();
  const organizations = await openList(page, '/archive.orgs');
  await organizations.getByRole('link', { name }).first().waitFor();
});
