// The line of a trip on the base map that ships with the product, which needs no connection.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button, useClient, useMessages } from 'src/client/extendFrame.ts';
import { boundsShown, furthestColour, MapView, useMap } from 'src/client/extendMap.ts';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { TrackPoint } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { type FieldEntry, trackOf } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Positions after which the line is drawn again. */
const DRAW_EVERY = 5;
const FIELD_LINE_COLOUR = furthestColour([]);

const lineOf = (segments: readonly (readonly Position[])[]): Json => ({
  type: 'MultiLineString',
  coordinates: segments.filter(({ length }) => length > 1).map((line) => line.map(({ lon, lat }) => [lon, lat])),
});

/**
 * Returns the segments of the trip, with the positions of the recording that is going on. Only the newest chunk is written again, so the
 * earlier ones of a long trip are read once.
 */
const useSegments = ({ instanceId, progress }: FieldEntry): readonly (readonly Position[])[] => {
  const { store } = useFieldPage();
  const [segments, setSegments] = useState<readonly (readonly Position[])[]>([]);
  const read = useRef<{ readonly of: string; readonly chunks: readonly (readonly TrackPoint[])[] }>(undefined);
  const step = Math.floor((progress?.points ?? 0) / DRAW_EVERY);
  useEffect(() => {
    let left = false;
    const before = read.current?.of === instanceId ? read.current.chunks.slice(0, -1) : [];
    void store.vault.points(instanceId, before.length).then((later) => {
      if (left) return;
      const chunks = [...before, ...later];
      read.current = { of: instanceId, chunks };
      setSegments(trackOf(chunks).segments);
    });
    return () => {
      left = true;
    };
  }, [store, instanceId, step]);
  return segments;
};

export const FieldTripMap = observer(({ entry }: { readonly entry: FieldEntry }) => {
  const { site } = useClient();
  const messages = useMessages();
  const segments = useSegments(entry);
  const geometry = useMemo(() => lineOf(segments), [segments]);
  const bbox = boundsShown(geometry);
  const { host, map } = useMap({ bounds: bbox ?? site.defaultBounds, wheel: false });
  const layer = useMemo(() => map?.addLayer(), [map]);
  useEffect(() => {
    const line = { $id: 'trip', type: '', label: entry.title, geometry, bbox };
    layer?.show(bbox ? new Map([['trip', { ...line, bbox }]]) : new Map());
  }, [layer, geometry, entry.title]); // oxlint-disable-line react/exhaustive-deps -- the bounds follow from the geometry
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
