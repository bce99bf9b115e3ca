// The question before a save that lets more people read an existing record, and the way back afterwards.

import { useCallback } from 'react';
import type { Alert } from 'src/client/stores/AlertStore.ts';
import type { Client } from 'src/client/Client.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useClient } from 'src/client/useClient.ts';
import { type Level, levelRank } from 'src/model/access/levels.ts';
import type { Item } from 'src/model/item/Item.ts';
import { levelOf } from 'src/model/item/levelOf.ts';
import { isProblem } from 'src/model/problems.ts';

/** A change of a record's visibility level to one that more people may read. */
export interface Widening {
  readonly from: Level;
  readonly to: Level;
}

/** Returns the change of level that saving the draft would make, if it lets more people read. Undefined for a new record. */
const wideningIn = ({ registry }: Client, { id, type, base, values }: ItemDraft): Widening | undefined => {
  const known = registry.types[type];
  const [from, to] = [levelOf(known, base), levelOf(known, values)];
  const isWider = id !== undefined && from !== undefined && to !== undefined && levelRank(to) < levelRank(from);
  return isWider ? { from, to } : undefined;
};

/** Gives the saved record its stricter level back. Unsaved edits of the draft and a level that was saved later stay as they are. */
const takeBack = async ({ registry, items, alerts }: Client, { $id, _t, _u }: Item, from: Level): Promise<void> => {
  const path = registry.types[_t]?.levelPath;
  if (path === undefined) return;
  try {
    await items.update({ $id, _u, [path]: from });
    alerts.saved();
  } catch (thrown) {
    if (isProblem(thrown) && thrown.key === 'conflict') alerts.warn('widen.changed');
    else alerts.error(thrown, true);
  }
};

/** The answer to the question: whether to save, and the action that undoes the widening of the record that was saved. */
interface Permission {
  readonly granted: boolean;
  readonly undo?: (saved: Item) => NonNullable<Alert['action']>;
}

/** Returns a function that asks before a draft lets more people read its record. It grants other saves without a question. */
export const useWideningQuestion = (): ((draft: ItemDraft) => Promise<Permission>) => {
  const client = useClient();
  return useCallback(
    async (draft) => {
      const widening = wideningIn(client, draft);
      if (!widening) return { granted: true };
      const { askToWiden } = await import('src/client/forms/draft/askToWiden.ts');
      const granted = await askToWiden(client.dialogs, widening);
      const undo = (saved: Item) => ({ message: 'bulk.undo', run: () => void takeBack(client, saved, widening.from) });
      return { granted, undo };
    },
    [client],
  );
};
