// A trip: start, pause and end, its distance and accuracy, its map, and the records that are made on the way.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { Button, Loading, useMessages } from 'src/client/extendFrame.ts';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { pauseTrip } from 'src/domain/geokeeper/fieldApp/leaveRecording.client.tsx';
import { StartButton } from 'src/domain/geokeeper/fieldApp/programList.client.tsx';

const TripMap = lazy(async () => ({
  default: (await import('src/domain/geokeeper/fieldApp/trackMap.client.tsx')).FieldTripMap,
}));

export const TripPanel = observer(({ entry }: { readonly entry: FieldEntry }) => {
  const { store } = useFieldPage();
  const messages = useMessages();
  const [shown, setShown] = useState(false);
  const { progress, instanceId } = entry;
  const program = store.package?.programs.find(({ id }) => id === entry.program);
  if (!progress) return null;
  const record = (): void => void store.change(instanceId, { progress: { ...progress, state: 'recording' } });
  const { metres, points, last, state } = progress;
  return (
    <section className="kk-field-card">
      <p className="kk-field-figures">
        {messages.format('field.trip.figures', { kilometres: metres / 1000, points })}
        {last?.accuracy !== undefined && ` · ${messages.format('field.trip.accuracy', { metres: last.accuracy })}`}
      </p>
      {store.recordings.hasFailed(instanceId) && <p role="alert">{messages.format('field.noPosition')}</p>}
      {entry.state === 'draft' && (
        <div className="kk-field-row">
          {state === 'recording' ? (
            <Button
              size="large"
              className="kk-field-main"
              icon="pause"
              onClick={() => void pauseTrip(store, instanceId)}
            >
              {messages.format('field.trip.pause')}
            </Button>
          ) : (
            <Button size="large" className="kk-field-main" icon="play" intent="primary" onClick={record}>
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
