// A question before the field page is left while a trip is being recorded, because the recording ends with the page.

import { type ReactNode, useEffect } from 'react';
import { useClient, useMessages } from 'src/client/extendFrame.ts';
import { useConfirmation } from 'src/domain/geokeeper/fieldApp/confirmation.client.tsx';
import { PAGE_COLUMN } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { FieldStore } from 'src/domain/geokeeper/fieldApp/FieldStore.client.ts';

const isRecorded = ({ progress, state }: FieldEntry): boolean => progress?.state === 'recording' && state === 'draft';

/** Pauses the recording of a trip. Resolves when all of its positions are stored. */
export const pauseTrip = async (store: FieldStore, instanceId: string): Promise<void> => {
  await store.recordings.stop(instanceId);
  const progress = store.entries.get(instanceId)?.progress;
  if (progress) await store.change(instanceId, { progress: { ...progress, state: 'paused' } });
};

const pauseTrips = async (store: FieldStore): Promise<void> => {
  for (const { instanceId } of store.entries.all.filter(isRecorded)) await pauseTrip(store, instanceId);
};

/** Returns the question, to put on the page. Observable: call it inside an observer. */
export const useLeaveRecording = (store: FieldStore): ReactNode => {
  const { navigation } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useConfirmation();
  const isRecording = store.entries.all.some(isRecorded);
  useEffect(() => {
    if (!isRecording) return undefined;
    return navigation.addGate(
      PAGE_COLUMN,
      (stage) =>
        stage !== 'CLOSE' ||
        new Promise((resolve) => {
          ask({
            title: messages.format('field.trip.leaveTitle'),
            text: messages.format('field.trip.leaveText'),
            apply: messages.format('field.trip.leave'),
            run: async () => {
              await pauseTrips(store);
              resolve(true);
            },
            refuse: () => resolve(false),
          });
        }),
    );
  }, [navigation, messages, ask, store, isRecording]);
  return dialog;
};
