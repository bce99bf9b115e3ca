// What of the notices goes to the person by mail, by kind of event, and when the daily letter comes. Private to the person.

import { HTMLSelect } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useCallback, useId, useState } from 'react';
import { ListFailed } from 'src/client/cells/ListFailed.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { DeliveryMode } from 'src/model/schema/TypeServer.ts';

interface Preferences {
  readonly modes: Readonly<Record<string, DeliveryMode>>;
  readonly hour: number;
  readonly zone: string;
}

const MODES: readonly DeliveryMode[] = ['IMMEDIATE', 'DIGEST', 'NONE'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

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
  const [changes, setChanges] = useState<Partial<Preferences>>({});
  const { user } = session;
  const [_t, _i] = [user?._t, user?._i];
  const ask = useCallback(
    async (): Promise<Preferences> =>
      (await connection.send('act/noticePreferences', { _t, _i } as never)) as unknown as Preferences,
    [connection, _t, _i],
  );
  const { answer, failure, again } = useServerData(user && { of: user.$id, ask });
  if (failure !== undefined && !answer) return <ListFailed failure={failure} again={() => void again()} />;
  if (!answer || _t === undefined || _i === undefined) return <Loading />;
  const modes = { ...answer.modes, ...changes.modes };
  const { hour, zone } = { ...answer, ...changes };
  const set = (change: Partial<Preferences>): void => {
    setChanges((before) => ({ ...before, ...change, modes: { ...before.modes, ...change.modes } }));
    connection.send('act/noticePreferences', { _t, _i, ...change }).catch(async (thrown: unknown) => {
      alerts.error(thrown);
      // Other changes may have arrived meanwhile: the server says what holds.
      await again();
      setChanges({});
    });
  };
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
            options={MODES.map((mode) => [mode, messages.format(`notifications.mode.${mode}`)])}
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
