// The map of a trip, or of the trip on which a record was made, with its panels. Edits wait until they are saved or discarded.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Empty, Loading, useClient, useMessages, type TabProps } from 'src/client/extend.ts';
import { useFeatureSet } from 'src/client/extendMap.ts';
import { FIELD_DATA, WORK_ITEM } from 'src/domain/geokeeper/review/fieldDataType.ts';
import { PointSelection } from 'src/domain/geokeeper/review/PointSelection.client.ts';
import { RecordsPanel, WorkItemsPanel } from 'src/domain/geokeeper/review/recordPanels.client.tsx';
import { TripMap } from 'src/domain/geokeeper/review/TripMap.client.tsx';
import { PointsPanel, SegmentsPanel, SelectedPointPanel } from 'src/domain/geokeeper/review/tripPanels.client.tsx';
import { statedPoints, type EditedTrack } from 'src/domain/geokeeper/review/tripTrack.ts';
import { useTripTrack } from 'src/domain/geokeeper/review/useTripTrack.client.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import 'src/domain/geokeeper/review/fieldReview.css';

const NO_TRACK: EditedTrack = { segments: [] };

const idAt = (item: Item, path: string): ItemId | undefined =>
  typeof item[path] === 'string' ? item[path] : undefined;

/** The features of the records and of the work items, which follow the changes of others. */
const useTripFeatures = (item: Item, trip: ItemId | undefined) => {
  const records = useFeatureSet({
    ...{ types: [FIELD_DATA], everything: true },
    query: { must: { _t: [FIELD_DATA], ...(trip === undefined ? { $id: [item.$id] } : { trip: [trip] }) } },
  });
  const program = idAt(item, 'program');
  const workItems = useFeatureSet({
    ...{ types: [WORK_ITEM], everything: true },
    query: { must: { _t: [WORK_ITEM], program: [program ?? ''] } },
  });
  return { records, workItems, program };
};

interface LoadedTripProps {
  readonly item: Item;
  /** The trip itself; undefined for a record that was made without one. */
  readonly trip: Item | undefined;
  readonly track: EditedTrack;
}

const LoadedTrip = observer(({ item, trip, track }: LoadedTripProps) => {
  const [selection] = useState(() => new PointSelection());
  const [record, setRecord] = useState<ItemId | undefined>(trip?.$id === item.$id ? undefined : item.$id);
  const points = useMemo(() => statedPoints(track), [track]);
  useEffect(() => selection.show(points), [selection, points]);
  const { records, workItems, program } = useTripFeatures(item, trip?.$id);
  const hasPoints = points.length > 0;
  return (
    <div className="kk-trip">
      <div className="kk-trip-sides">
        <TripMap
          {...{
            label: (trip ?? item).$label,
            track,
            points,
            records,
            workItems,
            selection,
            record,
            chooseRecord: setRecord,
          }}
        />
        <div className="kk-trip-panels">
          <SelectedPointPanel {...{ points, selection }} />
          {hasPoints && <SegmentsPanel {...{ track, points }} />}
          {trip && <RecordsPanel {...{ trip: trip.$id, record, chooseRecord: setRecord }} />}
          {program !== undefined && <WorkItemsPanel {...{ program, record, chooseRecord: setRecord }} />}
          {hasPoints && <PointsPanel points={points} selection={selection} />}
        </div>
      </div>
    </div>
  );
});

/** Returns the trip on which a record was made, or the item itself when it is the trip. */
const useTrip = (item: Item): { readonly trip: Item | undefined; readonly loading: boolean } => {
  const { items } = useClient();
  if (item['formType'] === 'trip') return { trip: item, loading: false };
  const id = idAt(item, 'trip');
  const loaded = id === undefined ? undefined : items.get(id);
  return { trip: loaded?.state === 'ready' ? loaded.item : undefined, loading: loaded?.state === 'loading' };
};

const TripMapOf = observer(({ item }: { readonly item: Item }) => {
  const messages = useMessages();
  const { trip, loading } = useTrip(item);
  const track = useTripTrack(trip);
  if (loading) return <Loading />;
  if (!trip && item['place'] === undefined) return <Empty icon="map" title={messages.format('fieldReview.noPlace')} />;
  return <LoadedTrip item={item} trip={trip} track={track ?? NO_TRACK} />;
});

export const TripMapPage = ({ item }: TabProps) => <TripMapOf key={item.$id} item={item} />;
