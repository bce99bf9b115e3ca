// Lets one tab at a time change an entry.

import { useEffect, useState } from 'react';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import { holdFieldLock } from 'src/domain/geokeeper/fieldApp/fieldLocks.client.ts';

/** The browser answers sooner when no other tab has the entry. */
const LOCK_WAIT_MS = 400;

/** `held`: this tab may change the entry, which is as the last tab left it. `elsewhere`: another tab has it open. */
export const useEntryLock = (instanceId: string): 'asking' | 'held' | 'elsewhere' => {
  const { store } = useFieldPage();
  const [state, setState] = useState<'asking' | 'held' | 'elsewhere'>('asking');
  useEffect(() => {
    const timer = setTimeout(() => setState('elsewhere'), LOCK_WAIT_MS);
    const release = holdFieldLock(`open-${instanceId}`, async () => {
      await store.entries.refresh(instanceId);
      clearTimeout(timer);
      setState('held');
    });
    return () => {
      clearTimeout(timer);
      release();
    };
  }, [store, instanceId]);
  return state;
};
