// Names the items that a map shows, for parts that pass the page on to another person. The base map below them is the same for everyone.

import type OlMap from 'ol/Map.js';
import type { FeatureLike } from 'ol/Feature.js';
import type BaseLayer from 'ol/layer/Base.js';
import LayerGroup from 'ol/layer/Group.js';
import Cluster from 'ol/source/Cluster.js';
import VectorSource from 'ol/source/Vector.js';
import { Listeners } from 'src/base/Listeners.ts';
import { idOf } from 'src/client/map/featureStyles.ts';
import { answerPicture, type PictureSource } from 'src/client/ui/shownPicture.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** Above this number, items are not named. */
const MOST_ON_MAP = 500;

const layersIn = (layer: BaseLayer): readonly BaseLayer[] =>
  layer instanceof LayerGroup ? layer.getLayers().getArray().flatMap(layersIn) : [layer];

/** Returns the visible layers above the base map. */
const layersAbove = (map: OlMap, ground: LayerGroup): readonly BaseLayer[] => {
  const below = new Set(layersIn(ground));
  const states = map.getLayerGroup().getLayerStatesArray();
  return states.flatMap(({ layer, visible }) => (visible && !below.has(layer) ? [layer] : []));
};

/** Returns undefined for a layer of tiles, which may still show features of an earlier zoom. */
const featuresOf = (layer: BaseLayer): readonly FeatureLike[] | undefined => {
  const source: unknown = 'getSource' in layer && typeof layer.getSource === 'function' ? layer.getSource() : undefined;
  if (source === null) return [];
  // Also those that are not in a cluster yet.
  if (source instanceof Cluster) return source.getSource()?.getFeatures() ?? [];
  return source instanceof VectorSource ? source.getFeatures() : undefined;
};

export const itemsOnMap = (map: OlMap, ground: LayerGroup): ReturnType<PictureSource['items']> => {
  const ids = new Set<ItemId>();
  for (const layer of layersAbove(map, ground)) {
    const features = featuresOf(layer);
    if (!features || features.length > MOST_ON_MAP) return 'crowded';
    for (const feature of features) {
      const id = idOf(feature);
      if (!isItemId(id)) return 'own';
      ids.add(id);
    }
  }
  return ids.size > MOST_ON_MAP ? 'crowded' : [...ids];
};

/** Answers for the canvases of a map. Returns the function that ends this. */
export const answerMapPicture = (map: OlMap, element: HTMLElement, ground: () => LayerGroup): (() => void) => {
  const rendered = new Listeners();
  map.on('postrender', () => rendered.notify());
  return answerPicture({ element, rendered, items: () => itemsOnMap(map, ground()), renew: () => map.render() });
};
