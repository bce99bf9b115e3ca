// Returns the names of layers, for the tree of layers and for paper.

import { layerParts, type LayerKey } from 'src/client/map/mapLayers.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Observable. */
export const useLayerName = (): ((key: LayerKey) => string) => {
  const { items } = useClient();
  const messages = useMessages();
  return (key) => {
    if (key.includes('-')) return items.label(key) ?? messages.format('cells.hiddenItem');
    const { type, further } = layerParts(key);
    return further === undefined
      ? messages.format('map.allOf', { type: messages.plural(type) })
      : messages.format('map.furtherOf', { type: messages.plural(type), name: messages.property(type, further) });
  };
};
