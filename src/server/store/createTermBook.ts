// Interned terms: (prop, val) to a number, kept in a bounded cache. Interned outside of item transactions, so that a number,
// once given, is good for everybody whatever becomes of the transaction.

import { createRecent } from 'src/server/store/createRecent.ts';
import type { Queryable } from 'src/server/store/Database.ts';
import type { Term } from 'src/server/store/splitItem.ts';

export interface TermBook {
  /** Numbers of the terms, made when new; sorted and distinct. */
  intern(terms: readonly Term[]): Promise<number[]>;
}

interface TermRow extends Term {
  readonly id: number;
}

const MOST_TERMS = 200_000;
const keyOf = ({ prop, val }: Term): string => `${prop}\u0000${val}`;

const FIND = `select t.id, t.prop, t.val from unnest($1::text[], $2::text[]) as asked (prop, val) join term t on t.prop = asked.prop and t.val = asked.val`;
const MAKE = `insert into term (prop, val) select prop, val from unnest($1::text[], $2::text[]) as asked (prop, val) on conflict do nothing`;

export const createTermBook = (db: Queryable): TermBook => {
  const known = createRecent<string, number>(MOST_TERMS);

  const find = async (terms: readonly Term[]): Promise<void> => {
    const rows = await db.query<TermRow>(
      FIND,
      [terms.map(({ prop }) => prop), terms.map(({ val }) => val)],
      'term.find',
    );
    for (const row of rows) known.set(keyOf(row), row.id);
  };

  const make = async (terms: readonly Term[]): Promise<void> => {
    await db.query(MAKE, [terms.map(({ prop }) => prop), terms.map(({ val }) => val)], 'term.make');
    await find(terms);
  };

  const missingOf = (terms: readonly Term[]): Term[] => terms.filter((term) => known.get(keyOf(term)) === undefined);

  return {
    intern: async (terms) => {
      // Looks before it inserts: a conflict would use up a number each time.
      for (const attempt of [find, make]) {
        const missing = missingOf(terms);
        if (missing.length > 0) await attempt(missing);
      }
      const ids = terms.map((term) => known.get(keyOf(term)));
      const found = ids.filter((id) => id !== undefined);
      if (found.length < ids.length) throw new Error('A term could not be interned.');
      return [...new Set(found)].sort((a, b) => a - b);
    },
  };
};
