// The map of a trip, or of the trip on which a record was made, with its panels. Edits wait until they are saved or discarded.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Empty, Loading, useClient, useMessages, type TabProps } from 'src/client/extend.ts';
import { boundsShown, useFeatureSet, type MapController, type MapFeature } from 'src/client/extendMap.ts';
import { EditsBar } from 'src/domain/geokeeper/review/EditsBar.client.tsx';
import { editedRecord } from 'src/domain/geokeeper/review/editedRecord.client.ts';
import type { FieldDataEdits } from 'src/domain/geokeeper/review/FieldDataEdits.client.ts';
import { FIELD_DATA, isEditableState, WORK_ITEM } from 'src/domain/geokeeper/review/fieldDataType.ts';
import { PointSelection } from 'src/domain/geokeeper/review/PointSelection.client.ts';
import { RecordsPanel, WorkItemsPanel } from 'src/domain/geokeeper/review/recordPanels.client.tsx';
import { ReviewTripMap } from 'src/domain/geokeeper/review/TripMap.client.tsx';
import { PointsPanel, SegmentsPanel, SelectedPointPanel } from 'src/domain/geokeeper/review/tripPanels.client.tsx';
import { statedPoints, type EditedTrack } from 'src/domain/geokeeper/review/tripTrack.ts';
import { useFieldDataEdits } from 'src/domain/geokeeper/review/useFieldDataEdits.client.ts';
import { useTripTrack } from 'src/domain/geokeeper/review/useTripTrack.client.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import 'src/domain/geokeeper/review/fieldReview.css';
import 'src/domain/geokeeper/pageMessages/fieldReviewMessages.client.ts';

const NO_TRACK: EditedTrack = { segments: [] };

const idAt = (item: Item, path: string): ItemId | undefined =>
  typeof item[path] === 'string' ? item[path] : undefined;

/** Returns the records whose place is edited, at their new places. */
const useMoved = (edits: FieldDataEdits): ReadonlyMap<ItemId, MapFeature> => {
  const { items } = useClient();
  const moved = Object.entries(edits.byRecord).flatMap(([id, { place }]) => {
    const bbox = place === undefined ? undefined : boundsShown(place);
    if (place === undefined || !bbox) return [];
    const loaded = items.get(id);
    return [
      { $id: id, type: FIELD_DATA, label: loaded.state === 'ready' ? loaded.item.$label : '', geometry: place, bbox },
    ];
  });
  const key = JSON.stringify(moved);
  return useMemo(() => new Map((JSON.parse(key) as MapFeature[]).map((each) => [each.$id, each])), [key]);
};

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
  readonly recorded: EditedTrack;
}

const LoadedTrip = observer(({ item, trip, recorded }: LoadedTripProps) => {
  const { items } = useClient();
  const edits = useFieldDataEdits(item.$id);
  const [selection] = useState(() => new PointSelection());
  const [map, setMap] = useState<MapController>();
  const [record, setRecord] = useState<ItemId | undefined>(trip?.$id === item.$id ? undefined : item.$id);
  const [moving, setMoving] = useState<ItemId>();
  const track = (trip && edits.of(trip.$id)?.track) ?? recorded;
  const points = useMemo(() => statedPoints(track), [track]);
  useEffect(() => selection.show(points), [selection, points]);
  const { records, workItems, program } = useTripFeatures(item, trip?.$id);
  const moved = useMoved(edits);
  const chooseRecord = useCallback((id: ItemId | undefined): void => {
    setRecord(id);
    setMoving((before) => (before === id ? before : undefined));
  }, []);
  const edit =
    trip && isEditableState(trip['state']) && items.may(trip.$id, 'update')
      ? (next: EditedTrack): void => edits.change(trip.$id, { track: next }, { ...editedRecord(trip), track: recorded })
      : undefined;
  const hasPoints = points.length > 0;
  return (
    <div className="kk-trip">
      <EditsBar edits={edits} />
      <div className="kk-trip-sides">
        <ReviewTripMap
          {...{
            label: (trip ?? item).$label,
            track,
            points,
            records,
            workItems,
            moved,
            selection,
            record,
            chooseRecord,
          }}
          onMap={setMap}
        />
        <div className="kk-trip-panels">
          <SelectedPointPanel {...{ track, points, selection, edit }} />
          {hasPoints && <SegmentsPanel {...{ track, points, edit }} />}
          {trip && <RecordsPanel {...{ trip: trip.$id, map, edits, record, chooseRecord, moving, setMoving }} />}
          {program !== undefined && <WorkItemsPanel {...{ program, record, chooseRecord }} />}
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
  return <LoadedTrip item={item} trip={trip} recorded={track ?? NO_TRACK} />;
});

export const TripMapPage = ({ item }: TabProps) => <TripMapOf key={item.$id} item={item} />;
