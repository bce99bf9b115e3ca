// The trips of a map as the server streams them: each part is drawn as soon as it is there, and all are read again after a change.

import { useCallback, useMemo, useState } from 'react';
import { useClient, useServerData } from 'src/client/extend.ts';
import { FIELD_DATA } from 'src/domain/geokeeper/review/fieldDataType.ts';
import { trackOfStream, type StreamedPoint } from 'src/domain/geokeeper/review/streamedTracks.ts';
import type { EditedTrack } from 'src/domain/geokeeper/review/tripTrack.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId } from 'src/model/item/Item.ts';

type StreamedHead = Omit<Endpoints['streamFieldData']['answer']['fieldData'][number], 'points'>;

export interface StreamedTrip extends StreamedHead {
  /** Undefined for a reader who may not see the exact places of the trip. */
  readonly track: EditedTrack | undefined;
}

interface Gathered {
  readonly head: StreamedHead;
  readonly points: readonly StreamedPoint[];
}

export interface StreamedTrips {
  readonly trips: readonly StreamedTrip[];
  /** All parts have arrived. */
  readonly isWhole: boolean;
  readonly failure: unknown;
  readonly again: () => Promise<void>;
}

export const useStreamedTrips = (ids: readonly ItemId[]): StreamedTrips => {
  const { connection } = useClient();
  const key = ids.join(' ');
  const [gathered, setGathered] = useState<ReadonlyMap<ItemId, Gathered>>(new Map());
  const ask = useCallback(async (): Promise<true> => {
    const found = new Map<ItemId, Gathered>();
    if (key === '') return true;
    await connection.stream('act/streamFieldData', { fieldDataIds: key.split(' ') }, ({ fieldData }) => {
      for (const { points = [], ...head } of fieldData) {
        const before = found.get(head.id)?.points ?? [];
        found.set(head.id, { head, points: [...before, ...points] });
      }
      setGathered(new Map(found));
    });
    return true;
  }, [connection, key]);
  const { answer, failure, again } = useServerData({ of: `trips ${key}`, ask, types: [FIELD_DATA] });
  const trips = useMemo(
    () =>
      key.split(' ').flatMap((id): StreamedTrip[] => {
        const known = gathered.get(id);
        if (!known) return [];
        return [{ ...known.head, track: known.points.length > 0 ? trackOfStream(known.points) : undefined }];
      }),
    [gathered, key],
  );
  return { trips, isWhole: answer === true, failure, again };
};
