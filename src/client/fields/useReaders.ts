// Options of a field for people who work on an item: people who may read it, the members of its owners first. The server refuses others.

import { useCallback } from 'react';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Suggestion } from 'src/model/generated/wire.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

interface Asked {
  /** The item; undefined for a field that does not ask this. */
  readonly of: string | undefined;
  readonly typed: string;
  readonly opened: boolean;
}

export interface Readers {
  readonly found: readonly Suggestion[];
  readonly waiting: boolean;
}

export const useReaders = ({ of, typed, opened }: Asked): Readers | undefined => {
  const { connection } = useClient();
  const text = typed.trim();
  const ask = useCallback(async (): Promise<readonly Suggestion[]> => {
    const { type, number } = parseItemId(of ?? '');
    const { people } = await connection.send('act/readersNamed', { _t: type, _i: number, text, working: true });
    return people.map((person) => ({ ...person, type: SYSTEM_TYPES.user }));
  }, [connection, of, text]);
  const asks = of !== undefined && opened;
  const { answer, failure, loading } = useServerData(
    asks ? { of: `${of} ${text}`, ask, ...(text !== '' && { pause: DELAYS.input }) } : undefined,
  );
  if (!asks) return undefined;
  return { found: answer ?? [], waiting: loading && failure === undefined };
};
