// Suggestions while typing: labels with words that begin as typed. At most 200 hits are read through the read filter and then ranked;
// ranking all hits of a common beginning was measured at 90-1,600 ms.

import type { Suggestion } from 'src/model/generated/wire.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { SUGGEST_MINIMUM, searchTokens } from 'src/model/query/searchText.ts';
import { invalid } from 'src/model/problems.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { foldText } from 'src/model/text/foldText.ts';
import { aclOf, readable } from 'src/server/access/read/readable.ts';
import type { ReadFilter } from 'src/server/access/read/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

const SHOWN = 5;
const READ = 200;
const MAX_TOKENS = 8;

interface Row {
  readonly t: number;
  readonly i: number;
  readonly folded: string;
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (found) => `\\${found}`);

const typesFor = (registry: ServerRegistry, names: readonly string[] | undefined): ServerItemType[] => {
  const suggested = Object.values(registry.types).filter((type) => type.server.search.suggest);
  if (!names) return suggested.filter((type) => !type.server.search.excludeGeneralSearch);
  const unknown = names.findIndex((name) => !Object.hasOwn(registry.types, name));
  if (unknown >= 0) throw invalid([{ path: `/types/${unknown}`, message: 'errors.query.value' }]);
  return suggested.filter(({ name }) => names.includes(name));
};

// The first pattern finds by trigrams, the second asks that a word begins so.
const statement = (tokens: number): string => {
  const conditions = Array.from(
    { length: tokens },
    (_, index) => `folded like $${index * 2 + 3} and ' ' || folded like $${index * 2 + 4}`,
  );
  return `select t, i, folded from item where t = any($1::smallint[]) and ${readable(aclOf('item'), '$2')} and ${conditions.join(' and ')} limit ${READ}`;
};

/** Smaller is better: the label itself, then its beginning, then an early word; shorter labels first. */
const rankOf = (folded: string, typed: string, first: string): number => {
  if (folded === typed) return 0;
  if (folded.startsWith(typed)) return 1;
  if (folded.startsWith(first)) return 2;
  return 3 + Math.max(0, ` ${folded}`.indexOf(` ${first}`)) / 1000;
};

export interface SuggestOptions {
  readonly registry: ServerRegistry;
  readonly database: Queryable;
  readonly readFilter: ReadFilter;
  /** Labels as the asker may see them: a stored one may name items that it may not. */
  readonly items: Pick<ItemStorage, 'labels'>;
}

export const suggest = async (
  { registry, database, readFilter, items }: SuggestOptions,
  text: string,
  types: readonly string[] | undefined,
): Promise<Suggestion[]> => {
  const asked = typesFor(registry, types);
  const tokens = searchTokens(text)
    .map(foldText)
    .filter((token) => token !== '')
    .slice(0, MAX_TOKENS);
  const typed = tokens.join(' ');
  const [first] = tokens;
  if (first === undefined || typed.length < SUGGEST_MINIMUM || asked.length === 0) return [];
  const patterns = tokens.flatMap((token) => [`%${escaped(token)}%`, `% ${escaped(token)}%`]);
  const rows = await database.query<Row>(statement(tokens.length), [
    asked.map(({ number }) => number),
    readFilter.mask,
    ...patterns,
  ]);
  const ranked = rows.map((row) => ({ row, rank: rankOf(row.folded, typed, first) }));
  ranked.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.row.folded.length - b.row.folded.length ||
      (a.row.folded < b.row.folded ? -1 : 1) ||
      a.row.i - b.row.i,
  );
  const names = new Map(asked.map(({ number, name }) => [number, name]));
  const shown = ranked.slice(0, SHOWN).map(({ row }) => {
    const type = names.get(row.t) ?? '';
    return { type, $id: itemId(type, row.i) };
  });
  const labels = await items.labels(
    database,
    readFilter,
    shown.map(({ $id }) => $id),
  );
  return shown.flatMap(({ type, $id }) => {
    const label = labels.get($id);
    return label === undefined ? [] : [{ $id, label, type }];
  });
};
