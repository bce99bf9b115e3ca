// Colours of the kinds in an overlap, equal on its map and in its table. Each differs as much as possible from those before it, also for
// people with impaired colour vision. Many kinds cannot all be distinguished by colour, so the map also names the kind under the pointer.

import { type MapFeature, furthestColour } from 'src/client/extendMap.ts';
import type { OverlapRow } from 'src/domain/consult/overlap/overlapWords.client.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

/** Beyond these no colour is left that differs from all before it. */
const MOST_COLOURS = 40;
const OTHER = '#7a828b';

/** Worked out once for as many rows as there have been. */
const given: string[] = [];

export const colourOfRow = (at: number): string => {
  while (given.length <= Math.min(at, MOST_COLOURS - 1)) given.push(furthestColour(given));
  return given[at] ?? OTHER;
};

const colourKey = (type: string, kind: unknown): string => `${type} ${typeof kind === 'string' ? kind : ''}`;

export interface RowColours {
  readonly typeOf: (feature: MapFeature) => string;
  readonly colours: ReadonlyMap<string, string>;
  /** The row that counts it. */
  readonly rowOf: (feature: MapFeature) => OverlapRow | undefined;
}

export const rowColours = (rows: readonly OverlapRow[], { types }: Registry): RowColours => {
  const known = new Map(rows.map((row) => [colourKey(row.type, row.kind), row]));
  // A kind without a row of its own is counted with what is of no kind.
  const typeOf = ({ type, props = {} }: MapFeature): string => {
    const key = colourKey(type, props[types[type]?.view.place?.kind ?? '']);
    return known.has(key) ? key : colourKey(type, undefined);
  };
  return {
    typeOf,
    colours: new Map([...known.keys()].map((key, at) => [key, colourOfRow(at)])),
    rowOf: (feature) => known.get(typeOf(feature)),
  };
};
