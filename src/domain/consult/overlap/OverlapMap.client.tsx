// Map of an overlap: the area, the distances around it, and the items in the colours of their kinds. A click or a key opens an item next to
// the page. The wheel scrolls the page.

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { ItemLink, useClient, useMessages } from 'src/client/extend.ts';
import { type MapController, MapPopup, MapView, useFeatureLayer, useFeatureSet, useHit } from 'src/client/extendMap.ts';
import { overlapLegend } from 'src/domain/consult/overlap/overlapLegend.client.ts';
import { rowName, type OverlapRow } from 'src/domain/consult/overlap/overlapWords.client.ts';
import { rowColours } from 'src/domain/consult/overlap/rowColours.client.ts';
import { useOverlapMap } from 'src/domain/consult/overlap/useOverlapMap.client.ts';
import type { FilterValue, Overlap } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

interface OverlapMapProps {
  readonly label: string;
  /** GeoJSON. */
  readonly area: Json;
  readonly overlap: Overlap;
  /** Number of records that the figures next to the map count. */
  readonly count: number;
  readonly pointed: ItemId | undefined;
  readonly onMap: (map: MapController | undefined) => void;
}

/** Skips types without records in reach. */
const typesIn = ({ rows }: Overlap): string[] => [...new Set(rows.map(({ type }) => type))];

interface InPopupProps extends Pick<OverlapMapProps, 'overlap'> {
  readonly id: ItemId;
  /** Undefined for what was drawn by the server. */
  readonly row: OverlapRow | undefined;
}

/** Names the kind in words, because the colours of many kinds are hard to distinguish. */
const InPopup = observer(({ overlap, id, row }: InPopupProps) => {
  const client = useClient();
  const messages = useMessages();
  const listed = row ?? overlap.rows[overlap.places.find(({ $id }) => $id === id)?.row ?? -1];
  return (
    <>
      <ItemLink id={id} className="kk-row-title" />
      {listed && <span className="kk-soft kk-overlap-kind">{rowName(client, messages, listed)}</span>}
    </>
  );
});

export const OverlapMap = observer(({ label, area, overlap, count, pointed, onMap }: OverlapMapProps) => {
  const client = useClient();
  const { registry } = client;
  const messages = useMessages();
  const { bands, rows, beside } = overlap;
  const widest = bands.at(-1)?.area;
  const types = typesIn(overlap);
  const query = {
    must: { _t: types.length > 0 ? types : [''], inArea: [widest as FilterValue] },
    mustNot: { $id: [...beside] },
  };
  const set = useFeatureSet({ query, types });
  const { host, map, bounds } = useOverlapMap({ area, overlap, onMap });
  const { hit, close, pointed: under } = useHit(map, [set]);
  const sorted = useMemo(() => rowColours(rows, registry), [rows, registry]);
  const inPopup = (id: ItemId) => {
    const feature = set.features.get(id);
    return <InPopup overlap={overlap} id={id} row={feature && sorted.rowOf(feature)} />;
  };
  useFeatureLayer(map, set, { selected: '', open: undefined, pointed: pointed ?? under, sorted, order: 1 });
  return (
    <div className="kk-overlap-map">
      <MapView
        host={host}
        map={map}
        opens
        name={messages.format('overlap.map', { label })}
        description={messages.format('overlap.mapShows', { count })}
        legend={overlapLegend(client, messages, overlap)}
        fitAll={bounds && map ? () => map.fit(bounds) : undefined}
      >
        {map && hit && <MapPopup map={map} hit={hit} close={close} row={inPopup} />}
      </MapView>
    </div>
  );
});
