// The people of one owner with their rights, and what can be done with these. Every change can be undone from its notice.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { useCallback, useRef } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
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
  /** The error of the last reading, if it failed. */
  readonly failure: unknown;
  readonly load: () => Promise<void>;
  /** `undefined` takes everything. */
  readonly set: (person: Pick<Person, '$id' | 'name'>, rights: Rights | undefined) => Promise<boolean>;
  /** Gives or takes one role. Waits for earlier changes, so that it does not revert them. */
  readonly setRole: (person: Pick<Person, '$id' | 'name'>, role: string, held: boolean) => Promise<boolean>;
}

export const NO_RIGHTS: Rights = { reads: 'COMMUNITY', admin: false, capabilities: [], from: null, to: null };

export const copiedRights = ({ reads, admin, capabilities, from, to }: Rights): Rights => ({
  ...{ reads, admin, capabilities, from, to },
});

/** The roles with this one given, or taken where it was there. */
export const toggledRole = (roles: readonly string[], name: string): readonly string[] =>
  roles.includes(name) ? roles.filter((each) => each !== name) : [...roles, name];

const withRightsOf = (answer: Answer | undefined, id: ItemId, rights: Rights | undefined): Answer | undefined =>
  answer &&
  rights && {
    ...answer,
    people: answer.people.map((each) =>
      each.$id === id ? { ...each, ...rights, capabilities: [...rights.capabilities] } : each,
    ),
  };

export const usePeople = (owner: ItemId): People => {
  const { connection, alerts, items } = useClient();
  /** Includes the changes that were saved since the last answer. */
  const newest = useRef<Answer>(undefined);
  const lastChange = useRef<Promise<unknown>>(Promise.resolve());
  const ask = useCallback(async (): Promise<Answer> => {
    const answered = await connection.send('act/peopleRights', { owner });
    // Their names are here: no row shows an id until its item is read.
    items.putLabels(Object.fromEntries(answered.people.map(({ $id, name }) => [$id, name])));
    newest.current = answered;
    return answered;
  }, [connection, items, owner]);
  const { answer, failure, again } = useServerData({ of: owner, ask });

  const inOrder = (change: () => Promise<boolean>): Promise<boolean> => {
    const own = lastChange.current.then(change);
    lastChange.current = own;
    return own;
  };
  const write = async (id: ItemId, rights: Rights | undefined): Promise<boolean> => {
    const { type, number } = parseItemId(id);
    try {
      await connection.send('act/setMembership', { _t: type, _i: number, owner, rights: rights ?? null });
      newest.current = withRightsOf(newest.current, id, rights);
      return true;
    } catch (thrown) {
      alerts.error(thrown);
      return false;
    } finally {
      await again();
    }
  };
  const rightsOf = (id: ItemId): Rights | undefined => {
    const known = newest.current?.people.find(({ $id }) => $id === id);
    return known && copiedRights(known);
  };
  const change = async ({ $id, name }: Pick<Person, '$id' | 'name'>, rights: Rights | undefined): Promise<boolean> => {
    const before = rightsOf($id);
    const isDone = await write($id, rights);
    const undo = (): void => void inOrder(() => write($id, before));
    if (isDone) alerts.info(rights ? 'people.changed' : 'people.taken', { name }, { message: 'bulk.undo', run: undo });
    return isDone;
  };

  return {
    answer,
    failure,
    load: again,
    set: (person, rights) => inOrder(() => change(person, rights)),
    setRole: (person, role, held) =>
      inOrder(async () => {
        const before = rightsOf(person.$id);
        if (!before || before.capabilities.includes(role) === held) return before !== undefined;
        return await change(person, { ...before, capabilities: toggledRole(before.capabilities, role) });
      }),
  };
};
