// Possible layers of the map screen: all types with a geometry, items that gather others, and saved searches. The visible layers, their
// order and opacity are stored for each person (decision 17). Pure.

import { furthestColour } from 'src/client/map/layerColours.ts';
import { isPlainStyle, readStyle, type LayerStyle } from 'src/client/map/layerStyle.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';

/** The layers from top to bottom. Added layers are above those that always exist. */
export const GROUPS = ['searches', 'gathered', 'types'] as const;
export type LayerGroupKey = (typeof GROUPS)[number];

/** Opacity of a layer in its usual look, in percent. */
export const OPAQUE = 100;

/** `Book`, `Book.area` for a further geometry, `Shelf-3` or `SavedSearch-7`. */
export type LayerKey = string;

export type LayerChoice = {
  readonly key: LayerKey;
  readonly group: LayerGroupKey;
  readonly visible: boolean;
  /** Percent. */
  readonly opacity: number;
  /** Absent for a layer in its usual look. */
  readonly style?: LayerStyle;
};

const weightOf = ({ view }: ItemType): number => view.place?.weight ?? Number.MAX_SAFE_INTEGER;

/** Returns mapped types by the weight of their layers. */
export const mappedTypes = ({ types }: Registry): readonly ItemType[] =>
  Object.values(types)
    .filter(({ view }) => view.place?.geometry !== undefined)
    .toSorted((one, other) => weightOf(one) - weightOf(other));

interface LayerParts {
  /** Type of the items, or of the item that is the layer. */
  readonly type: string;
  /** Further geometry that the layer draws. */
  readonly further: string | undefined;
}

export const layerParts = (key: LayerKey): LayerParts => {
  const [type = '', further] = (key.split('-')[0] ?? '').split('.');
  return { type, further };
};

/** Returns the layers of the types, each followed by those of its further geometries. */
export const typeLayers = (registry: Registry): readonly LayerKey[] =>
  mappedTypes(registry).flatMap(({ name, view }) => [
    name,
    ...(view.place?.further ?? []).map((path) => `${name}.${path}`),
  ]);

/** Returns types whose items gather those of mapped types. */
export const gatheringTypes = (registry: Registry): readonly string[] => [
  ...new Set(
    mappedTypes(registry).flatMap(({ view, properties }) => {
      const path = view.place?.layersBy;
      return path === undefined ? [] : (properties[path]?.rel?.to ?? []);
    }),
  ),
];

/** Returns the query of a layer of a type or of a gathering item. */
export const queryOfLayer = (key: LayerKey, registry: Registry): Query => {
  const { type } = layerParts(key);
  if (!key.includes('-')) return { must: { _t: [type] } };
  const gathered = mappedTypes(registry).flatMap(({ name, view, properties }) => {
    const path = view.place?.layersBy;
    return path !== undefined && properties[path]?.rel?.to.includes(type) ? [{ name, path }] : [];
  });
  const [first] = gathered;
  return { must: { _t: gathered.map(({ name }) => name), ...(first ? { [first.path]: [key as ItemId] } : {}) } };
};

/** Returns the order in which colours are assigned. It is constant, so that a moved layer keeps its colour. */
const rankOf = (registry: Registry): ((layer: LayerChoice) => number) => {
  const types = typeLayers(registry);
  return ({ key, group }) => (group === 'types' ? types.indexOf(key) : types.length + GROUPS.indexOf(group));
};

/**
 * Returns the colour of each layer by key: the one that the person has chosen, otherwise that of its type, unless another layer uses it.
 * Colours that were not chosen are all different, and stay when the person chooses one for another layer.
 */
export const coloursOf = (layers: readonly LayerChoice[], registry: Registry): ReadonlyMap<LayerKey, string> => {
  const given = new Map<LayerKey, string>();
  const taken = new Set<string>();
  const rank = rankOf(registry);
  const { compare } = new Intl.Collator('en', { numeric: true });
  const sorted = layers.toSorted((one, other) => rank(one) - rank(other) || compare(one.key, other.key));
  for (const { key, style } of sorted) {
    const own = registry.types[key]?.view.color?.toUpperCase();
    const colour = own === undefined || taken.has(own) ? furthestColour([...taken]) : own;
    taken.add(colour);
    given.set(key, style?.colour ?? colour);
  }
  return given;
};

/** Default layers: the types, of which the first ones are visible. */
const initial = (registry: Registry): readonly LayerChoice[] =>
  typeLayers(registry).map((key) => ({ key, group: 'types', visible: true, opacity: OPAQUE }));

const isLayerChoice = (value: unknown): value is LayerChoice =>
  isRecord(value) &&
  typeof value['key'] === 'string' &&
  GROUPS.some((group) => group === value['group']) &&
  typeof value['visible'] === 'boolean' &&
  typeof value['opacity'] === 'number';

/** Returns the layer in another look. */
export const withStyle = ({ style: _, ...layer }: LayerChoice, style: LayerStyle): LayerChoice =>
  isPlainStyle(style) ? layer : { ...layer, style };

/** Reads stored layers without those that are no longer declared. */
export const readLayers = (kept: Json | undefined, registry: Registry): readonly LayerChoice[] => {
  if (!Array.isArray(kept)) return initial(registry);
  const choices: unknown[] = kept;
  return choices
    .filter(isLayerChoice)
    .filter(({ key }) => registry.types[layerParts(key).type] !== undefined)
    .map((layer) => withStyle(layer, readStyle(layer.style)));
};

/** Moves a layer by one position within its group. */
export const moveLayer = (layers: readonly LayerChoice[], from: number, to: number): readonly LayerChoice[] => {
  const moved = layers[from];
  return moved ? layers.toSpliced(from, 1).toSpliced(to, 0, moved) : layers;
};
