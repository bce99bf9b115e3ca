// Inserts many books with a place in large batches, without the rules of saving, and announces them to the change feed.

import type { Json } from 'src/model/item/Item.ts';
import type { Services } from 'src/server/modules.ts';
import { insertSeeds, type Seed } from 'tests/bench/corpus.ts';
import { toyClocks } from 'tests/server/search/searchWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

interface Places {
  readonly count: number;
  /** The numbers start above this one. */
  readonly above: number;
  readonly placeOf: (index: number) => Json;
  /** Principals who may read them. */
  readonly readers: readonly string[];
  readonly shelf: string;
}

export const seedPlaces = async (
  { readFilters, database }: Pick<Services, 'readFilters' | 'database'>,
  { count, above, placeOf, readers, shelf }: Places,
): Promise<void> => {
  const type = registry.types['Book'];
  if (!type) throw new Error('the toy world has books');
  const acl = await readFilters.aclFor(readers);
  const seeds = function* (): Generator<Seed> {
    for (let index = 0; index < count; index++)
      yield {
        ...{ type, acl, levels: {}, level: 'PUBLIC', creator: 'User-1' },
        number: above + index + 1,
        n: above + index + 1,
        created: new Date('2025-03-01T00:00:00Z'),
        properties: { title: `Place ${index}`, shelf, state: 'ACTIVE', $access: 'PUBLIC', place: placeOf(index) },
      };
  };
  await insertSeeds(database, toyClocks, seeds());
  await database.query(
    `insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from item where t = $1 and i > $2 and i <= $3`,
    [type.number, above, above + count],
  );
};
