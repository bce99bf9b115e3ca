// Unsaved changes of the menu by an administrator. If others save in the meantime, the administrator chooses which
// arrangement to keep.

import { useEffect, useState } from 'react';
import { deepEqual } from 'src/base/deepEqual.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';
import type { MenuEntry } from 'src/model/menu/menuEntry.ts';

interface Draft {
  readonly version: number;
  readonly entries: readonly MenuEntry[];
}

export interface MenuDraft {
  readonly entries: readonly MenuEntry[];
  readonly isChanged: boolean;
  /** True if another administrator has saved the menu since these changes began. */
  readonly isBehind: boolean;
  readonly change: (entries: readonly MenuEntry[]) => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

/** Changes that are not saved ask before the column closes; nothing of them is kept. */
const useLeaveGate = (isChanged: boolean): void => {
  const { navigation, dialogs } = useClient();
  const column = useColumn();
  useEffect(() => {
    if (!isChanged) return undefined;
    const question = { title: 'cells.unsaved.title', message: 'menuItems.leave', apply: 'cells.unsaved.leave' };
    return navigation.addGate(column, (stage) => stage !== 'CLOSE' || dialogs.confirm({ ...question, danger: true }));
  }, [navigation, dialogs, column, isChanged]);
};

export const useMenuDraft = (): MenuDraft => {
  const { menu, alerts } = useClient();
  const [draft, setDraft] = useState<Draft>();
  const version = menu.menu?.version ?? 0;
  const isChanged = draft !== undefined && !deepEqual(draft.entries, menu.entries);
  useLeaveGate(isChanged);
  return {
    entries: draft?.entries ?? menu.entries,
    isChanged,
    isBehind: isChanged && draft.version !== version,
    change: (entries) => setDraft({ version: isChanged ? draft.version : version, entries }),
    discard: () => setDraft(undefined),
    save: async () => {
      if (!draft) return;
      try {
        await menu.save({ version, entries: draft.entries });
        setDraft(undefined);
        alerts.saved();
      } catch (thrown) {
        alerts.error(thrown, true);
      }
    },
  };
};
