// Address of the map screen: bounds and visible layers with order and opacity, so that another person sees the same map.
// `1k_2m_3n_4p*Book*Book.area*Shelf-3.60`: bounds, then the visible layers from the top; a number is the opacity in percent. Pure.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import {
  gatheringTypes,
  layerParts,
  OPAQUE,
  typeLayers,
  type LayerChoice,
  type LayerGroupKey,
} from 'src/client/map/mapLayers.ts';
import { asBounds, hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const BETWEEN = '*';
const LAYER = /^([A-Za-z]+(?:-\d{1,9}|\.[A-Za-z]\w*)?)(?:\.(\d{2}))?$/;

export interface MapParam {
  readonly bounds: Bounds | undefined;
  /** Undefined when the address names none: then each person sees their own. */
  readonly shown: readonly LayerChoice[] | undefined;
}

const groupOf = (key: string, registry: Registry): LayerGroupKey | undefined => {
  const { type } = layerParts(key);
  if (!key.includes('-')) return typeLayers(registry).includes(key) ? 'types' : undefined;
  if (gatheringTypes(registry).includes(type)) return 'gathered';
  return type === SYSTEM_TYPES.savedSearch ? 'searches' : undefined;
};

const layerFrom = (text: string, registry: Registry): readonly LayerChoice[] => {
  const [, key = '', opacity = OPAQUE] = LAYER.exec(text) ?? [];
  const group = groupOf(key, registry);
  return group ? [{ key, group, visible: true, opacity: Number(opacity) }] : [];
};

/** A shortened address leads to the default view. */
const boundsFrom = (hash: string): Bounds | undefined => {
  try {
    return asBounds(hash);
  } catch {
    return undefined;
  }
};

export const readMapParam = (param: string | undefined, registry: Registry): MapParam => {
  const [hash = '', ...layers] = (param ?? '').split(BETWEEN);
  const shown = layers.flatMap((text) => layerFrom(text, registry));
  return { bounds: boundsFrom(hash), shown: layers.length > 0 ? shown : undefined };
};

export const writeMapParam = (bounds: Bounds, layers: readonly LayerChoice[]): string => {
  const shown = layers.filter(({ visible }) => visible);
  // If no layer is visible, the parameter ends with the separator.
  const names = shown.map(({ key, opacity }) => (opacity === OPAQUE ? key : `${key}.${opacity}`));
  return [hashOfBoundary(bounds), ...(names.length > 0 ? names : [''])].join(BETWEEN);
};

const sameLook = (one: LayerChoice, other: LayerChoice | undefined): boolean =>
  one.key === other?.key && one.opacity === other.opacity;

/** Returns the layers of an address, each in the person's own style. Other layers of the person stay in their tree, hidden. */
export const layersShown = (
  own: readonly LayerChoice[],
  shown: readonly LayerChoice[] | undefined,
): readonly LayerChoice[] => {
  const visible = own.filter((layer) => layer.visible);
  if (!shown || (shown.length === visible.length && shown.every((layer, at) => sameLook(layer, visible[at]))))
    return own;
  const others = own.filter(({ key }) => shown.every((layer) => layer.key !== key));
  const styled = shown.map((layer) => {
    const style = own.find(({ key }) => key === layer.key)?.style;
    return style ? { ...layer, style } : layer;
  });
  return [...styled, ...others.map((layer) => ({ ...layer, visible: false }))];
};
