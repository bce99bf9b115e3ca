// A collection whose members are found by a search: created from a saved search, shown on its page and as a listing, extended by later
// items, and limited for each person to the items that they may see.
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, openList, resultCount, shownList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it('[COLL-01] shows what the search of a collection finds, of which everybody sees what is theirs to see', async () => {
  // Words that occur nowhere else, also in a retry.
  const word = `quillfern${Date.now()}`;
  const { owner = '' } = await askAs(world.url, 'staff', ['read/ArchiveEntry-9', null]);
  const add = (title: string, $access: string): Promise<unknown> =>
    askAs(world.url, 'staff', ['create/ArchiveEntry', { title: `${title} ${word}`, owner, $access }]);
  await add('Open notes', 'PUBLIC');
  await add('Closed notes', 'PRIVATE');

  const { page } = await world.open({ as: 'staff' });
  const list = await openList(page, `/archive.catalogue?c0=${word}`);
  await list.getByRole('button', { name: 'Saved searches' }).click();
  await page.getByRole('menuitem', { name: 'Save this search' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(`All of ${word}`);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto('/admin.collections');
  await (await shownList(page)).getByRole('button', { name: 'New collection' }).click();
  const form = column(page, 'New collection');
  await form
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill(`Gathered ${word}`);
  await form.getByLabel(/^Members by a search/).selectOption({ label: `All of ${word}` });
  await form.getByText('finds 2 records now').waitFor();
  await form
    .getByLabel(/^Who can see it/)
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'collection-search');
  await form.getByRole('button', { name: 'Create' }).click();

  const made = column(page, `Gathered ${word}`);
  const members = made.locator('section').filter({ has: page.getByRole('heading', { name: /^Found by its search/ }) });
  await members.getByRole('link', { name: `Open notes ${word}` }).waitFor();
  await members.getByRole('link', { name: `Closed notes ${word}` }).waitFor();
  await screenshot(page, 'collection-members');
  await add('Later notes', 'PUBLIC');
  await members.getByRole('link', { name: `Later notes ${word}` }).waitFor();

  await members.getByRole('button', { name: 'Show all 3' }).click();
  await expect.poll(() => resultCount(made)).toBe(3);
  // Typed words narrow the results of the search.
  await made.getByRole('searchbox').fill('closed');
  await expect.poll(() => resultCount(made)).toBe(1);
  await made.getByRole('link', { name: `Closed notes ${word}` }).waitFor();
  const at = new URL(page.url());

  // Another person sees at the same address, and on the page, only what they may see.
  const { ids = [] } = await askAs(world.url, 'staff', ['search/ids', { must: { _t: ['Collection'], text: [word] } }]);
  const id = String((ids as readonly string[])[0]);
  const member = await world.open({ as: 'member' });
  await member.page.goto(`/i-${id}`);
  const theirs = column(member.page, `Gathered ${word}`);
  await theirs.getByRole('link', { name: `Open notes ${word}` }).waitFor();
  await theirs.getByRole('link', { name: `Later notes ${word}` }).waitFor();
  expect(await theirs.getByRole('link', { name: `Closed notes ${word}` }).count()).toBe(0);
  await member.page.goto(at.pathname + at.search);
  await column(member.page, `Gathered ${word}`)
    .getByText(/^(?:No results|Nothing here yet)$/)
    .first()
    .waitFor();
});
