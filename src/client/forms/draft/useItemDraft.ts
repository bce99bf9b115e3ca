// The draft of a column: its gate against losing edits, saving through the gates, and discarding ([CELL-02], [CELL-03]).

import { useCallback, useEffect } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { Client } from 'src/client/Client.ts';
import type { Alert } from 'src/client/stores/AlertStore.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { GateStage } from 'src/client/router/Gates.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useWideningQuestion } from 'src/client/forms/draft/levelWidening.ts';
import { useClient } from 'src/client/useClient.ts';

/** Saves before the person leaves; without a connection the save waits and is sent later. */
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

interface Closing {
  readonly draft: ItemDraft;
  readonly maySave: () => Promise<boolean>;
  readonly mayWiden: (draft: ItemDraft) => Promise<{ readonly granted: boolean }>;
}

const mayClose = async (client: Client, { draft, maySave, mayWiden }: Closing): Promise<boolean> => {
  if (!draft.dirty || draft.waiting) return true;
  const answer = await client.dialogs.choose({
    title: 'cells.unsaved.title',
    message: 'cells.unsaved.message',
    other: 'cells.unsaved.leave',
    apply: 'cells.unsaved.save',
  });
  if (answer !== true) return answer === 'other';
  return (await maySave()) && (await mayWiden(draft)).granted && (await saveAndLeave(client, draft));
};

/** Unsaved edits ask before the column closes; they stay on this device either way. */
export const useDraftGate = (draft: ItemDraft | undefined): void => {
  const client = useClient();
  const column = useColumn();
  const mayWiden = useWideningQuestion();
  useEffect(() => {
    if (!draft) return undefined;
    return client.navigation.addGate(column, (stage: GateStage, maySave) => {
      if (stage === 'CLOSE') return mayClose(client, { draft, maySave, mayWiden });
      const complete = stage !== 'SAVE' || draft.raw === undefined;
      if (!complete) client.alerts.warn('raw.invalid');
      return complete;
    });
  }, [client, column, draft, mayWiden]);
};

/**
 * Returns a function that passes the VALIDATE and SAVE gates, asks before more people may read the record, saves and announces
 * success, with `undo` where that is offered. It resolves to the saved item, or to undefined when nothing was saved (yet).
 */
export const useSave = (draft: ItemDraft | undefined): ((undo?: Alert['action']) => Promise<Item | undefined>) => {
  const { navigation, alerts } = useClient();
  const column = useColumn();
  const mayWiden = useWideningQuestion();
  return useCallback(
    async (undo) => {
      if (!draft || !(await navigation.pass(column, 'SAVE'))) return undefined;
      const widening = await mayWiden(draft);
      if (!widening.granted) return undefined;
      try {
        const saved = await draft.save();
        if (saved) alerts.saved(undo ?? widening.undo?.(saved));
        return saved;
      } catch (thrown) {
        alerts.error(thrown, true);
        return undefined;
      }
    },
    [navigation, alerts, column, draft, mayWiden],
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
