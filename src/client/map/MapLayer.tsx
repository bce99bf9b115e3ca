// One layer of the map screen: loads and draws its features, and reports them to the screen for the list of what is in view.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { layerParts, mappedTypes, queryOfLayer, type LayerChoice } from 'src/client/map/mapLayers.ts';
import { useFeatureLayer } from 'src/client/map/useFeatureLayer.ts';
import { useFeatureSet } from 'src/client/map/useFeatureSet.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';

interface MapLayerProps {
  readonly map: MapController;
  readonly layer: LayerChoice;
  readonly colour: string;
  readonly order: number;
  readonly openId: ItemId | undefined;
  readonly pointed: ItemId | undefined;
  readonly note: (key: string, set: FeatureSet | undefined) => void;
}

const EMPTY_QUERY: Query = { ids: [], must: { _t: [] } };

const ShownLayer = observer(({ query, ...props }: MapLayerProps & { readonly query: Query }) => {
  const { registry } = useClient();
  const { map, layer, colour, order, openId, pointed, note } = props;
  const { further } = layerParts(layer.key);
  const set = useFeatureSet({ query, types: mappedTypes(registry).map(({ name }) => name), further });
  useFeatureLayer(map, set, { selected: '', open: openId, pointed, colour, order, opacity: layer.opacity / 100 });
  useEffect(() => {
    note(layer.key, set);
    return () => note(layer.key, undefined);
  }, [note, layer.key, set]);
  return null;
});

const SavedLayer = observer((props: MapLayerProps) => {
  const { items, registry, session } = useClient();
  const { user } = session;
  const loaded = items.get(props.layer.key);
  if (loaded.state !== 'ready' || !user) return null;
  const reader = { $id: user.$id, readOrgs: user.readOrgs ?? [] };
  return <ShownLayer {...props} query={queryOfSaved(registry, loaded.item, reader) ?? EMPTY_QUERY} />;
});

export const MapLayer = observer((props: MapLayerProps) => {
  const { registry } = useClient();
  if (props.layer.group === 'searches') return <SavedLayer {...props} />;
  return <ShownLayer {...props} query={queryOfLayer(props.layer.key, registry)} />;
});
