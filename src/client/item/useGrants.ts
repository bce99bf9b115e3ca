// Grants on one item: loads them again after each change of the item, adds and removes them. The notice of every change offers undo.

import { useCallback } from 'react';
import type { Grants } from 'src/client/item/accessSummary.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

/** Rights that one person gave to one principal. */
export interface Given {
  /** Principal key, such as `user:User-5`. */
  readonly to: string;
  readonly by: ItemId;
  readonly actions: readonly string[];
}

/** `read:user:User-5` of one granter, gathered by whom it was given to. */
export const givenIn = (grants: Grants): readonly Given[] =>
  Object.entries(grants).flatMap(([by, list]) => {
    const byKey = new Map<string, string[]>();
    for (const grant of list) {
      const at = grant.indexOf(':');
      const to = grant.slice(at + 1);
      byKey.set(to, [...(byKey.get(to) ?? []), grant.slice(0, at)]);
    }
    return [...byKey].map(([to, actions]) => ({ to, by, actions }));
  });

const NO_GRANTS: Grants = {};

export interface ItemGrants {
  /** Empty until the grants are known. */
  readonly given: readonly Given[];
  readonly known: boolean;
  /** The error that prevented the grants from being read, or read again. */
  readonly failure: unknown;
  readonly again: () => Promise<void>;
  /** Resolves to false where the rights were refused, or where the earlier rights of the same grantee could not be read. */
  readonly give: (to: string, actions: readonly string[]) => Promise<boolean>;
  readonly take: (given: Given) => Promise<boolean>;
}

export const useGrants = ({ _t, _i, $id, _u }: Item): ItemGrants => {
  const { connection, alerts, session } = useClient();
  const read = useCallback(
    async (): Promise<Grants> =>
      (await connection.send('getGrantedBy', { grantsFor: { [_t]: [_i] } }))[$id] ?? NO_GRANTS,
    [connection, _t, _i, $id],
  );
  const { answer: grants, failure, again } = useServerData({ of: $id, ask: read, version: _u });

  const ask = useCallback(
    async (change: () => Promise<object>): Promise<boolean> => {
      try {
        await change();
        return true;
      } catch (thrown) {
        alerts.error(thrown);
        return false;
      } finally {
        void again();
      }
    },
    [alerts, again],
  );

  const set = (to: string, actions: readonly string[]): Promise<boolean> =>
    ask(() => connection.send('act/applyGrants', { _t, _i, grants: [{ to, actions }] }));
  const ownRightsOf = async (to: string): Promise<readonly string[]> =>
    givenIn(await read()).find((each) => each.to === to && each.by === session.user?.$id)?.actions ?? [];
  return {
    given: givenIn(grants ?? NO_GRANTS),
    known: grants !== undefined,
    failure,
    again,
    give: async (to, actions) => {
      // The server replaces the rights of a grantee, so the earlier ones are read now and sent again.
      let before: readonly string[] = [];
      const isDone = await ask(async () => {
        before = await ownRightsOf(to);
        return connection.send('act/applyGrants', {
          ...{ _t, _i, grants: [{ to, actions: [...new Set([...before, ...actions])] }] },
        });
      });
      if (isDone) alerts.info('grants.given', {}, { message: 'bulk.undo', run: () => void set(to, before) });
      return isDone;
    },
    take: async ({ to, by, actions }) => {
      const isDone = await ask(() => connection.send('act/revokeGrants', { _t, _i, grants: [{ to, grantedBy: by }] }));
      // A person cannot restore a grant that another person gave.
      const undo = by === session.user?.$id ? { message: 'bulk.undo', run: () => void set(to, actions) } : undefined;
      if (isDone) alerts.info('grants.taken', {}, undo);
      return isDone;
    },
  };
};
