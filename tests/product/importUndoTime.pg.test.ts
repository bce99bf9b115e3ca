// The time in which an import can be undone, by the clock of the server.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from 'src/base/dayMs.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const KEEPER = 'capability holder';

let daysLater = 0;
let world: ProductWorld;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld({ clock: { now: () => new Date(Date.now() + daysLater * DAY_MS) } });
});
afterAll(() => world.stop());

/** Moves the clock of the server. Sessions end after some days, so the person signs in again. */
const moveClock = async (days: number): Promise<void> => {
  daysLater = days;
  await world.signInAgain(KEEPER);
};

const importEntry = async (title: string): Promise<{ readonly via: ItemId; readonly entry: ItemId }> => {
  const content = `Title\n${title}\n`;
  const { outcome } = await imports.import(KEEPER, { content }, { kind: 'ARC_CSV', owner: world.own });
  const [entry = ''] = outcome.items;
  return { via: String(outcome.import), entry };
};

it('[ARCH-02] an import can be undone on the 89th day and no longer on the 91st', async () => {
  const first = await importEntry('Undone in time');
  const second = await importEntry('Undone too late');
  await moveClock(89);
  const undone = await imports.undo(KEEPER, first.via);
  expect(undone.outcome.counts).toMatchObject({ removed: 1, kept: 0 });
  expect(await world.ask(KEEPER, `read/${first.entry}`)).toEqual({ refused: 'notFound' });
  await moveClock(91);
  const [_t = '', number] = second.via.split('-');
  const refusal = await world.ask(KEEPER, 'act/undoImport/async', { _t, _i: Number(number) });
  expect(JSON.stringify(refusal)).toContain('import.undoOver');
  expect(await read(KEEPER, second.entry)).toMatchObject({ title: 'Undone too late' });
});
