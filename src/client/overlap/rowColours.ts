// Colours of the kinds in an overlap, the same on its map and in its table. They stay apart on light and dark maps and for most people who
// see colours differently; what comes after them is grey.

import type { MapFeature } from 'src/client/map/MapFeature.ts';
import type { OverlapRow } from 'src/client/overlap/overlapWords.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

const COLOURS = ['#1f77b4', '#d55e00', '#129a74', '#a463c9', '#c9920e', '#3aa6d0', '#8c564b', '#6c8f1d', '#d1659c'];
const OTHER = '#7a828b';

export const colourOfRow = (at: number): string => COLOURS[at] ?? OTHER;

const keyOf = (type: string, kind: unknown): string => `${type} ${typeof kind === 'string' ? kind : ''}`;

export interface RowColours {
  readonly typeOf: (feature: MapFeature) => string;
  readonly colours: ReadonlyMap<string, string>;
}

export const rowColours = (rows: readonly OverlapRow[], { types }: Registry): RowColours => ({
  typeOf: ({ type, props = {} }) => keyOf(type, props[types[type]?.view.displays.MAP?.kind ?? '']),
  colours: new Map(rows.map(({ type, kind }, at) => [keyOf(type, kind), colourOfRow(at)])),
});
