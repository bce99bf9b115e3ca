// Records of the same name in a field for related records: a picture and the values in which they differ tell them apart.
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, startEditing } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

type Belonging = Readonly<Record<string, Json>>;

/** Returns a belonging of the sample with a picture and a number. */
const withPicture = async (): Promise<Belonging> => {
  const { ids } = await askAs(world.url, 'staff', ['search/ids', { must: { _t: ['Belonging'] }, max: 50 }]);
  const items = Object.values(await askAs(world.url, 'staff', ['readMany/object', ids ?? []])) as Belonging[];
  const found = items.find(
    ({ images, institutionNumber }) => Array.isArray(images) && images.length > 0 && Boolean(institutionNumber),
  );
  if (!found) throw new Error('no belonging of the sample has a picture and a number');
  return found;
};

it('[FORM-05] tells records of the same name apart by a picture and by what differs', { timeout: 90_000 }, async () => {
  const { title = '', institutionNumber = '' } = await withPicture();
  const create = async (values: Belonging): Promise<string> =>
    String((await askAs(world.url, 'staff', ['create/Belonging', { owner: 'Organization-1', ...values }]))['$id']);
  await create({ title, institutionNumber: 'TWIN 23' });
  const id = await create({ title: 'A lid without its box' });
  const { page } = await world.open({ as: 'staff' });
  for (const [size, viewport] of [
    ['wide', { width: 1440, height: 900 }],
    ['narrow', { width: 360, height: 740 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.goto(`/i-${id}`);
    const item = columnAt(page, 1);
    await startEditing(item);
    await item.getByRole('combobox', { name: /^Related belongings/ }).fill(String(title));
    const options = page.getByRole('option', { name: String(title) });
    await options.filter({ hasText: 'TWIN 23' }).waitFor();
    const pictured = options.filter({ hasText: String(institutionNumber) });
    await pictured.locator('img').waitFor();
    expect(await options.filter({ hasText: 'TWIN 23' }).locator('img').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `namesakes-${size}`);
  }
});
