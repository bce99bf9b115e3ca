// Returns the names of layers, for the tree of layers and for paper.

import type { LayerKey } from 'src/client/map/mapLayers.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Observable. */
export const useLayerName = (): ((key: LayerKey) => string) => {
  const { items } = useClient();
  const messages = useMessages();
  return (key) =>
    key.includes('-')
      ? (items.label(key) ?? messages.format('cells.hiddenItem'))
      : messages.format('map.allOf', { type: messages.plural(key) });
};
