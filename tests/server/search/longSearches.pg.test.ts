// Searches for everything: one at a time, only so many waiting, and no short search behind them.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { VISITOR } from 'src/model/access/Subject.ts';
import { openWorld, type World } from 'tests/server/routes/openWorld.ts';

const ALL = 2147483647;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

it('answers one after the other, refuses those for whom it would take too long, and lets short ones overtake', async () => {
  const { search, readFilters } = world.services;
  const readFilter = await readFilters.readFilterFor(VISITOR);
  const done: string[] = [];
  const all = Array.from({ length: 12 }, (_, at) =>
    search
      .search(readFilter, { must: { _t: ['Book'] }, max: ALL })
      .then(({ total }) => void done.push(`all ${at}: ${total}`)),
  );
  const short = search
    .search(readFilter, { must: { _t: ['Book'] } })
    .then(({ total }) => void done.push(`short: ${total}`));
  const outcomes = await Promise.allSettled(all);
  await short;
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 9 }, () => 'fulfilled'),
    ...Array.from({ length: 3 }, () => 'rejected'),
  ]);
  expect(outcomes.at(-1)).toMatchObject({ reason: { key: 'rateLimited', params: { retryAfter: 5 } } });
  expect(done.filter((each) => each.startsWith('all'))).toEqual(Array.from({ length: 9 }, (_, at) => `all ${at}: 1`));
  expect(done.indexOf('short: 1')).toBeLessThan(3);
});
