// Slots for running exports.

import { expect, it } from 'vitest';
import { createExportSlots } from 'src/server/exchange/exportSlots.ts';

it('[EXCHANGE] places are shared: one each where others want them, and none for a reader that takes nothing', () => {
  let now = 0;
  const clock = { now: () => new Date(now) };
  const places = createExportSlots({ exportsPerUser: 2, exportsInAll: 4, exportIdleMs: 100 }, clock);
  const first = places.take('ada');
  const second = places.take('ada');
  expect(() => places.take('ada')).toThrow();
  const ben = places.take('ben');
  // Half of the slots are in use.
  expect(() => places.take('ben')).toThrow();
  const cleo = places.take('cleo');
  first.wait(true);
  now += 50;
  second.wait(true);
  now += 99;
  // It got the slot, and waits again.
  first.wait(false);
  first.wait(true);
  expect(() => places.take('dora')).toThrow();
  now += 1;
  const dora = places.take('dora');
  expect([first, second, ben, cleo, dora].map(({ lost }) => lost.aborted)).toEqual([false, true, false, false, false]);
  // An export that lost its slot returns none.
  second.leave();
  expect(() => places.take('eve')).toThrow();
  cleo.leave();
  cleo.leave();
  places.take('eve');
  expect(() => places.take('finn')).toThrow();
});
