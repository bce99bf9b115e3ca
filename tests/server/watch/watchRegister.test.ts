// Limits on the watches of one socket.

import type { Receiver } from 'src/server/context.ts';
import { expect, it } from 'vitest';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { createRegister } from 'src/server/watch/watchRegister.ts';

const MOST = 10_000;
const readFilter = { subject: { ...VISITOR, userId: 'User-1' } } as unknown as ReadFilter;

const receiver = (): Receiver => ({
  readFilter: () => readFilter,
  setReadFilter: () => undefined,
  send: () => undefined,
  sendAll: () => undefined,
  close: () => undefined,
});

it('[ITEM-07] accepts a limited number of watches of one receiver, and forgets them all with it', () => {
  const register = createRegister();
  const [greedy, modest] = [receiver(), receiver()];
  for (let number = 1; number <= MOST; number += 1) expect(register.watchItem(greedy, `Book-${number}`)).toBe(true);
  expect(() => register.watchItem(greedy, `Book-${MOST + 1}`)).toThrow('tooLarge');
  expect(register.watchItem(greedy, 'Book-1')).toBe(false);
  expect(register.ofItem(`Book-${MOST + 1}`).size).toBe(0);
  expect(register.watchItem(modest, 'Book-1')).toBe(true);
  register.unwatchItem(greedy, 'Book-2');
  expect(register.watchItem(greedy, `Book-${MOST + 1}`)).toBe(true);
  register.remove(greedy);
  expect([...register.ofItem('Book-1')]).toEqual([modest]);
  expect(register.ofItem('Book-3').size + register.ofUser('User-1').size).toBe(1);
});
