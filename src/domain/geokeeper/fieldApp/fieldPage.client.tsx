// The field page: programs, entries and the device on a phone, with and without a connection. It has no columns and no menu.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { onServiceWorker, storePage } from 'src/client/extendDevice.ts';
import { Button, Icon, Loading, recall, remember, ShellLink, useClient, useMessages } from 'src/client/extendFrame.ts';
import 'src/domain/geokeeper/fieldApp/fieldMessages.client.ts';
import 'src/domain/geokeeper/fieldApp/field.css';
import { DeviceView, loadMapAreas } from 'src/domain/geokeeper/fieldApp/deviceView.client.tsx';
import { EntryList } from 'src/domain/geokeeper/fieldApp/entryList.client.tsx';
import { saveEntry } from 'src/domain/geokeeper/fieldApp/entryExport.client.ts';
import { FieldFrameProvider, type FieldView } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import { FieldStore } from 'src/domain/geokeeper/fieldApp/FieldStore.client.ts';
import { useLeaveRecording } from 'src/domain/geokeeper/fieldApp/leaveRecording.client.tsx';
import { ProgramList } from 'src/domain/geokeeper/fieldApp/programList.client.tsx';
import { useFieldView } from 'src/domain/geokeeper/fieldApp/useFieldView.client.ts';

const SYNCHRONISE_EVERY_MS = 60_000;
const CONTRAST_KEY = 'Field-Contrast';
const TABS = [
  { view: 'programs', icon: 'home' },
  { view: 'entries', icon: 'clipboard' },
  { view: 'device', icon: 'mobile-phone' },
] as const;

const loadEntryView = () => import('src/domain/geokeeper/fieldApp/entryView.client.tsx');

/** Loads the code that entries need. The service worker stores it, so they open without a connection. */
const loadForLater = async (): Promise<void> => {
  const loadTrackMap = () => import('src/domain/geokeeper/fieldApp/trackMap.client.tsx');
  await Promise.all([loadEntryView(), loadTrackMap(), loadMapAreas()]);
};
const EntryView = lazy(async () => ({ default: (await loadEntryView()).EntryView }));

/** Makes the page installable. */
const useManifest = (): void => {
  useEffect(() => {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = '/field.webmanifest';
    document.head.append(link);
    return () => link.remove();
  }, []);
};

/** Opens the data of the person, and synchronises it now, regularly, and when a connection comes back. */
const useSynchronised = (store: FieldStore): void => {
  const { session } = useClient();
  const { stableUser } = session;
  const user = useMemo(() => {
    if (!stableUser) return undefined;
    const { $id, name, masquerading, draftKey } = stableUser;
    // An administrator who acts as another person has other data than that person.
    return { id: masquerading ? `${$id} by another` : $id, name, ownerKey: draftKey };
  }, [stableUser]);
  useEffect(() => store.follow(), [store]);
  useEffect(() => {
    const storeForLater = async (): Promise<void> => {
      if (!store.user) return;
      await loadForLater();
      if (await storePage()) store.noteReady();
    };
    const run = async (): Promise<void> => {
      await store.open(user);
      await store.synchronise();
      await storeForLater();
    };
    const start = (): void => void run().catch(() => undefined);
    const stopWaiting = onServiceWorker(() => void storeForLater().catch(() => undefined));
    start();
    const timer = setInterval(start, SYNCHRONISE_EVERY_MS);
    window.addEventListener('online', start);
    return () => {
      clearInterval(timer);
      stopWaiting();
      window.removeEventListener('online', start);
    };
  }, [store, user]);
};

const useContrast = (): readonly [boolean, (on: boolean) => void] => {
  const [on, setOn] = useState(() => recall(CONTRAST_KEY) === 'true');
  useEffect(() => {
    document.body.classList.toggle('kk-field-contrast', on);
    remember(CONTRAST_KEY, String(on));
    return () => document.body.classList.remove('kk-field-contrast');
  }, [on]);
  return [on, setOn];
};

const FieldPageFailure = observer(({ store }: { readonly store: FieldStore }) => {
  const messages = useMessages();
  if (store.failure === undefined || store.failure === 'offline') return null;
  return (
    <div className="kk-field-failure" role="alert">
      <span className="kk-fill">{messages.format(`field.failure.${store.failure}`)}</span>
      <Button onClick={() => store.forget()}>{messages.format('app.close')}</Button>
    </div>
  );
});

