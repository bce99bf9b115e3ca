// Map of all trips of a program or a work item: their lines, the records made on them, work items, and the points of the selected trip.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  Band,
  Empty,
  Loading,
  PartFailed,
  useAnswer,
  useClient,
  useMessages,
  type TabProps,
} from 'src/client/extend.ts';
import {
  boundsAround,
  MAP_COLOURS,
  MapView,
  useFeatureLayer,
  useFeatureSet,
  useMap,
  useTrackLayer,
  type FeatureSet,
  type LegendEntry,
  type LonLat,
  type MapController,
  type Track,
} from 'src/client/extendMap.ts';
import { FIELD_DATA, WORK_ITEM } from 'src/domain/geokeeper/review/fieldDataType.ts';
import { WorkItemsPanel } from 'src/domain/geokeeper/review/recordPanels.client.tsx';
import { shownTrack } from 'src/domain/geokeeper/review/TripMap.client.tsx';
import { tripBounds } from 'src/domain/geokeeper/review/tripBounds.client.ts';
import { TripList } from 'src/domain/geokeeper/review/tripList.client.tsx';
import { statedPoints, tripLines } from 'src/domain/geokeeper/review/tripTrack.ts';
import { useStreamedTrips, type StreamedTrip } from 'src/domain/geokeeper/review/useStreamedTrips.client.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId, typeOfId } from 'src/model/item/itemKey.ts';
import 'src/domain/geokeeper/review/fieldReview.css';
import 'src/domain/geokeeper/pageMessages/fieldReviewMessages.client.ts';

/** The newest trips that one map shows. */
const MOST_TRIPS = 100;
const NO_LINES: Track = { colour: MAP_COLOURS.plain, lines: [], points: [] };

/** Returns the lines of all trips without their points, so that the map stays fast with a hundred of them. */
const linesOfTrips = (trips: readonly StreamedTrip[]): Track => ({
  ...NO_LINES,
  lines: trips.flatMap(({ track }) =>
    track ? tripLines(track).map((line) => line.map(({ lat, lon }): LonLat => [lon, lat])) : [],
  ),
});

const useTripsLegend = (): readonly LegendEntry[] => {
  const messages = useMessages();
  return [
    { name: messages.format('fieldReview.legend.line'), colour: MAP_COLOURS.plain },
    { name: messages.format('fieldReview.tripSelected'), colour: MAP_COLOURS.selected },
    { name: messages.format('fieldReview.legend.points'), colour: MAP_COLOURS.fieldPoint },
    { name: messages.format('fieldReview.pointStates.OUTSIDE'), colour: MAP_COLOURS.outsideSegment },
    { name: messages.format('fieldReview.pointStates.DELETED'), colour: MAP_COLOURS.deleted },
    { name: messages.format('fieldReview.workItems'), colour: MAP_COLOURS.workItem },
  ];
};

interface TripsMapProps {
  readonly label: string;
  readonly trips: readonly StreamedTrip[];
  readonly records: FeatureSet;
  readonly workItems: FeatureSet;
  readonly chosen: StreamedTrip | undefined;
  /** The selected record or work item. */
  readonly open: ItemId | undefined;
  readonly chooseItem: (id: ItemId | undefined) => void;
}

/** Moves the map to the selected trip, and to all trips when the first of them are there. */
const useTripsView = (map: MapController | undefined, { trips, records, chosen }: TripsMapProps) => {
  const all = useMemo(
    () =>
      boundsAround(
        trips.flatMap(({ track }) => {
          const bounds = track && tripBounds(track.segments, undefined);
          return bounds ? [bounds] : [];
        }),
      ),
    [trips],
  );
  const every = tripBounds([], records.bounds);
  const bounds = all && every ? boundsAround([all, every]) : (all ?? every);
  const ofChosen = chosen?.track && tripBounds(chosen.track.segments, undefined);
  const place = (ofChosen ?? bounds)?.join(' ');
  useEffect(() => {
    const [west = 0, south = 0, east = 0, north = 0] = place?.split(' ').map(Number) ?? [];
    if (map && place !== undefined) map.fit([west, south, east, north], { glide: false });
  }, [map, place]);
  return bounds;
};

