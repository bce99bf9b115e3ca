// The draft behind a column: its gate against losing edits, saving through the gates, and giving up. Spec platform 4 and 5.

import { useCallback, useEffect } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { Client } from 'src/client/Client.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { GateStage } from 'src/client/navigation/Gates.ts';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';

const mayClose = async ({ dialogs }: Client, draft: ItemDraft): Promise<boolean> => {
  if (!draft.dirty || draft.waiting) return true;
  return dialogs.confirm({
    title: 'cells.unsaved.title',
    message: 'cells.unsaved.message',
    apply: 'cells.unsaved.leave',
  });
};

/** Unsaved edits ask before the column closes; they stay on this device either way. */
export const useDraftGate = (draft: ItemDraft | undefined): void => {
  const client = useClient();
  const column = useColumn();
  useEffect(() => {
    if (!draft) return undefined;
    return client.navigation.addGate(column, (stage: GateStage) => {
      if (stage === 'CLOSE') return mayClose(client, draft);
      const complete = stage !== 'SAVE' || draft.raw === undefined;
      if (!complete) client.alerts.warn('raw.invalid');
      return complete;
    });
  }, [client, column, draft]);
};

/** VALIDATE and SAVE gates, then the save; announces success. Resolves to the saved item, or undefined when it did not happen (yet). */
export const useSave = (draft: ItemDraft): (() => Promise<Item | undefined>) => {
  const { navigation, alerts } = useClient();
  const column = useColumn();
  return useCallback(async () => {
    if (!(await navigation.pass(column, 'SAVE'))) return undefined;
    try {
      const saved = await draft.save();
      if (saved) alerts.success('app.applied');
      return saved;
    } catch (thrown) {
      alerts.error(thrown);
      return undefined;
    }
  }, [navigation, alerts, column, draft]);
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
