// Files of imports as people have them: a table in an older encoding, and a text under the name of a workbook.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { importsOf } from 'tests/product/importWorld.ts';
import { operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const KEEPER = 'capability holder';

let world: ProductWorld;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);
const archive = () => ({ kind: 'ARC_CSV', owner: world.own });

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

it('[ARCH-02] a table in windows-1252 keeps its letters, and its file is stored as a table', async () => {
  const content = new Uint8Array(Buffer.from('Title;Notes\nCafé de la Grève;“déjà vu”\n', 'latin1'));
  content.set([0x93], content.indexOf(0x1c));
  content.set([0x94], content.indexOf(0x1d));
  const { outcome } = await imports.import(KEEPER, { name: 'relevé.csv', content }, archive());
  expect(await read(KEEPER, outcome.items[0] ?? '')).toMatchObject({ title: 'Café de la Grève', notes: '“déjà vu”' });
  const { file } = await read(KEEPER, String(outcome.import));
  const [attached = ''] = file as readonly string[];
  expect(await read(KEEPER, attached)).toMatchObject({ originalName: 'relevé.csv', filetype: 'text/csv' });
});

it('[ARCH-02] a text under the name of a workbook is refused as what it is', async () => {
  const key = await imports.upload(KEEPER, { name: 'tides.xlsx', content: 'The tide tables are in the other folder.' });
  expect(await world.ask(KEEPER, 'act/readSheet', { upload: key, ...archive() })).toMatchObject({
    refused: 'invalid',
    params: {
      errors: [{ path: '/upload', message: 'sheet.textNamedWorkbook', params: { name: 'tides.xlsx' } }],
    },
  });
});
