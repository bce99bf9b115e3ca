// The page where a person chooses, for each kind of event, whether its notices are sent by mail, and when the daily letter comes.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { HTMLSelect } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { startTransition, useCallback, useId, useOptimistic } from 'react';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';
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

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

const Select = ({ label, value, options, onChange }: SelectProps) => {
  const id = useId();
  return (
    <div className="kk-row kk-notification-setting">
      <label htmlFor={id} className="kk-fill">
        {label}
      </label>
      <HTMLSelect id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
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
        {Object.entries(registry.notices).map(([kind, declared]) => (
          <Select
            key={kind}
            label={messages.format(`events.${kind}.name`)}
            value={modes[kind] ?? declared}
            options={DELIVERY_MODES.map((mode) => [mode, messages.format(`notifications.mode.${mode}`)])}
            onChange={(mode) => set({ modes: { [kind]: mode as DeliveryMode } })}
          />
        ))}
      </section>
      <section className="kk-group">
        <h3>{messages.format('notifications.settings.digest')}</h3>
        <Select
          label={messages.format('notifications.settings.hour')}
          value={String(hour)}
          options={HOURS.map((each) => [String(each), hourText(each)])}
          onChange={(value) => set({ hour: Number(value) })}
        />
        <Select
          label={messages.format('notifications.settings.zone')}
          value={zone}
          options={zones(zone).map((each) => [each, each.replaceAll('_', ' ')])}
          onChange={(value) => set({ zone: value })}
        />
      </section>
    </div>
  );
});
