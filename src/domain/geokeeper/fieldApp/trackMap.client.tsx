// The line of a trip on the base map that ships with the product, which needs no connection.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button, useClient, useMessages } from 'src/client/extendFrame.ts';
import { boundsOfAll, boundsShown, furthestColour, type MapFeature, MapView, useMap } from 'src/client/extendMap.ts';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { TrackPoint } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { type FieldEntry, trackOf } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Positions after which the line is drawn again. */
const DRAW_EVERY = 5;
/** Chunks of positions that are one line on the map. */
const CHUNKS_PER_PART = 10;
const FIELD_LINE_COLOUR = furthestColour([]);

type Chunks = readonly (readonly TrackPoint[])[];

/** Returns the line of a part of the chunks, which continues that of the part before; undefined without a line. */
const linePart = (chunks: Chunks, from: number): MapFeature | undefined => {
  const { segments } = trackOf([chunks[from - 1]?.slice(-1) ?? [], ...chunks.slice(from, from + CHUNKS_PER_PART)]);
  const lines = segments.filter(({ length }) => length > 1);
  const geometry: Json = {
    type: 'MultiLineString',
    coordinates: lines.map((line) => line.map(({ lon, lat }) => [lon, lat])),
  };
  const bbox = boundsShown(geometry);
  return bbox && { $id: `trip-${from}`, type: '', label: '', geometry, bbox };
};

interface TripLine {
  readonly of: string;
  readonly chunks: Chunks;
  /** One for each CHUNKS_PER_PART of the chunks. The same objects as long as nothing changes, so that only the newest part is drawn again. */
  readonly parts: readonly (MapFeature | undefined)[];
}

/**
 * Returns the line of the trip in parts, with the positions of the recording that is going on. Only the newest chunk is written again, so
 * the earlier ones of a long trip are read once.
 */
const useTripLine = ({ instanceId, progress }: FieldEntry): readonly MapFeature[] => {
  const { store } = useFieldPage();
  const [features, setFeatures] = useState<readonly MapFeature[]>([]);
  const read = useRef<TripLine>(undefined);
  const step = Math.floor((progress?.points ?? 0) / DRAW_EVERY);
  useEffect(() => {
    let left = false;
    const known = read.current?.of === instanceId ? read.current : undefined;
    const before = known?.chunks.slice(0, -1) ?? [];
    void store.vault.points(instanceId, before.length).then((later) => {
      if (left) return;
      const chunks = [...before, ...later];
      const whole = Math.floor(before.length / CHUNKS_PER_PART);
      const parts = Array.from({ length: Math.ceil(chunks.length / CHUNKS_PER_PART) }, (_, at) =>
        at < whole ? known?.parts[at] : linePart(chunks, at * CHUNKS_PER_PART),
      );
      read.current = { of: instanceId, chunks, parts };
      setFeatures(parts.filter((part) => part !== undefined));
    });
    return () => {
      left = true;
    };
  }, [store, instanceId, step]);
  return features;
};

export const FieldTripMap = observer(({ entry }: { readonly entry: FieldEntry }) => {
  const { site } = useClient();
  const messages = useMessages();
  const features = useTripLine(entry);
  const bbox = useMemo(() => boundsOfAll(features), [features]);
  const { host, map } = useMap({ bounds: bbox ?? site.defaultBounds, wheel: false });
  const layer = useMemo(() => map?.addLayer(), [map]);
  useEffect(() => layer?.show(new Map(features.map((part) => [part.$id, part]))), [layer, features]);
  const theme = map?.theme;
  useEffect(() => {
    if (theme) layer?.style({ theme, colourOf: () => FIELD_LINE_COLOUR, selected: new Set(), pointed: undefined });
  }, [layer, theme]);
  const [follows, setFollows] = useState(true);
  const last = entry.progress?.last;
  const isRecording = entry.progress?.state === 'recording';
  useEffect(() => {
    if (map && follows && isRecording && last) map.bringIn([last.lon, last.lat, last.lon, last.lat], { centred: true });
  }, [map, follows, isRecording, last]);
  const isShown = bbox !== undefined;
  useEffect(() => {
    // Later positions do not move a map that the person may have moved.
    if (map && bbox) map.fit(bbox, { glide: false });
  }, [map, isShown]); // oxlint-disable-line react/exhaustive-deps -- see above
  return (
    <div className="kk-field-map">
      {isRecording && (
        <Button icon="locate" aria-pressed={follows} active={follows} onClick={() => setFollows(!follows)}>
          {messages.format('field.trip.follow')}
        </Button>
      )}
      <MapView
        host={host}
        map={map}
        name={messages.format('field.trip.mapName')}
        description={messages.format('field.trip.mapShows', { points: entry.progress?.points ?? 0 })}
        legend={[{ name: messages.format('field.trip.mapName'), colour: FIELD_LINE_COLOUR }]}
        fitAll={map && bbox ? () => map.fit(bbox) : undefined}
      />
    </div>
  );
});
