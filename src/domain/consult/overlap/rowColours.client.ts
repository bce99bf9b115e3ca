// Colours of the kinds in an overlap, equal on its map and in its table, and the same for every request. A kind of a list has the colour of
// its rank in the list; a type without kinds has its own. Each colour of the ranks differs as much as possible from those before it, also
// for people with impaired colour vision. Many kinds cannot all be distinguished by colour, so the map also names the kind under the pointer.

import type { Client } from 'src/client/extend.ts';
import { OWN_AREA_COLOUR, type MapFeature, MAP_COLOURS, furthestColour } from 'src/client/extendMap.ts';
import type { OverlapRow } from 'src/domain/consult/overlap/overlapWords.client.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { propertyAt } from 'src/model/schema/paths.ts';

/** Beyond these no colour is left that differs from all before it. */
const MOST_COLOURS = 40;
const OTHER = '#7a828b';

/** Worked out once for as many ranks as there have been. No kind has the colour of the area. */
const given: string[] = [];

export const colourOfRank = (at: number): string => {
  while (given.length <= Math.min(at, MOST_COLOURS - 1)) given.push(furthestColour([OWN_AREA_COLOUR, ...given]));
  return given[at] ?? OTHER;
};

/** Returns a rank after the listed ones for a kind that a person typed, always the same for the same words. */
const rankOfWords = (words: string, first: number): number => {
  const sum = [...words].reduce((before, letter) => (Math.imul(before, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  return first + (sum % Math.max(1, MOST_COLOURS - first));
};

const colourKey = (type: string, kind: unknown): string => `${type} ${typeof kind === 'string' ? kind : ''}`;

/** Returns the kinds that the type declares in their order; undefined while its list is loading. */
const declaredKinds = ({ registry, lists }: Pick<Client, 'registry' | 'lists'>, name: string) => {
  const type = registry.types[name];
  const path = type?.view.place?.kind;
  const property = type && path !== undefined ? propertyAt(type.properties, path) : undefined;
  return property?.list ? lists.keys(property.list.list) : (property?.values ?? []);
};

/** Returns the colour of each row. Observable: the order of a list comes later, and until then its kinds have no colour of their own. */
export const rowColours = (
  client: Pick<Client, 'registry' | 'lists'>,
  rows: readonly OverlapRow[],
): readonly string[] => {
  const taken = new Set<number>();
  const ranks = new Map<string, number>();
  const take = (key: string, rank: number): void => {
    let free = rank;
    while (taken.has(free) && free < MOST_COLOURS) free += 1;
    taken.add(free);
    ranks.set(key, free);
  };
  const typed: { readonly key: string; readonly rank: number }[] = [];
  for (const { type, kind } of rows) {
    const declared = declaredKinds(client, type);
    if (kind === undefined || declared === undefined) continue;
    const key = colourKey(type, kind);
    const rank = declared.indexOf(kind);
    if (rank >= 0) take(key, rank);
    else typed.push({ key, rank: rankOfWords(kind, declared.length) });
  }
  // Two kinds with the same rank get different colours in the order of their words.
  for (const { key, rank } of typed.toSorted((one, other) => (one.key < other.key ? -1 : 1))) take(key, rank);
  return rows.map(({ type, kind }) => {
    const { view } = client.registry.types[type] ?? {};
    const rank = ranks.get(colourKey(type, kind));
    if (rank !== undefined) return colourOfRank(rank);
    return view?.place?.kind === undefined ? (view?.color ?? MAP_COLOURS.plain) : OTHER;
  });
};

export interface SortedRows {
  readonly typeOf: (feature: MapFeature) => string;
  readonly colours: ReadonlyMap<string, string>;
  /** The row that counts it. */
  readonly rowOf: (feature: MapFeature) => OverlapRow | undefined;
}

export const sortedRows = (
  rows: readonly OverlapRow[],
  colours: readonly string[],
  { types }: Pick<Registry, 'types'>,
): SortedRows => {
  const known = new Map(rows.map((row) => [colourKey(row.type, row.kind), row]));
  // A kind without a row of its own is counted with what is of no kind.
  const typeOf = ({ type, props = {} }: MapFeature): string => {
    const key = colourKey(type, props[types[type]?.view.place?.kind ?? '']);
    return known.has(key) ? key : colourKey(type, undefined);
  };
  return {
    typeOf,
    colours: new Map([...known.keys()].map((key, at) => [key, colours[at] ?? OTHER])),
    rowOf: (feature) => known.get(typeOf(feature)),
  };
};
