// Which value lists this person may change, and whose values of them: asked of the server, so that nothing is offered that will be refused.

import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface Answer {
  readonly all: boolean;
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

export interface ListRights {
  /** Undefined until it is known. */
  readonly mayChange: ((list: string, owner?: ItemId) => boolean) | undefined;
  readonly ownersOf: (list: string) => readonly string[];
  readonly failure: unknown;
  readonly load: () => void;
}

export const useListRights = (): ListRights => {
  const { connection } = useClient();
  const [known, setKnown] = useState<Answer>();
  const [failure, setFailure] = useState<unknown>();
  const [round, setRound] = useState(0);
  const load = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    let shown = true;
    connection.send('act/listRights', {}).then(
      (answer) => {
        if (!shown) return;
        setKnown(answer as unknown as Answer);
        setFailure(undefined);
      },
      (thrown: unknown) => shown && setFailure(thrown),
    );
    return () => {
      shown = false;
    };
  }, [connection, round]);
  const ownersOf = (list: string): readonly string[] => known?.lists[list] ?? [];
  return {
    ownersOf,
    mayChange:
      known &&
      ((list, owner) =>
        known.all || (owner === undefined ? ownersOf(list).length > 0 : ownersOf(list).includes(owner))),
    failure: known ? undefined : failure,
    load,
  };
};
