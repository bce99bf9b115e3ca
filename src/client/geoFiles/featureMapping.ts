// Finds the types that accept features from files, and proposes a mapping from the columns of a file to their properties.

import { titleColumn, type PreviewLayer } from 'src/client/geoFiles/shownFeatures.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import { takesColumn } from 'src/model/kinds/kindTraits.ts';

export const NOT_KEPT = '';
export const OWN_NAME = '*';

export interface Mapping {
  /** Empty: the collection and a number. */
  readonly title: string;
  /** Target of each column: NOT_KEPT, OWN_NAME, or a property. */
  readonly columns: Readonly<Record<string, string>>;
}

export interface Taker {
  /** Type whose items are made of features. */
  readonly type: ItemType;
  readonly collection: ItemType;
  /** Type of the places: the type itself, or that of the places of items with codes. */
  readonly places: ItemType;
  /** Property with the code, for items that are found by it. */
  readonly code: string | undefined;
}

/** Types whose items or places are made of features, each with the type that gathers them; those with codes last. */
export const collectionTakers = ({ types }: Registry): readonly Taker[] =>
  Object.values(types)
    .flatMap((type) => {
      const { fromFiles, fromCodes, geometryOf = '' } = type.view.place ?? {};
      const places = fromCodes ? types[type.properties[geometryOf]?.rel?.to[0] ?? ''] : type;
      const path = (fromFiles ?? fromCodes)?.collection ?? '';
      return (type.properties[path]?.rel?.to ?? []).flatMap((name) => {
        const collection = types[name];
        return collection && places ? [{ type, collection, places, code: fromCodes?.code }] : [];
      });
    })
    .toSorted((one, other) => Number(one.code !== undefined) - Number(other.code !== undefined));

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Columns of all the layers, each once, with the first values of the first layer that has it. */
export const mappedColumns = (layers: readonly PreviewLayer[]): PreviewLayer['columns'] => {
  const known = new Map(layers.toReversed().flatMap(({ columns }) => columns.map((column) => [column.name, column])));
  const order = [...new Set(layers.flatMap(({ columns }) => columns.map(({ name }) => name)))];
  return order.flatMap((name) => known.get(name) ?? []);
};

export const firstMapping = (type: ItemType, layers: readonly PreviewLayer[], messages: Messages): Mapping => {
  const title = titleColumn(layers) ?? '';
  const { fromFiles } = type.view.place ?? {};
  const free = new Map(
    Object.values(type.properties)
      .filter((property) => takesColumn(property) && property.name !== fromFiles?.title)
      .flatMap(({ name }) => [
        [folded(name), name],
        [folded(messages.property(type.name, name)), name],
      ]),
  );
  const otherwise = fromFiles?.rest === undefined ? NOT_KEPT : OWN_NAME;
  const columns: Record<string, string> = {};
  const taken = new Set<string>();
  for (const { name } of mappedColumns(layers)) {
    const property = free.get(folded(name));
    if (name === title) columns[name] = NOT_KEPT;
    else if (property !== undefined && !taken.has(property)) {
      columns[name] = property;
      taken.add(property);
    } else columns[name] = otherwise;
  }
  return { title, columns };
};

/** Returns the mapping as the input of act/importFeatures. */
export const mappingInput = ({ title, columns }: Mapping): Readonly<Record<string, Json>> => ({
  ...(title !== '' && { title }),
  columns: Object.entries(columns)
    .filter(([, to]) => to !== NOT_KEPT)
    .map(([from, to]): Json => (to === OWN_NAME ? { from } : { from, to })),
});
