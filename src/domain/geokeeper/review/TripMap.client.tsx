// Map of a trip: its line and points, the records made on it, work items, and what unsaved edits move. A click selects what is there.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useClient, useMessages } from 'src/client/extend.ts';
import {
  MAP_COLOURS,
  MapView,
  pointRadius,
  useFeatureLayer,
  useMap,
  useMovedFeatures,
  useTrackLayer,
  type FeatureSet,
  type LegendEntry,
  type LonLat,
  type MapController,
  type MapFeature,
  type Track,
} from 'src/client/extendMap.ts';
import type { PointSelection } from 'src/domain/geokeeper/review/PointSelection.client.ts';
import { tripBounds } from 'src/domain/geokeeper/review/tripBounds.client.ts';
import {
  tripLines,
  type EditedTrack,
  type StatedPoint,
  type TrackPointKey,
  type TrackPointState,
} from 'src/domain/geokeeper/review/tripTrack.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** Pixels of a point whose accuracy the device did not record. */
const UNKNOWN_RADIUS = 2;
const POINT_ID = 'point ';

const STATE_COLOURS: Readonly<Record<TrackPointState, string>> = {
  IN_TRIP: MAP_COLOURS.fieldPoint,
  OUTSIDE: MAP_COLOURS.outsideSegment,
  DELETED: MAP_COLOURS.deleted,
};

/** Returns the track as the map draws it. */
export const shownTrack = (track: EditedTrack, points: readonly StatedPoint[]): Track => ({
  colour: MAP_COLOURS.plain,
  lines: tripLines(track).map((line) => line.map(({ lat, lon }): LonLat => [lon, lat])),
  points: points.map(({ key, position: { lat, lon, accuracy }, state }) => ({
    id: `${POINT_ID}${key}`,
    at: [lon, lat],
    radius: accuracy === undefined ? UNKNOWN_RADIUS : pointRadius(accuracy),
    colour: STATE_COLOURS[state],
    accuracy,
  })),
});

interface TripMapProps {
  readonly label: string;
  readonly track: EditedTrack;
  readonly points: readonly StatedPoint[];
  readonly records: FeatureSet;
  readonly workItems: FeatureSet;
  /** Records at the places of unsaved edits. */
  readonly moved: ReadonlyMap<ItemId, MapFeature>;
  readonly selection: PointSelection;
  readonly record: ItemId | undefined;
  readonly chooseRecord: (id: ItemId | undefined) => void;
  readonly onMap: (map: MapController | undefined) => void;
}

/** Passes a click on to the selection: a record or a work item first, because they cover the points below them. */
const useTripClicks = (map: MapController | undefined, { selection, chooseRecord }: TripMapProps): void => {
  useEffect(
    () =>
      map?.clicked.add((hit) => {
        const ids = hit?.ids.filter((id) => id !== '') ?? [];
        const item = ids.find((id) => !id.startsWith(POINT_ID));
        const point = ids.find((id) => id.startsWith(POINT_ID));
        chooseRecord(item);
        if (item === undefined) selection.choose(point?.slice(POINT_ID.length) as TrackPointKey | undefined);
      }),
    [map, selection, chooseRecord],
  );
};

const useLegend = (): readonly LegendEntry[] => {
  const messages = useMessages();
  return [
    { name: messages.format('fieldReview.legend.line'), colour: MAP_COLOURS.plain },
    { name: messages.format('fieldReview.legend.points'), colour: MAP_COLOURS.fieldPoint },
    { name: messages.format('fieldReview.pointStates.OUTSIDE'), colour: MAP_COLOURS.outsideSegment },
    { name: messages.format('fieldReview.pointStates.DELETED'), colour: MAP_COLOURS.deleted },
    { name: messages.format('fieldReview.selectedOne'), colour: MAP_COLOURS.selected },
    { name: messages.format('fieldReview.workItems'), colour: MAP_COLOURS.workItem },
  ];
};

export const ReviewTripMap = observer((props: TripMapProps) => {
  const { label, track, points, records, workItems, moved, selection, record, onMap } = props;
  const { site } = useClient();
  const messages = useMessages();
  // The bounds of the recorded track, so that an edit does not move the map.
  const bounds = useMemo(() => tripBounds(track.segments, records.bounds), [track.segments, records.bounds]);
  const { host, map } = useMap({ bounds: bounds ?? site.defaultBounds });
  const shown = useMemo(() => shownTrack(track, points), [track, points]);
  const legend = useLegend();
  const selected = selection.focus === undefined ? undefined : `${POINT_ID}${selection.focus}`;
  useTrackLayer(map, { track: shown, selected, order: 2 });
  useFeatureLayer(map, workItems, {
    selected: '',
    open: record,
    pointed: undefined,
    colour: MAP_COLOURS.workItem,
    order: 1,
  });
  useFeatureLayer(map, records, {
    selected: '',
    open: record,
    pointed: undefined,
    colour: MAP_COLOURS.fieldPoint,
    order: 3,
  });
  useMovedFeatures(map, moved, { colour: MAP_COLOURS.selected, order: 4 });
  useTripClicks(map, props);
  const place = bounds?.join(' ');
  useEffect(() => {
    const [west = 0, south = 0, east = 0, north = 0] = place?.split(' ').map(Number) ?? [];
    if (map && place !== undefined) map.fit([west, south, east, north], { glide: false });
  }, [map, place]);
  useEffect(() => {
    onMap(map);
    return () => onMap(undefined);
  }, [map, onMap]);
  return (
    <MapView
      host={host}
      map={map}
      opens
      name={messages.format('fieldReview.map', { label })}
      description={messages.format('fieldReview.mapShows', { points: points.length, records: records.count })}
      legend={legend}
      fitAll={map && bounds ? () => map.fit(bounds) : undefined}
    />
  );
});
