// Layers and features of a preview, as words and as data for the map.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { GeoFilePreview } from 'src/model/generated/wire.ts';

export type PreviewLayer = GeoFilePreview['layers'][number];

export interface ShownFeature {
  readonly n: number;
  readonly layer: number;
  readonly geometry: unknown;
  readonly label: string;
  /** Name in the file. */
  readonly name?: string | undefined;
}

const TITLE_COLUMN = /^(?:name|title|label|nom|placename|place_name|geoname)$/iu;
const LIKE_NAMED = /name|title|label/iu;

/** The column whose values most likely are titles. */
export const titleColumn = (layers: readonly PreviewLayer[]): string | undefined => {
  const names = layers.flatMap(({ columns }) => columns.map(({ name }) => name));
  return names.find((name) => TITLE_COLUMN.test(name)) ?? names.find((name) => LIKE_NAMED.test(name));
};

export const layerName = (messages: Messages, { format }: GeoFilePreview, { name }: PreviewLayer): string => {
  const known = format === 'GPX' ? messages.find(`importPlaces.gpx.${name}`) : undefined;
  return known ?? (name === '' ? messages.format('importPlaces.onlyLayer') : name);
};

export const rowLabel = (messages: Messages, n: number, name: string | undefined): string =>
  name ?? messages.format('importPlaces.row', { n });

export const shownFeatures = (
  messages: Messages,
  { features, layers }: GeoFilePreview,
  chosen: ReadonlySet<number>,
): readonly ShownFeature[] => {
  const title = titleColumn(layers);
  return features
    .filter(({ layer }) => chosen.has(layer))
    .map(({ n, layer, geometry, values }) => {
      const name = title === undefined ? undefined : values[title];
      return { n, layer, geometry, name, label: rowLabel(messages, n, name) };
    });
};

export const boundsOfLayers = ({ layers }: GeoFilePreview, chosen: ReadonlySet<number>): Bounds | undefined => {
  const known = layers.flatMap(({ bounds }, at) => (bounds && chosen.has(at) ? [bounds] : []));
  if (known.length === 0) return undefined;
  const all = (side: number): readonly number[] => known.map((bounds) => bounds[side] ?? 0);
  return [Math.min(...all(0)), Math.min(...all(1)), Math.max(...all(2)), Math.max(...all(3))];
};
