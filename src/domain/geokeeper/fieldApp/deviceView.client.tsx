// The device: what is stored on it, how much space there is, how the page looks, and leaving the device.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button, Loading, useClient, useMessages } from 'src/client/extendFrame.ts';
import { deviceSpace, removeAllAreas } from 'src/client/extendDevice.ts';
import { useConfirmation } from 'src/domain/geokeeper/fieldApp/confirmation.client.tsx';
import { unsentEntries } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';

/** Loads the map of the areas; the service worker stores its code. */
export const loadMapAreas = () => import('src/domain/geokeeper/fieldApp/mapAreas.client.tsx');
const MapAreas = lazy(async () => ({ default: (await loadMapAreas()).MapAreas }));

const MEGABYTE = 1_000_000;
/** Returns whole megabytes, or tenths of less than ten. */
const inMegabytes = (bytes: number): number => {
  const megabytes = bytes / MEGABYTE;
  return megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes);
};

const Space = () => {
  const messages = useMessages();
  const [space, setSpace] = useState<{ readonly used: number; readonly available: number }>();
  useEffect(() => {
    void deviceSpace().then(setSpace);
  }, []);
  if (!space) return null;
  const values = { used: inMegabytes(space.used), available: inMegabytes(space.available) };
  return <p>{messages.format('field.space', values)}</p>;
};

export const DeviceView = observer(() => {
  const { store, contrast, setContrast } = useFieldPage();
  const { session, alerts } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useConfirmation();
  const { persistent, offline, media } = store.device;
  const { done, total } = media;
  const unsent = unsentEntries(store.entries.all).length;
  const leave = async (how: 'close' | 'remove'): Promise<void> => {
    await store.leaveDevice(how);
    if (how === 'remove') await removeAllAreas();
    await session.signOut();
    window.location.assign('/sign-in');
  };
  const askToLeave = (): void =>
    ask({
      title: messages.format('field.leaveTitle'),
      text: messages.format(unsent > 0 ? 'field.leaveUnsent' : 'field.leaveSent', { count: unsent }),
      apply: messages.format('field.leave'),
      run: () => leave('remove'),
    });
  return (
    <>
      <section className="kk-field-card">
        <h2>{messages.format('field.stored')}</h2>
        <p role="status">{messages.format(offline ? 'field.readyOffline' : 'field.notReadyOffline')}</p>
        <p>{messages.format(persistent ? 'field.persistent' : 'field.notPersistent')}</p>
        <Space />
        {total > done && (
          <p>
            {messages.format('field.media', { done: inMegabytes(done), total: inMegabytes(total) })}{' '}
            <progress value={done} max={total} aria-label={messages.format('field.mediaProgress')} />
          </p>
        )}
        <p className="kk-soft">{messages.format('field.install')}</p>
      </section>
      <section className="kk-field-card">
        <h2>{messages.format('field.areas.title')}</h2>
        <Suspense fallback={<Loading />}>
          <MapAreas />
        </Suspense>
      </section>
      <section className="kk-field-card">
        <h2>{messages.format('field.look')}</h2>
        <label className="kk-check kk-field-check">
          <input type="checkbox" checked={contrast} onChange={({ target }) => setContrast(target.checked)} />
          <span>{messages.format('field.contrast')}</span>
        </label>
      </section>
      <section className="kk-field-card">
        <h2>{store.user?.name}</h2>
        {unsent > 0 && (
          <>
            <p>{messages.format('field.signOutHint', { count: unsent })}</p>
            <Button
              size="large"
              fill
              className="kk-field-main"
              onClick={() => void leave('close').catch((thrown: unknown) => alerts.error(thrown))}
            >
              {messages.format('field.signOut')}
            </Button>
          </>
        )}
        <Button size="large" fill className="kk-field-main" onClick={askToLeave}>
          {messages.format('field.leave')}
        </Button>
      </section>
      {dialog}
    </>
  );
});
