// Look-ups of interned terms on the main thread: words to ids for filters, ids to words for facet values. Terms do not change, so they are
// cached until the memory limit or an erasure. Separate from the interner of store/terms.ts, because a word in a query must not create a
// term.

import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { filesOf, relationsOf } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { TermBatch } from 'src/server/search/columns/TermPlaces.ts';
import { termsById, termsByValue, type TermRow } from 'src/server/search/columnRows.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { CREATED_BY, UPDATED_BY } from 'src/server/store/terms.ts';

export interface TermKey {
  readonly prop: string;
  readonly val: string;
}

export interface Terms {
  /** Returns ids by `keyOf`; unused words are absent. */
  find(db: Queryable, keys: readonly TermKey[]): Promise<ReadonlyMap<string, number>>;
  tokens(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Clears the cache after terms were deleted. */
  forget(): void;
  /** Returns the message with these terms for the worker. */
  batch(rows: readonly TermRow[]): TermBatch;
}

const MAX_REMEMBERED_TERMS = 200_000;

export const termKey = ({ prop, val }: TermKey): string => `${prop}\n${val}`;

export const createTerms = (registry: ServerRegistry): Terms => {
  const ids = new Map<string, number>();
  const tokens = new Map<number, string>();
  const relations = new Set([CREATED_BY, UPDATED_BY]);
  for (const type of Object.values(registry.types)) {
    for (const { path } of relationsOf(type.properties)) relations.add(path);
    for (const { path } of filesOf(type.properties)) relations.add(path);
  }

  const forget = (): void => {
    ids.clear();
    tokens.clear();
  };

  const remember = (rows: readonly TermRow[]): void => {
    if (ids.size > MAX_REMEMBERED_TERMS) forget();
    for (const row of rows) {
      ids.set(termKey(row), row.id);
      tokens.set(row.id, row.val);
    }
  };

  return {
    forget,
    async find(db, keys) {
      const unknown = keys.filter((key) => !ids.has(termKey(key)));
      const found =
        unknown.length > 0
          ? await termsByValue(
              db,
              unknown.map(({ prop }) => prop),
              unknown.map(({ val }) => val),
            )
          : [];
      const answer = new Map<string, number>();
      for (const key of keys) {
        const id = ids.get(termKey(key));
        if (id !== undefined) answer.set(termKey(key), id);
      }
      for (const row of found) answer.set(termKey(row), row.id);
      remember(found);
      return answer;
    },
    async tokens(db, wanted) {
      const unknown = wanted.filter((id) => !tokens.has(id));
      const found = unknown.length > 0 ? await termsById(db, unknown) : [];
      const answer = new Map<number, string>();
      for (const id of wanted) {
        const token = tokens.get(id);
        if (token !== undefined) answer.set(id, token);
      }
      for (const { id, val } of found) answer.set(id, val);
      remember(found);
      return answer;
    },
    batch(rows) {
      const props = [...new Set(rows.map(({ prop }) => prop))];
      const places = new Map(props.map((prop, index) => [prop, index]));
      const targets = rows.map(({ prop, val }) => (relations.has(prop) ? tryParseItemId(val) : undefined));
      const typeOf = (name: string): number =>
        Object.hasOwn(registry.types, name) ? (registry.types[name]?.number ?? 0) : 0;
      return {
        ids: Int32Array.from(rows, ({ id }) => id),
        props,
        prop: Int32Array.from(rows, ({ prop }) => places.get(prop) ?? 0),
        targetType: Int32Array.from(targets, (target) => (target ? typeOf(target.type) : 0)),
        targetNumber: Int32Array.from(targets, (target) => target?.number ?? 0),
      };
    },
  };
};