const TripsMap = observer((props: TripsMapProps) => {
  const { label, trips, records, workItems, chosen, open, chooseItem } = props;
  const { site } = useClient();
  const messages = useMessages();
  const { host, map } = useMap({ bounds: site.defaultBounds });
  const bounds = useTripsView(map, props);
  const lines = useMemo(() => linesOfTrips(trips), [trips]);
  const track = chosen?.track;
  const ofChosen = useMemo(
    (): Track => (track ? { ...shownTrack(track, statedPoints(track)), colour: MAP_COLOURS.selected } : NO_LINES),
    [track],
  );
  useFeatureLayer(map, workItems, {
    ...{ selected: '', open, pointed: undefined, colour: MAP_COLOURS.workItem, order: 1 },
  });
  useTrackLayer(map, { track: lines, selected: undefined, order: 2 });
  useTrackLayer(map, { track: ofChosen, selected: undefined, order: 3 });
  useFeatureLayer(map, records, {
    ...{ selected: '', open, pointed: undefined, colour: MAP_COLOURS.fieldPoint, order: 4 },
  });
  useEffect(
    () => map?.clicked.add((hit) => chooseItem(hit?.ids.find((id) => tryParseItemId(id) !== undefined))),
    [map, chooseItem],
  );
  return (
    <MapView
      {...{ host, map, opens: true }}
      name={messages.format('fieldReview.tripsMap', { label })}
      description={messages.format('fieldReview.tripsShown', { trips: trips.length, records: records.count })}
      legend={useTripsLegend()}
      fitAll={map && bounds ? () => map.fit(bounds) : undefined}
    />
  );
});

interface LoadedTripsProps {
  readonly item: Item;
  readonly ids: readonly ItemId[];
  readonly total: number;
}

const useFeaturesOfTrips = (ids: readonly ItemId[], program: ItemId | undefined) => ({
  records: useFeatureSet({
    ...{ types: [FIELD_DATA], everything: true },
    query: { must: { _t: [FIELD_DATA], trip: [...ids] } },
  }),
  workItems: useFeatureSet({
    ...{ types: [WORK_ITEM], everything: true },
    query: { must: { _t: [WORK_ITEM], program: [program ?? ''] } },
  }),
});

const LoadedTrips = observer(({ item, ids, total }: LoadedTripsProps) => {
  const messages = useMessages();
  const { trips, isWhole, failure, again } = useStreamedTrips(ids);
  const [trip, setTrip] = useState<ItemId>();
  const [open, setOpen] = useState<ItemId>();
  const program = item._t === WORK_ITEM ? String(item['program'] ?? '') : item.$id;
  const { records, workItems } = useFeaturesOfTrips(ids, program);
  const chooseItem = useCallback((id: ItemId | undefined) => setOpen(id), []);
  const workItem = open !== undefined && typeOfId(open) === WORK_ITEM ? open : undefined;
  const shown = useMemo(
    () => (workItem === undefined ? trips : trips.filter((each) => each.workItem === workItem)),
    [trips, workItem],
  );
  return (
    <div className="kk-trip">
      {item['lockToTrip'] === true && <Band tone="info">{messages.format('fieldReview.onTripOnly')}</Band>}
      {failure !== undefined && <PartFailed {...{ message: 'fieldReview.tripsFailed', failure, again }} />}
      <div className="kk-trip-sides">
        <TripsMap
          {...{ label: item.$label, trips: shown, records, workItems, open, chooseItem }}
          chosen={shown.find(({ id }) => id === trip)}
        />
        <div className="kk-trip-panels">
          {!isWhole && failure === undefined && (
            <p className="kk-soft" role="status">
              {messages.format('fieldReview.tripsLoading', { done: trips.length, total: ids.length })}
            </p>
          )}
          <TripList {...{ trips: shown, trip, setTrip, isFiltered: workItem !== undefined }} />
          {total > ids.length && (
            <p className="kk-soft">{messages.format('fieldReview.tripsMore', { count: ids.length })}</p>
          )}
          {item._t !== WORK_ITEM && <WorkItemsPanel program={program} record={open} chooseRecord={chooseItem} />}
        </div>
      </div>
    </div>
  );
});

const TripsOf = observer(({ item }: { readonly item: Item }) => {
  const messages = useMessages();
  const path = item._t === WORK_ITEM ? 'workItem' : 'program';
  const { answer, failure, again } = useAnswer(
    {
      must: { _t: [FIELD_DATA], formType: ['trip'], [path]: [item.$id] },
      ...{ sort: [{ key: 'collected', order: 'desc' }], max: MOST_TRIPS },
    },
    [FIELD_DATA],
  );
  if (!answer)
    return failure === undefined ? (
      <Loading />
    ) : (
      <PartFailed {...{ message: 'fieldReview.tripsFailed', failure, again }} />
    );
  if (answer.ids.length === 0)
    return (
      <Empty icon="route" title={messages.format('fieldReview.noTrips')}>
        {messages.format('fieldReview.noTripsHint')}
      </Empty>
    );
  return <LoadedTrips item={item} ids={answer.ids} total={answer.total} />;
});

export const TripsPage = ({ item }: TabProps) => <TripsOf key={item.$id} item={item} />;