/** The state of the connection and of the queue, visible in every part of the page. */
const QueueState = observer(({ store }: { readonly store: FieldStore }) => {
  const { connection } = useClient();
  const messages = useMessages();
  const count = store.queue.waiting.length;
  if (!store.user) return null;
  return (
    <p className="kk-field-queue" role="status">
      {messages.format(connection.live ? 'field.online' : 'field.offline')}
      {' · '}
      {messages.format('field.waiting', { count })}
    </p>
  );
});

const SignInNeeded = observer(({ store }: { readonly store: FieldStore }) => {
  const { session } = useClient();
  const messages = useMessages();
  if (session.signedIn) return null;
  return (
    <div className="kk-field-card">
      <p>{messages.format(store.user ? 'field.signInToSend' : 'field.signInFirst')}</p>
      <ShellLink to="/sign-in?next=%2Ffield" className="bp6-button bp6-fill bp6-intent-primary kk-field-main">
        {messages.format('user.signIn')}
      </ShellLink>
    </div>
  );
});

/** Entries that cannot be read before their person signs in. */
const ClosedEntries = observer(({ store }: { readonly store: FieldStore }) => {
  const messages = useMessages();
  const { ofOthers, closed } = store.device;
  return (
    <>
      {closed && <p role="alert">{messages.format('field.closed')}</p>}
      {ofOthers > 0 && (
        <p className="kk-field-card">
          {messages.format(store.user ? 'field.ofOthers' : 'field.locked', { count: ofOthers })}
        </p>
      )}
    </>
  );
});

/** The server has ended the session: the entries are closed, and this page can still save those that it did not receive. */
const EndedSession = observer(({ store }: { readonly store: FieldStore }) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const entries = store.ended ?? [];
  if (entries.length === 0) return null;
  const save = async (): Promise<void> => {
    for (const entry of entries) await saveEntry(store.vault, entry);
  };
  return (
    <section className="kk-field-card" role="alert">
      <p>{messages.format('field.ended', { count: entries.length })}</p>
      <Button
        size="large"
        fill
        className="kk-field-main"
        icon="download"
        onClick={() => void save().catch((thrown: unknown) => alerts.error(thrown))}
      >
        {messages.format('field.saveEnded', { count: entries.length })}
      </Button>
    </section>
  );
});

const FieldBody = observer(({ store, view }: { readonly store: FieldStore; readonly view: FieldView }) => {
  if (!store.device.ready) return <Loading />;
  if (!store.user) return null;
  if (view === 'programs') return <ProgramList />;
  if (view === 'entries') return <EntryList />;
  if (view === 'device') return <DeviceView />;
  return (
    <Suspense fallback={<Loading />}>
      <EntryView key={view.entry} instanceId={view.entry} />
    </Suspense>
  );
});

const Tabs = ({ view, goTo }: { readonly view: FieldView; readonly goTo: (view: FieldView) => void }) => {
  const messages = useMessages();
  return (
    <nav className="kk-field-tabs" aria-label={messages.format('screens.field.title')}>
      {TABS.map((tab) => (
        <button
          key={tab.view}
          type="button"
          aria-current={view === tab.view ? 'page' : undefined}
          onClick={() => goTo(tab.view)}
        >
          <Icon name={tab.icon} />
          {messages.format(`field.tabs.${tab.view}`)}
        </button>
      ))}
    </nav>
  );
};

export const FieldPage = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const [store] = useState(() => new FieldStore(client));
  const { view, goTo, close } = useFieldView();
  const [contrast, setContrast] = useContrast();
  const frame = useMemo(
    () => ({ store, goTo, close, contrast, setContrast }),
    [store, goTo, close, contrast, setContrast],
  );
  const leaving = useLeaveRecording(store);
  useManifest();
  useSynchronised(store);
  useEffect(() => {
    document.title = messages.format('screens.field.title');
  }, [messages]);
  // The entry may belong to the person before, or be removed in another tab.
  const shown = typeof view === 'string' || store.entries.get(view.entry) ? view : 'programs';
  const isOpen = typeof shown !== 'string';
  return (
    <FieldFrameProvider value={frame}>
      <div className="kk-field-page">
        <header className="kk-field-head">
          {client.session.signedIn && (
            <ShellLink to="/" className="kk-field-home">
              <Icon name="arrow-left" /> {messages.format('views.home')}
            </ShellLink>
          )}
          <h1>{messages.format('screens.field.title')}</h1>
          <QueueState store={store} />
        </header>
        {leaving}
        <FieldPageFailure store={store} />
        <main className="kk-field-body">
          <EndedSession store={store} />
          <SignInNeeded store={store} />
          <ClosedEntries store={store} />
          <FieldBody store={store} view={shown} />
        </main>
        {!isOpen && store.user && <Tabs view={shown} goTo={goTo} />}
      </div>
    </FieldFrameProvider>
  );
});
