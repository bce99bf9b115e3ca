// The page where a person chooses, for each kind of event, whether its notices are sent by mail, and when the daily email comes.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { startTransition, useCallback, useOptimistic } from 'react';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';
import { noticeKindsOf } from 'src/model/schema/noticeKinds.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { DeliveryMode } from 'src/model/schema/TypeServer.ts';

type Preferences = Endpoints['noticePreferences']['answer'];

const DELIVERY_MODES: readonly DeliveryMode[] = ['IMMEDIATE', 'DIGEST', 'NONE'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const withChange = (known: Preferences | undefined, change: Partial<Preferences>): Preferences | undefined =>
  known && { ...known, ...change, modes: { ...known.modes, ...change.modes } };

const zones = (own: string): readonly string[] => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, here, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
};

export const NoticeSettings = observer(() => {
  const { connection, session, alerts, registry } = useClient();
  const messages = useMessages();
  const { intl } = messages;
  const { user } = session;
  const [_t, _i] = [user?._t, user?._i];
  const ask = useCallback(
    (): Promise<Preferences> => connection.send('act/noticePreferences', { _t: _t ?? '', _i: _i ?? 0 }),
    [connection, _t, _i],
  );
  const { answer, failure, again } = useServerData(user && { of: user.$id, ask });
  const [shown, show] = useOptimistic(answer, withChange);
  if (failure !== undefined && !answer) return <ListFailed failure={failure} again={() => void again()} />;
  if (!shown || _t === undefined || _i === undefined) return <Loading />;
  const { modes, hour, zone } = shown;
  const set = (change: Partial<Preferences>): void =>
    startTransition(async () => {
      show(change);
      await connection
        .send('act/noticePreferences', { _t, _i, ...change })
        .catch((thrown: unknown) => alerts.error(thrown));
      await again();
    });
  const hourText = (each: number): string =>
    intl.formatDate(Date.UTC(2000, 0, 1, each), { hour: 'numeric', minute: 'numeric', timeZone: 'UTC' });
  return (
    <div className="kk-cell-body">
      <p>{messages.format('notifications.settings.hint')}</p>
      <section className="kk-group">
        <h3>{messages.format('notifications.settings.kinds')}</h3>
        <LiveForm
          className="kk-notice-settings"
          fields={Object.keys(noticeKindsOf(registry)).map((kind) => ({
            ...{ name: kind, label: `events.${kind}.name`, none: null },
            choices: DELIVERY_MODES.map((mode) => [mode, messages.format(`notifications.mode.${mode}`)]),
          }))}
          values={{ ...noticeKindsOf(registry), ...modes }}
          set={(change) => set({ modes: change as Preferences['modes'] })}
        />
      </section>
      <section className="kk-group">
        <h3>{messages.format('notifications.settings.digest')}</h3>
        <LiveForm
          className="kk-notice-settings"
          fields={[
            {
              ...{ name: 'hour', label: 'notifications.settings.hour', kind: 'integer', none: null },
              choices: HOURS.map((each) => [String(each), hourText(each)]),
            },
            {
              ...{ name: 'zone', label: 'notifications.settings.zone', none: null },
              choices: zones(zone).map((each) => [each, each.replaceAll('_', ' ')]),
            },
          ]}
          values={{ hour, zone }}
          set={(change) => set(change)}
        />
      </section>
    </div>
  );
});
