// Asks those who administer an item's owner for access, in the person's own words. They are notified, and may grant it on the item.

import { observer } from 'mobx-react-lite';
import { useId, useState, type FormEvent } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';

const MAX_REASON_LENGTH = 2000;

export const AskAccess = observer(({ item }: { readonly item: Item }) => {
  const { connection, alerts, session } = useClient();
  const messages = useMessages();
  const id = useId();
  const [reason, setReason] = useState('');
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  // An administrator who acts as another user cannot ask for rights.
  if (session.user?.masquerading === true) return null;
  if (state === 'sent') return <p role="status">{messages.format('cells.why.asked')}</p>;
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setState('sending');
    connection.send('act/askAccess', { _t: item._t, _i: item._i, reason: reason.trim() }).then(
      () => setState('sent'),
      (thrown: unknown) => {
        setState('open');
        alerts.error(thrown);
      },
    );
  };
  return (
    <form onSubmit={ask}>
      <label htmlFor={id}>{messages.format('cells.why.reason')}</label>
      <textarea
        id={id}
        className="bp6-input bp6-fill"
        rows={3}
        required
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <p>
        <Button size="small" type="submit" disabled={reason.trim() === '' || state === 'sending'}>
          {messages.format('cells.why.ask')}
        </Button>
      </p>
    </form>
  );
});
