// An open entry: its trip, its form, and the actions at the bottom within reach of a thumb.

import { observable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, Empty, Loading, useClient, useMessages } from 'src/client/extendFrame.ts';
import { EntryChoices } from 'src/domain/geokeeper/fieldApp/entryChoices.client.tsx';
import { EntryStateText } from 'src/domain/geokeeper/fieldApp/entryList.client.tsx';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import { type FieldEntry, type PackageForm, usedFiles } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { FieldStore } from 'src/domain/geokeeper/fieldApp/FieldStore.client.ts';
import { fileLimits } from 'src/domain/geokeeper/fieldApp/fileLimits.ts';
import { TripPanel } from 'src/domain/geokeeper/fieldApp/tripPanel.client.tsx';
import { useEntryFiles, useFieldMedia } from 'src/domain/geokeeper/fieldApp/useEntryFiles.client.ts';
import { useEntryLock } from 'src/domain/geokeeper/fieldApp/useEntryLock.client.ts';
import { type EntrySession, useEntrySession } from 'src/domain/geokeeper/fieldApp/useEntrySession.client.ts';
import { FieldFormView } from 'src/domain/geokeeper/formView/FieldFormView.client.tsx';
import type { UnfinishedAnswer } from 'src/domain/geokeeper/formView/formViewContext.client.ts';

/** Says how many photos and videos the record has, and that there are too many. */
const FileLimits = observer(
  ({ entry, form }: { readonly entry: FieldEntry; readonly form: PackageForm | undefined }) => {
    const messages = useMessages();
    return fileLimits(entry.form, entry.answers, form ?? {}).map(({ type, count, most }) => (
      <p
        key={type}
        role={count > most ? 'alert' : 'status'}
        tabIndex={-1}
        className={count > most ? 'kk-field-over' : 'kk-soft'}
      >
        {messages.format(`field.limits.${type}`, { count, most, over: count > most ? 'yes' : 'no' })}
      </p>
    ));
  },
);

/** Finishes an entry: its recording ends, removed files are forgotten, and it waits to be sent. */
const finishEntry = async (
  store: FieldStore,
  instanceId: string,
  { session, storeNow }: EntrySession,
): Promise<void> => {
  session.finish();
  storeNow();
  await store.recordings.stop(instanceId);
  const entry = store.entries.get(instanceId);
  if (!entry) return;
  const answers = session.answers();
  const files = usedFiles({ ...entry, answers });
  const { progress } = entry;
  await store.change(instanceId, {
    ...{ answers, files, title: session.title(), state: 'waiting', finalized: new Date().toISOString() },
    ...(progress ? { progress: { ...progress, state: 'ended' } } : {}),
  });
  for (const { name } of entry.files)
    if (!files.some((file) => file.name === name)) await store.vault.removeFile(instanceId, name);
};

/** Leads to what keeps the record from being finished: the list of problems, a number that is missing, or files that are too many. */
const focusProblem = (): void => {
  requestAnimationFrame(() => {
    document
      .querySelector<HTMLElement>(
        '.kf-problems button, .kf-coordinate [aria-invalid=true], .kf-locate [role=alert], .kk-field-over',
      )
      ?.focus();
  });
};

const EntryForm = observer(({ entry }: { readonly entry: FieldEntry }) => {
  const { store, goTo, close } = useFieldPage();
  const { alerts } = useClient();
  const messages = useMessages();
  const [tried, setTried] = useState(false);
  const isRead = entry.state === 'sent';
  const opened = useEntrySession(entry, isRead);
  const { session } = opened;
  const program = store.package?.programs.find(({ id }) => id === entry.program);
  const form = program?.forms.find(({ id }) => id === entry.formDef);
  const media = useFieldMedia(form);
  const files = useEntryFiles(entry);
  const [unfinished] = useState(() => observable.map<string, UnfinishedAnswer>());
  const finish = async (): Promise<void> => {
    setTried(true);
    const isOver = fileLimits(entry.form, session.answers(), form ?? {}).some(({ count, most }) => count > most);
    if (isOver || unfinished.size > 0 || session.problems().length > 0) {
      focusProblem();
      return;
    }
    await finishEntry(store, entry.instanceId, opened);
    // A record of a trip leads back to the trip. Otherwise the list shows that it is being sent.
    if (entry.trip === undefined) goTo('entries');
    else close();
    await store.queue.sendAll();
  };
  return (
    <>
      <h2>{entry.title}</h2>
      <p>
        <EntryStateText entry={entry} />
      </p>
      {entry.formType === 'trip' && <TripPanel entry={entry} />}
      <FieldFormView
        session={session}
        media={media}
        files={files}
        unfinished={unfinished}
        largeControls
        chooseLanguage
        showProblems={tried}
        readOnly={isRead}
      />
      <FileLimits entry={entry} form={form} />
      {!isRead && <EntryChoices entry={entry} form={form} program={program} />}
      <div className="kk-field-bottom">
        <Button size="large" className="kk-field-main" onClick={close}>
          {messages.format('field.close')}
        </Button>
        {!isRead && (
          <Button
            size="large"
            intent="primary"
            variant="solid"
            className="kk-field-main"
            onClick={() => void finish().catch((thrown: unknown) => alerts.error(thrown))}
          >
            {messages.format('field.finish')}
          </Button>
        )}
      </div>
    </>
  );
});

/** Waits until no other tab has the entry open. */
const LockedEntry = observer(({ entry }: { readonly entry: FieldEntry }) => {
  const { goTo } = useFieldPage();
  const messages = useMessages();
  const lock = useEntryLock(entry.instanceId);
  if (lock === 'held') return <EntryForm entry={entry} />;
  if (lock === 'asking') return <Loading />;
  return (
    <>
      <h2>{entry.title}</h2>
      <Empty
        icon="lock"
        title={messages.format('field.otherTab')}
        action={<Button onClick={() => goTo('entries')}>{messages.format('field.tabs.entries')}</Button>}
      >
        {messages.format('field.otherTabHint')}
      </Empty>
    </>
  );
});

export const EntryView = observer(({ instanceId }: { readonly instanceId: string }) => {
  const { store, goTo } = useFieldPage();
  const messages = useMessages();
  const entry = store.entries.get(instanceId);
  if (entry) return <LockedEntry entry={entry} />;
  return (
    <Empty
      icon="document"
      title={messages.format('field.entryGone')}
      action={<Button onClick={() => goTo('entries')}>{messages.format('field.tabs.entries')}</Button>}
    />
  );
});
