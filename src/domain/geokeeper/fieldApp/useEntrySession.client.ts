// The session of an open entry's form. Each answer is stored on the device right after it is shown, a photo
// at once, and all before the page is left.

import { useEffect, useMemo, useRef, useState } from 'react';
import { deepEqual } from 'src/base/deepEqual.ts';
import { uuid } from 'src/client/extendDevice.ts';
import { recall, remember, useClient } from 'src/client/extendFrame.ts';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import { type FieldEntry, isUntouched } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { FieldStore } from 'src/domain/geokeeper/fieldApp/FieldStore.client.ts';
import { useFormLists } from 'src/domain/geokeeper/fieldApp/useFormLists.client.ts';
import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { FormSession } from 'src/domain/geokeeper/forms/fillSession.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';

/** Least milliseconds between two writes of one entry. Typing does not wait for the encryption. */
const STORE_AFTER_MS = 100;

const DEVICE_ID_KEY = 'Field-Device';

/** Identifies this device in answers of the type `deviceId`. */
const ownDeviceId = (): string => {
  const known = recall(DEVICE_ID_KEY);
  if (known !== undefined) return known;
  const made = `kk:${uuid()}`;
  remember(DEVICE_ID_KEY, made);
  return made;
};

export interface EntrySession {
  readonly session: FormSession;
  /** Stores changes that are not stored yet. */
  readonly storeNow: () => void;
}

/** Stores the answers of the session in the entry. A session also tells of what it computed again. */
const storeAnswers = (store: FieldStore, instanceId: string, session: FormSession): void => {
  const next = { answers: session.answers({ all: true }), title: session.title() };
  const now = store.entries.get(instanceId);
  // The form computes its first values again when it is opened again.
  if (now && isUntouched(now) && !session.isTouched) return;
  if (now && deepEqual({ answers: now.answers, title: now.title }, next)) return;
  void store.change(instanceId, next);
};

/** Calls `run` after the next frame is painted, and together for all requests within a while after that. */
const createDelayedRun = (run: () => void) => {
  let cancel: (() => void) | undefined;
  let last = 0;
  const runNow = (): void => {
    if (!cancel) return;
    cancel();
    cancel = undefined;
    last = performance.now();
    run();
  };
  const runLater = (): void => {
    const wait = Math.max(0, last + STORE_AFTER_MS - performance.now());
    const timer = setTimeout(runNow, wait);
    cancel = () => clearTimeout(timer);
  };
  const request = (): void => {
    if (cancel) return;
    const frame = requestAnimationFrame(runLater);
    cancel = () => cancelAnimationFrame(frame);
  };
  return { runNow, request };
};

/** Removes an entry that is left as it was begun, without an answer. A trip is kept when a record was begun on it. */
const useRemoval = (store: FieldStore, instanceId: string, session: FormSession): void => {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    const removeUntouched = async (): Promise<void> => {
      const entry = store.entries.get(instanceId);
      if (isOpen.current || session.isTouched || store.receiving.has(instanceId)) return;
      const isTrip = store.entries.all.some(({ trip }) => trip === instanceId);
      if (entry && isUntouched(entry) && !isTrip) await store.entries.remove(instanceId);
    };
    return () => {
      isOpen.current = false;
      // React's strict mode opens the entry again at once.
      queueMicrotask(() => void removeUntouched().catch(() => undefined));
    };
  }, [store, instanceId, session]);
};

/** Opens the session of the form. A sent entry is only read. */
export const useEntrySession = (entry: FieldEntry, isRead: boolean): EntrySession => {
  const { store } = useFieldPage();
  const { intl } = useClient();
  const lists = useFormLists(entry);
  const { instanceId } = entry;
  const [session] = useState(() =>
    openSession(compileForm(entry.form), {
      ...(entry.revision > 1 || Object.keys(entry.answers).length > 0 ? { answers: entry.answers } : {}),
      now: () => store.now(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: intl.locale,
      ...{ userName: store.user?.name, deviceId: ownDeviceId() },
      frozen: isRead,
    }),
  );
  useEffect(() => {
    if (lists) session.setLists(lists);
  }, [session, lists]);
  const { request, runNow } = useMemo(
    () => createDelayedRun(() => storeAnswers(store, instanceId, session)),
    [store, instanceId, session],
  );
  useEffect(() => {
    if (isRead) return undefined;
    const fileCount = (): number => store.entries.get(instanceId)?.files.length ?? 0;
    let stored = fileCount();
    const stop = session.subscribe(() => {
      request();
      // A photo that is shown is not lost with the tab.
      if (fileCount() !== stored) runNow();
      stored = fileCount();
    });
    // A phone may end a page that is not visible without a further event.
    document.addEventListener('visibilitychange', runNow);
    window.addEventListener('pagehide', runNow);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', runNow);
      window.removeEventListener('pagehide', runNow);
      runNow();
    };
  }, [session, store, instanceId, request, runNow, isRead]);
  // A trip whose recording begins before its first answer keeps the first values of its form.
  const isKeptWithout = !isRead && entry.revision > 1 && Object.keys(entry.answers).length === 0;
  useEffect(() => {
    if (isKeptWithout) storeAnswers(store, instanceId, session);
  }, [isKeptWithout, store, instanceId, session]);
  useRemoval(store, instanceId, session);
  return { session, storeNow: runNow };
};
