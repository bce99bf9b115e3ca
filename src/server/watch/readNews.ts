// What is needed to tell changes: how each item stands now and what its save changed, two statements for all of them.
// Called by createWatches; the gates know the acls before anybody is told.

import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Gates } from 'src/server/access/Gate.ts';
import type { Queryable } from 'src/server/store/Database.ts';
import type { Change } from 'src/server/watch/createFeed.ts';
import type { News } from 'src/server/watch/tellingOf.ts';
import { diffsOf, standingOf } from 'src/server/watch/watchRows.ts';

interface Options {
  readonly database: Queryable;
  readonly gates: Gates;
  /** By number. */
  readonly types: ReadonlyMap<number, ServerItemType>;
}

/** Changes of undeclared types are nobody's. */
export const readNews = async (
  { database, gates, types: declared }: Options,
  changes: readonly Change[],
): Promise<News[]> => {
  const types = changes.map(({ t }) => t);
  const numbers = changes.map(({ i }) => i);
  const [standings, diffs] = await Promise.all([
    standingOf(database, types, numbers),
    diffsOf(
      database,
      types,
      numbers,
      changes.map(({ u }) => u),
    ),
  ]);
  const standing = new Map(standings.map((each) => [`${each.t}-${each.i}`, each]));
  const diff = new Map(diffs.map((each) => [`${each.t}-${each.i}-${each.u}`, each]));
  await gates.learn(standings.map(({ acl }) => acl));
  return changes.flatMap((change) => {
    const type = declared.get(change.t);
    const key = `${change.t}-${change.i}`;
    return type
      ? [
          {
            change,
            type,
            standing: standing.get(key),
            diff: change.op === 'a' ? undefined : diff.get(`${key}-${change.u}`),
          },
        ]
      : [];
  });
};
