// The draft behind a column: its gate against losing edits, saving through the gates, and giving up. Spec platform 4 and 5.

import { useCallback, useEffect } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { Client } from 'src/client/Client.ts';
import type { Alert } from 'src/client/stores/AlertStore.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { GateStage } from 'src/client/navigation/Gates.ts';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';

/** Saves for somebody who leaves; without a connection the save waits and goes out later. */
const saveAndLeave = async ({ alerts }: Client, draft: ItemDraft): Promise<boolean> => {
  try {
    const saved = await draft.save();
    if (saved) alerts.saved();
    else if (!draft.waiting) alerts.warn('cells.unsaved.refused');
    return saved !== undefined || draft.waiting;
  } catch (thrown) {
    alerts.error(thrown, true);
    return false;
  }
};

const mayClose = async (client: Client, draft: ItemDraft, maySave: () => Promise<boolean>): Promise<boolean> => {
  if (!draft.dirty || draft.waiting) return true;
  const answer = await client.dialogs.choose({
    title: 'cells.unsaved.title',
    message: 'cells.unsaved.message',
    other: 'cells.unsaved.leave',
    apply: 'cells.unsaved.save',
  });
  if (answer !== true) return answer === 'other';
  return (await maySave()) && saveAndLeave(client, draft);
};

/** Unsaved edits ask before the column closes; they stay on this device either way. */
export const useDraftGate = (draft: ItemDraft | undefined): void => {
  const client = useClient();
  const column = useColumn();
  useEffect(() => {
    if (!draft) return undefined;
    return client.navigation.addGate(column, (stage: GateStage, maySave) => {
      if (stage === 'CLOSE') return mayClose(client, draft, maySave);
      const complete = stage !== 'SAVE' || draft.raw === undefined;
      if (!complete) client.alerts.warn('raw.invalid');
      return complete;
    });
  }, [client, column, draft]);
};

/**
 * VALIDATE and SAVE gates, then the save; announces success, with `undo` where that is offered. Resolves to the saved item, or
 * undefined when it did not happen (yet).
 */
export const useSave = (draft: ItemDraft): ((undo?: Alert['action']) => Promise<Item | undefined>) => {
  const { navigation, alerts } = useClient();
  const column = useColumn();
  return useCallback(
    async (undo) => {
      if (!(await navigation.pass(column, 'SAVE'))) return undefined;
      try {
        const saved = await draft.save();
        if (saved) alerts.saved(undo);
        return saved;
      } catch (thrown) {
        alerts.error(thrown, true);
        return undefined;
      }
    },
    [navigation, alerts, column, draft],
  );
};

export const useDiscard = (draft: ItemDraft): (() => Promise<void>) => {
  const { dialogs, alerts } = useClient();
  return useCallback(async () => {
    const sure = await dialogs.confirm({
      title: 'cells.discard.title',
      message: 'cells.discard.message',
      apply: 'cells.discard.apply',
      danger: true,
      values: { count: draft.changed.length },
    });
    if (!sure) return;
    draft.discard();
    alerts.info('cells.discard.done');
  }, [dialogs, alerts, draft]);
};
