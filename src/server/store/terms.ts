// Interned terms: maps (prop, val) to a number, with a bounded cache. Interned outside of item transactions, so that a number stays valid
// when a transaction is rolled back. store/ writes terms, search/ reads them.
//
// A term is a pair (prop, val) in table `term`; its number is in `item.terms`, or in `item_level.terms` for a restricted property.
// Terms are shared by all types: `state` = ACTIVE is one term.
//   prop  the property path inside one item (`state`, `size.height`, `parts.name`), never a path over a relation, which is a sub-query
//   val   the value as text: an id for a relation, the key for SEL, LIST and LEVEL, `true` or `false` for BOOL,
//         the typed text for TERM (translated text in the default language)
// A property has terms when it is a relation or files (for reverse look-ups), a facet other than RANGE, or a filter other than a number,
// date or time: those are `sort_keys` values. Every item also has the base terms below. Clock values (`x-computed` with `clock`) have no
// term: their steps are `sort_keys` values, see store/sortValues.ts.

import type { Queryable } from 'src/server/store/database.ts';
import type { Term } from 'src/server/store/splitItem.ts';
import { textInDefaultLanguage } from 'src/model/text/translated.ts';
import type { Json } from 'src/model/item/Item.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';

export interface TermInterner {
  /** Returns numbers of the terms, sorted and distinct, and creates missing ones. */
  intern(terms: readonly Term[]): Promise<number[]>;
  /** Clears the cache after terms were deleted. */
  forget(): void;
}

interface TermRow extends Term {
  readonly id: number;
}

/** Channel for the deletion of terms, which only an erasure causes: caches of terms must then be cleared. */
export const TERMS_CHANNEL = 'terms';

/** Maximum number of cached terms. The cache is cleared when it is full. */
const MAX_TERMS = 200_000;

/** Cache of term numbers by property and value. A combined key would have to be built for each term of each item. */
class KnownTerms {
  readonly #byProperty = new Map<string, Map<string, number>>();
  #count = 0;

  numberOf({ prop, val }: Term): number | undefined {
    return this.#byProperty.get(prop)?.get(val);
  }

  add({ prop, val, id }: TermRow): void {
    if (this.#count >= MAX_TERMS) this.clear();
    const numbers = this.#byProperty.get(prop) ?? new Map<string, number>();
    this.#byProperty.set(prop, numbers);
    numbers.set(val, id);
    this.#count += 1;
  }

  clear(): void {
    this.#byProperty.clear();
    this.#count = 0;
  }
}

// Inserts only what is missing, because a conflict would use up a number each time. Terms that another transaction inserts meanwhile are not
// returned. The lists are read by sub-selects, see `numbered`.
const INTERN_TERMS_SQL = `with asked as (select * from unnest((select $1::text[]), (select $2::text[])) as a (prop, val)),
  made as (insert into term (prop, val)
    select prop, val from asked where not exists (select from term t where t.prop = asked.prop and t.val = asked.val)
    on conflict do nothing returning id, prop, val)
  select t.id, t.prop, t.val from asked join term t on t.prop = asked.prop and t.val = asked.val union all select * from made`;

/** A term that another transaction inserts at the same time is found by the second attempt. */
const INTERN_ATTEMPTS = 2;

export const createTermInterner = (db: Queryable): TermInterner => {
  const known = new KnownTerms();

  const findOrMake = async (missing: readonly Term[]): Promise<void> => {
    const distinct = new Map(missing.map(({ prop, val }) => [`${prop}\u0000${val}`, { prop, val }]));
    const terms = [...distinct.values()];
    const values = [terms.map(({ prop }) => prop), terms.map(({ val }) => val)];
    for (const row of await db.query<TermRow>(INTERN_TERMS_SQL, values, 'term.intern')) known.add(row);
  };

  return {
    forget: () => known.clear(),
    intern: async (terms) => {
      const numbers: number[] = [];
      let missing = terms;
      for (let attempt = 0; missing.length > 0; attempt += 1) {
        if (attempt > INTERN_ATTEMPTS) throw new Error('A term could not be interned.');
        if (attempt > 0) await findOrMake(missing);
        missing = missing.filter((term) => {
          const number = known.numberOf(term);
          if (number !== undefined) numbers.push(number);
          return number === undefined;
        });
      }
      return numbers.sort((a, b) => a - b).filter((number, at) => number !== numbers[at - 1]);
    },
  };
};

/** Term of every item: its creator, `createdBy` = `User-3`. */
export const CREATED_BY = 'createdBy';
/** Term of every item with a known last editor, like `createdBy`. */
export const UPDATED_BY = 'updatedBy';
/** Term of every item: its visibility, `visibility` = `COMMUNITY`. */
export const VISIBILITY = 'visibility';

const MAX_VALUE_LENGTH = 200;

/** Returns the `val` of a value, or undefined when it makes no term. Queries use the same function. */
export const termValue = (kind: PropertyKind, value: Json): string | undefined => {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (KINDS[kind].text === 'byLocale') return textInDefaultLanguage(value)?.slice(0, MAX_VALUE_LENGTH);
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_VALUE_LENGTH) : undefined;
};
