// What lies in the area of an item and around it, asked of the server when the item or the bands change, and when one asks again.

import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';

interface Asked {
  readonly item: Item;
  readonly path: string;
  readonly bands: readonly number[];
}

interface Answered {
  readonly of: ItemId;
  readonly question: string;
  readonly overlap?: Overlap;
  readonly failure?: unknown;
}

export interface UsedOverlap {
  /** Undefined until it is known; the one before while another is asked for. */
  readonly overlap: Overlap | undefined;
  readonly loading: boolean;
  readonly failure: unknown;
  readonly again: () => Promise<void>;
}

export const useOverlap = ({ item, path, bands }: Asked): UsedOverlap => {
  const { connection } = useClient();
  const [answered, setAnswered] = useState<Answered>();
  const { $id, _t, _i } = item;
  // Another area, or other bands, are another question.
  const question = `${$id} ${path} ${bands.join()} ${JSON.stringify(item[path] ?? null)}`;
  const named = bands.join();
  const ask = useCallback(
    async (isWanted = (): boolean => true): Promise<void> => {
      const of = { of: $id, question };
      try {
        const body = { _t, _i, path, bands: named.split(',').map(Number) };
        const answer = await connection.send('act/overlap', body as Json as never);
        if (isWanted()) setAnswered({ ...of, overlap: answer as unknown as Overlap });
      } catch (failure) {
        if (isWanted()) setAnswered({ ...of, failure });
      }
    },
    [connection, $id, _t, _i, path, named, question],
  );
  useEffect(() => {
    let wanted = true;
    const read = (): void => void ask(() => wanted);
    const retry = connection.onAuthed(read);
    read();
    return () => {
      wanted = false;
      retry();
    };
  }, [ask, connection]);
  const known = answered?.of === $id ? answered : undefined;
  const isCurrent = known?.question === question;
  return {
    overlap: known?.overlap,
    loading: !isCurrent,
    failure: isCurrent ? known.failure : undefined,
    again: () => ask(),
  };
};
