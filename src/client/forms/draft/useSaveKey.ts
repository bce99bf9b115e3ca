// Ctrl+S, or Cmd+S, saves what the column with the focus edits.

import { useEffect } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';

const isSaveKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;

/** Calls `save` for the key; undefined leaves the key to the browser. A dialog in front is answered first. */
export const useSaveKey = (save: (() => void) | undefined): void => {
  const { navigation, dialogs } = useClient();
  const column = useColumn();
  // Runs at every rendering, because the handler must belong to the present draft.
  useEffect(() => {
    if (!save) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (!isSaveKey(event) || navigation.active !== column) return;
      event.preventDefault();
      if (!dialogs.current) save();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
};
