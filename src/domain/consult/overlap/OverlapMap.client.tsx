// Map of an overlap: the area, the distances around it, and the items in the colours of their kinds. A click or a key opens an item next to
// the page. The wheel scrolls the page.

import { observer } from 'mobx-react-lite';
import { type ReactNode, useMemo, useState } from 'react';
import { ItemLink, useClient, useMessages } from 'src/client/extend.ts';
import {
  type FeatureSet,
  type MapController,
  MapPopup,
  MapView,
  useFeatureLayer,
  useFeatureSet,
  useHit,
} from 'src/client/extendMap.ts';
import { OtherLayer } from 'src/domain/consult/overlap/OtherLayer.client.tsx';
import { overlapLegend } from 'src/domain/consult/overlap/overlapLegend.client.ts';
import {
  isCounted,
  rowName,
  rowsOnMap,
  totalOf,
  type OverlapRow,
  uncountedRows,
} from 'src/domain/consult/overlap/overlapWords.client.ts';
import { rowColours, sortedRows } from 'src/domain/consult/overlap/rowColours.client.ts';
import { useOverlapMap } from 'src/domain/consult/overlap/useOverlapMap.client.ts';
import type { FilterValue, Overlap, Query } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

interface OverlapMapProps {
  readonly label: string;
  /** GeoJSON. */
  readonly area: Json;
  readonly overlap: Overlap;
  /** Types that the counts leave out and that are switched on. */
  readonly others: readonly string[];
  readonly pointed: ItemId | undefined;
  readonly onMap: (map: MapController | undefined) => void;
  /** Controls below the map. */
  readonly children?: ReactNode;
}

/** Returns the records of these types in reach. */
const queryInReach = ({ bands, beside }: Overlap, types: readonly string[]): Query => ({
  must: { _t: types.length > 0 ? [...types] : [''], inArea: [bands.at(-1)?.area as FilterValue] },
  mustNot: { $id: [...beside] },
});

const typesOf = (rows: readonly OverlapRow[]): readonly string[] => [...new Set(rows.map(({ type }) => type))];

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

export const OverlapMap = observer(({ label, area, overlap, others, pointed, onMap, children }: OverlapMapProps) => {
  const client = useClient();
  const { registry } = client;
  const messages = useMessages();
  const { rows } = overlap;
  const counted = typesOf(rows.filter(({ type }) => isCounted(client, type)));
  const set = useFeatureSet({ query: queryInReach(overlap, counted), types: counted });
  const [otherSet, setOtherSet] = useState<FeatureSet>();
  // A type without records in reach has no switch.
  const switchedOn = typesOf(uncountedRows(client, overlap)).filter((type) => others.includes(type));
  const { host, map, bounds } = useOverlapMap({ area, overlap, onMap });
  const { hit, close, pointed: under } = useHit(map, otherSet ? [set, otherSet] : [set]);
  const colours = rowColours(client, rows).join(' ');
  const sorted = useMemo(() => sortedRows(rows, colours.split(' '), registry), [rows, colours, registry]);
  const inPopup = (id: ItemId) => {
    const feature = set.features.get(id) ?? otherSet?.features.get(id);
    return <InPopup overlap={overlap} id={id} row={feature && sorted.rowOf(feature)} />;
  };
  useFeatureLayer(map, set, { selected: '', open: undefined, pointed: pointed ?? under, sorted, order: 2 });
  const count = totalOf(rowsOnMap(client, overlap, switchedOn).map(({ row }) => row));
  return (
    <div className="kk-overlap-map">
      <MapView
        host={host}
        map={map}
        opens
        name={messages.format('overlap.map', { label })}
        description={messages.format('overlap.mapShows', { count })}
        legend={overlapLegend(client, messages, overlap, switchedOn)}
        fitAll={bounds && map ? () => map.fit(bounds) : undefined}
      >
        {map && hit && <MapPopup map={map} hit={hit} close={close} row={inPopup} />}
      </MapView>
      {switchedOn.length > 0 && (
        <OtherLayer
          {...{ map, sorted }}
          query={queryInReach(overlap, switchedOn)}
          types={switchedOn}
          pointed={pointed ?? under}
          onSet={setOtherSet}
        />
      )}
      {children}
    </div>
  );
});
