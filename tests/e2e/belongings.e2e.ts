// Belongings in the browser: a claim goes from the institution to the homecoming, and a visitor walks through an exhibition.
import { expect, it } from 'vitest';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it('[BEL-01] a claim goes from the list of a museum to the homecoming', async () => {
  const { page } = await world.open({ as: 'staff' });
  const institutions = await openList(page, '/belongings.intitutions');
  await institutions.getByRole('link', { name: 'Museum of the Far Shore' }).first().waitFor();
  const lid = await findItem(world.url, { _t: ['Belonging'], text: ['Lid without its basket'] });
  const { owner = '', institution = '' } = await askAs(world.url, 'staff', [`read/${lid}`, null]);
  const { $id: basket = '' } = await askAs(world.url, 'staff', [
    'create/Belonging',
    { title: 'Basket with a blue thread', owner, institution },
  ]);
  const { $id: claim = '' } = await askAs(world.url, 'staff', [
    'create/RepatriationClaim',
    {
      title: 'Claim of the blue thread',
      owner,
      institution,
      belongings: [basket],
      determinations: [{ subject: 'RETURN', outcome: 'CONFIRMED', date: '2026-05-01' }],
    },
  ]);
  await page.goto(`/i-${String(claim)}`);
  const record = column(page, 'Claim of the blue thread');
  const move = async (name: string, day: string): Promise<void> => {
    await record.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill(day);
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await move('Make the claim', '2026-03-01');
  await move('Note the receipt', '2026-03-09');
  await move('Note the agreement', '2026-05-01');
  await move('Send on its way', '2026-06-01');
  await move('Bring home', '2026-06-04');
  await record.getByText('Home', { exact: true }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'claim-home');
  await page.goto(`/i-${String(basket)}`);
  const home = column(page, 'Basket with a blue thread');
  for (const words of ['Claim in progress', 'On its way', 'Home']) await home.getByText(words).first().waitFor();
  await home.getByRole('link', { name: 'Tamber Inlet' }).first().waitFor();
});

it('[COLL-01] [PERM-01] a visitor walks through a public exhibition and finds no trace of its closed members', async () => {
  const collection = await findItem(world.url, { _t: ['Collection'], text: ['Baskets Come Home'] });
  const { page } = await world.open();
  await page.goto(`/i-${collection}`);
  const shown = columnAt(page, 1);
  await shown.getByRole('heading', { name: 'Berry basket with white lightning' }).waitFor();
  await shown.getByText('Berry basket, come home from the museum.').first().waitFor();
  await shown.getByText('Avela Thornbury knew the turn of the rim').first().waitFor();
  expect(await shown.getByText('Lid without its basket').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'exhibition');
  const staff = await world.open({ as: 'staff' });
  await staff.page.goto(`/i-${collection}`);
  await columnAt(staff.page, 1).getByRole('heading', { name: 'Lid without its basket' }).waitFor();
});
