// The people of one owner with their rights, and what can be done with these. Every change can be undone from its notice.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';

export interface Rights {
  readonly reads: Level;
  readonly admin: boolean;
  readonly capabilities: readonly string[];
  /** Instants; null for no bound. */
  readonly from: string | null;
  readonly to: string | null;
}

export type Person = Answer['people'][number];

type Answer = Endpoints['peopleRights']['answer'];

export interface People {
  readonly answer: Answer | undefined;
  /** Why the last reading failed. */
  readonly failure: unknown;
  readonly load: () => Promise<void>;
  /** `undefined` takes everything. */
  readonly set: (person: Pick<Person, '$id' | 'name'>, rights: Rights | undefined) => Promise<boolean>;
}

export const NO_RIGHTS: Rights = { reads: 'COMMUNITY', admin: false, capabilities: [], from: null, to: null };

export const copiedRights = ({ reads, admin, capabilities, from, to }: Rights): Rights => ({
  ...{ reads, admin, capabilities, from, to },
});

/** The roles with this one given, or taken where it was there. */
export const toggledRole = (roles: readonly string[], name: string): readonly string[] =>
  roles.includes(name) ? roles.filter((each) => each !== name) : [...roles, name];

export const usePeople = (owner: ItemId): People => {
  const { connection, alerts, items } = useClient();
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(
    (): Promise<void> =>
      connection.send('act/peopleRights', { owner }).then(
        (answered) => {
          // Their names are here: no row shows an id until its item is read.
          items.putLabels(Object.fromEntries(answered.people.map(({ $id, name }) => [$id, name])));
          setAnswer(answered);
          setFailure(undefined);
        },
        (thrown: unknown) => setFailure(thrown),
      ),
    [connection, items, owner],
  );
  useEffect(() => {
    void load();
    return connection.onAuthed(() => void load());
  }, [connection, load]);

  const write = async (id: ItemId, rights: Rights | undefined): Promise<boolean> => {
    const { type, number } = parseItemId(id);
    try {
      await connection.send('act/setMembership', { _t: type, _i: number, owner, rights: rights ?? null });
      return true;
    } catch (thrown) {
      alerts.error(thrown);
      return false;
    } finally {
      await load();
    }
  };

  return {
    answer,
    failure,
    load,
    set: async ({ $id, name }, rights) => {
      const before = answer?.people.find((each) => each.$id === $id);
      const isDone = await write($id, rights);
      const undo = (): void => void write($id, before && copiedRights(before));
      if (isDone)
        alerts.info(rights ? 'people.changed' : 'people.taken', { name }, { message: 'bulk.undo', run: undo });
      return isDone;
    },
  };
};
