// A trip: start, pause and end, its distance and accuracy, its map, and the records that are made on the way.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button, Loading, useMessages } from 'src/client/extendFrame.ts';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { StartButton } from 'src/domain/geokeeper/fieldApp/programList.client.tsx';
import { TripRecorder } from 'src/domain/geokeeper/fieldApp/TripRecorder.client.ts';

const TripMap = lazy(async () => ({
  default: (await import('src/domain/geokeeper/fieldApp/trackMap.client.tsx')).FieldTripMap,
}));

/** Positions after which the entry is stored. The positions themselves are stored more often. */
const STORE_EVERY = 20;

/** Records positions while the trip is recording, also after a reload. Returns the reason when the device gives no position. */
const useRecording = (entry: FieldEntry): string | undefined => {
  const { store } = useFieldPage();
  const [failure, setFailure] = useState<string>();
  const { instanceId, progress } = entry;
  const isRecording = progress?.state === 'recording' && entry.state === 'draft';
  const newest = useRef(progress);
  useEffect(() => {
    if (!isRecording || !newest.current) return undefined;
    const opened = TripRecorder.open({
      ...{ vault: store.vault, instanceId, progress: newest.current, geolocation: navigator.geolocation },
      clockOffset: () => store.clockOffset(),
      onProgress: (now) => {
        newest.current = now;
        setFailure(undefined);
        store.showProgress(instanceId, now);
        if (now.points % STORE_EVERY === 0) void store.change(instanceId, { progress: now });
      },
      onFailure: () => setFailure('field.noPosition'),
    });
    let stopped = false;
    void opened.then((recorder) => !stopped && recorder.start());
    return () => {
      stopped = true;
      void opened.then((recorder) => recorder.stop());
    };
  }, [store, instanceId, isRecording]);
  return failure;
};

export const TripPanel = observer(({ entry }: { readonly entry: FieldEntry }) => {
  const { store } = useFieldPage();
  const messages = useMessages();
  const [shown, setShown] = useState(false);
  const failure = useRecording(entry);
  const { progress, instanceId } = entry;
  const program = store.package?.programs.find(({ id }) => id === entry.program);
  if (!progress) return null;
  const setState = (state: typeof progress.state): void =>
    void store.change(instanceId, { progress: { ...progress, state } });
  const { metres, points, last, state } = progress;
  return (
    <section className="kk-field-card">
      <p className="kk-field-figures">
        {messages.format('field.trip.figures', { kilometres: metres / 1000, points })}
        {last?.accuracy !== undefined && ` · ${messages.format('field.trip.accuracy', { metres: last.accuracy })}`}
      </p>
      {failure !== undefined && <p role="alert">{messages.format(failure)}</p>}
      {entry.state === 'draft' && (
        <div className="kk-field-row">
          {state === 'recording' ? (
            <Button size="large" className="kk-field-main" icon="pause" onClick={() => setState('paused')}>
              {messages.format('field.trip.pause')}
            </Button>
          ) : (
            <Button
              size="large"
              className="kk-field-main"
              icon="play"
              intent="primary"
              onClick={() => setState('recording')}
            >
              {messages.format(points === 0 ? 'field.trip.start' : 'field.trip.goOn')}
            </Button>
          )}
          <Button
            size="large"
            className="kk-field-main"
            icon="map"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {messages.format('field.trip.map')}
          </Button>
        </div>
      )}
      {shown && (
        <Suspense fallback={<Loading />}>
          <TripMap entry={entry} />
        </Suspense>
      )}
      {program &&
        program.forms
          .filter(({ formType }) => formType === 'record')
          .map((form) => <StartButton key={form.id} program={program} form={form} trip={instanceId} />)}
    </section>
  );
});
