// Reading without a connection: how long this person's devices store what was read lately. Part of "My account".

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { OFFLINE_DAYS, offlineDays } from 'src/client/stores/offlineDatabase.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

export const OfflinePart = observer(() => {
  const { session, offline, alerts } = useClient();
  const messages = useMessages();
  const [count, setCount] = useState<number>();
  useEffect(() => void offline.count().then(setCount), [offline]);
  const { user } = session;
  if (!user) return null;
  const remove = async (): Promise<void> => {
    await offline.forget();
    setCount(0);
  };
  const set = async (days: string): Promise<void> => {
    try {
      await session.setPreferences({ offlineDays: Number(days) });
      if (days === '0') await remove();
    } catch (thrown) {
      alerts.error(thrown);
    }
  };
  return (
    <section className="kk-panel-card">
      <h3>{messages.format('offline.title')}</h3>
      <p className="kk-soft">{messages.format('offline.hint')}</p>
      <LiveForm
        className="kk-account"
        fields={[
          {
            ...{ name: 'days', label: 'offline.days', none: null },
            choices: OFFLINE_DAYS.map((days) => [String(days), messages.format('offline.dayChoice', { days })]),
          },
        ]}
        values={{ days: String(offlineDays(user)) }}
        set={({ days }) => void set(String(days))}
      />
      {count !== undefined && count > 0 && (
        <p className="kk-row">
          <span>{messages.format('offline.count', { count })}</span>
          <Button size="small" onClick={() => void remove()}>
            {messages.format('offline.remove')}
          </Button>
        </p>
      )}
    </section>
  );
});
