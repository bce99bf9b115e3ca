// Which value lists this person may change, and whose values of them: asked of the server, so that nothing is offered that will be refused.

import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

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

const changesIn = ({ all, lists }: Answer, list: string, owner: string): boolean =>
  all || lists[list]?.includes(owner) === true;

/** Holds the server's answer for each signed-in person, so that all fields of a page ask once. */
const answers = new WeakMap<object, Promise<Answer>>();

/** Returns whether this person may change the values that an owner, or the site, has in a list; false until it is known. */
export const useListRight = (list: string, owner: string): boolean => {
  const { connection, session } = useClient();
  const { user } = session;
  const [known, setKnown] = useState<Answer>();
  // Most people change no list at all, which is known without asking.
  const isAsked = user?.creatable.includes(SYSTEM_TYPES.listValue) === true;
  useEffect(() => {
    if (!user || !isAsked) return undefined;
    let shown = true;
    const asked = answers.get(user) ?? (connection.send('act/listRights', {}) as unknown as Promise<Answer>);
    answers.set(user, asked);
    asked.then(
      (answer) => shown && setKnown(answer),
      // A link that is not shown is no loss, and the next field asks again.
      () => answers.delete(user),
    );
    return () => {
      shown = false;
    };
  }, [connection, user, isAsked]);
  return known !== undefined && changesIn(known, list, owner);
};

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
