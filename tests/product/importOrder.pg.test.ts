// Tables whose rows name records of later rows: the named records are created first, and rows that name each other are refused.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOf } from 'tests/product/importWorld.ts';
import { operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const KEEPER = 'capability holder';

let world: ProductWorld;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const topics = () => ({
  ...{ kind: 'RES_TOPICS', owner: world.own },
  columns: [
    { column: 0, to: 'title' },
    { column: 1, to: 'broader', match: 'title' },
  ],
});

const table = (rows: readonly string[]) => ({ content: `Title,Broader\n${rows.join('\n')}\n` });

describe('[ARCH-02] rows that name records of later rows', () => {
  it('are created after them, in a check as in the import, across batches', async () => {
    // Each step of ten names the next one, so the chain has 32 levels.
    const rows = Array.from({ length: 320 }, (_, at) => `Step ${at},Step ${at - (at % 10) + 10}`);
    const content = table([...rows, 'Step 320,', 'Lost,Nowhere']);
    const checked = await imports.check(KEEPER, content, topics());
    expect(checked.outcome.counts).toMatchObject({ created: 321, refused: 1 });
    const { outcome } = await imports.import(KEEPER, content, topics());
    expect(outcome.counts).toMatchObject({ created: 321, refused: 1 });
    expect(outcome.refused.map(({ row, message }) => [row, message])).toEqual([[323, 'import.noRecord']]);
    const [top = '', next = ''] = outcome.items;
    expect(await read(KEEPER, top)).toMatchObject({ title: 'Step 320' });
    expect(await read(KEEPER, next)).toMatchObject({ title: 'Step 310', broader: top });
    const undone = await imports.undo(KEEPER, String(outcome.import));
    expect(undone.outcome.counts).toMatchObject({ removed: 321, kept: 0 });
  });

  it('are refused when they name each other, and each refusal names the other row', async () => {
    const rows = ['Tide,Moon', 'Shore,', 'Moon,Tide', 'Rock,Shore', 'Self,Self'];
    const { outcome } = await imports.import(KEEPER, table(rows), topics());
    expect(outcome.counts).toMatchObject({ created: 2, refused: 3 });
    expect(outcome.refused).toMatchObject([
      { row: 2, column: 1, message: 'import.rowsInCircle', params: { value: 'Moon', row: 4 } },
      { row: 4, column: 1, message: 'import.rowsInCircle', params: { value: 'Tide', row: 2 } },
      { row: 6, column: 1, message: 'import.noRecord', params: { value: 'Self' } },
    ]);
  });
});
