// An open entry: its trip, its form, and the actions at the bottom within reach of a thumb. Each answer is stored at once.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Button, Empty, recall, remember, useClient, useMessages } from 'src/client/extendFrame.ts';
import { uuid } from 'src/client/extendDevice.ts';
import { EntryStateText } from 'src/domain/geokeeper/fieldApp/entryList.client.tsx';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { scaledPhoto } from 'src/domain/geokeeper/fieldApp/scaledPhoto.client.ts';
import { TripPanel } from 'src/domain/geokeeper/fieldApp/tripPanel.client.tsx';
import { useFormLists } from 'src/domain/geokeeper/fieldApp/useFormLists.client.ts';
import { FieldFormView } from 'src/domain/geokeeper/formView/FieldFormView.client.tsx';
import type { FileSource } from 'src/domain/geokeeper/formView/FileSource.client.ts';
import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { FormSession } from 'src/domain/geokeeper/forms/fillSession.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';

const DEVICE_ID_KEY = 'Field-Device';

const questionsOf = (questions: readonly Question[]): readonly Question[] =>
  questions.flatMap((each) => [each, ...questionsOf(each.questions ?? [])]);

/** Stores the files of answers in the vault, photos in the size that the form asks for. */
const useEntryFiles = ({ instanceId, form }: FieldEntry): FileSource => {
  const { store } = useFieldPage();
  return useMemo(() => {
    const largest = new Map(questionsOf(form.questions).map(({ name, maxPixels }) => [name, maxPixels]));
    return {
      add: async (question, blob, name) => {
        const content = blob.type.startsWith('image/') ? await scaledPhoto(blob, largest.get(question)) : blob;
        return await store.addFile(instanceId, content, name);
      },
      urlOf: async (name) => {
        const file = store.entry(instanceId)?.files.find((each) => each.name === name);
        const content = await store.vault.file(instanceId, name, file?.type);
        return content ? URL.createObjectURL(content) : '';
      },
    };
  }, [store, instanceId, form]);
};

/** Identifies this device in answers of the type `deviceId`. */
const ownDeviceId = (): string => {
  const known = recall(DEVICE_ID_KEY);
  if (known !== undefined) return known;
  const made = `kk:${uuid()}`;
  remember(DEVICE_ID_KEY, made);
  return made;
};

/** Opens the session of the form and stores the answers after each change. A sent entry is only read. */
const useEntrySession = (entry: FieldEntry, isRead: boolean): FormSession => {
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
  useEffect(() => {
    if (isRead) return undefined;
    return session.subscribe(() => {
      void store.change(instanceId, { answers: session.answers({ all: true }), title: session.title() });
    });
  }, [session, store, instanceId, isRead]);
  return session;
};

/** Addresses of the pictures and recordings of the form, from the vault. */
const useFieldMedia = ({ formDef }: FieldEntry): Readonly<Record<string, string>> => {
  const { store } = useFieldPage();
  const [media, setMedia] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    const forms = store.package?.programs.flatMap(({ forms: all }) => all) ?? [];
    const form = forms.find(({ id }) => id === formDef);
    const made: Promise<Readonly<Record<string, string>>> = form ? store.formMedia(form) : Promise.resolve({});
    void made.then(setMedia);
    return () => void made.then((all) => Object.values(all).forEach((url) => URL.revokeObjectURL(url)));
  }, [store, formDef]);
  return media;
};

const EntryForm = observer(({ entry }: { readonly entry: FieldEntry }) => {
  const { store, goTo } = useFieldPage();
  const messages = useMessages();
  const [tried, setTried] = useState(false);
  const isRead = entry.state === 'sent';
  const session = useEntrySession(entry, isRead);
  const media = useFieldMedia(entry);
  const files = useEntryFiles(entry);
  const finish = async (): Promise<void> => {
    setTried(true);
    if (session.problems().length > 0) return;
    session.finish();
    const { progress } = store.entry(entry.instanceId) ?? {};
    await store.change(entry.instanceId, {
      answers: session.answers(),
      ...{ title: session.title(), state: 'waiting', finalized: new Date().toISOString() },
      ...(progress ? { progress: { ...progress, state: 'ended' } } : {}),
    });
    goTo('entries');
    await store.sendAll();
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
        largeControls
        chooseLanguage
        showProblems={tried}
        readOnly={isRead}
      />
      <div className="kk-field-bottom">
        <Button size="large" className="kk-field-main" onClick={() => goTo('entries')}>
          {messages.format('field.close')}
        </Button>
        {!isRead && (
          <Button size="large" intent="primary" variant="solid" className="kk-field-main" onClick={() => void finish()}>
            {messages.format('field.finish')}
          </Button>
        )}
      </div>
    </>
  );
});

export const EntryView = observer(({ instanceId }: { readonly instanceId: string }) => {
  const { store, goTo } = useFieldPage();
  const messages = useMessages();
  const entry = store.entry(instanceId);
  if (entry) return <EntryForm entry={entry} />;
  return (
    <Empty
      icon="document"
      title={messages.format('field.entryGone')}
      action={<Button onClick={() => goTo('entries')}>{messages.format('field.tabs.entries')}</Button>}
    />
  );
});
