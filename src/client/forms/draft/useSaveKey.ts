// Ctrl+S or Ctrl+Enter, or the same with Cmd, saves what the column with the focus edits.

import { useEffect } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';

const SAVE_KEYS: ReadonlySet<string> = new Set(['s', 'enter']);

/** A link with Ctrl+Enter opens in its own tab. */
const isSaveKey = (event: KeyboardEvent): boolean =>
  SAVE_KEYS.has(event.key.toLowerCase()) &&
  (event.ctrlKey || event.metaKey) &&
  !(event.shiftKey || event.altKey || event.defaultPrevented) &&
  !(event.key === 'Enter' && event.target instanceof Element && event.target.closest('a[href]') !== null);

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
