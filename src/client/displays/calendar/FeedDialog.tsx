// Creates the address at which a calendar program reads a calendar. Explains the address before that, and shows it afterwards.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { Asked } from 'src/client/forms/useAskDialog.tsx';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { SecretAddress } from 'src/client/navigation/SecretAddress.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Values } from 'src/model/item/Item.ts';

interface FeedDialogProps {
  readonly store: ListingStore;
  /** Default name of the calendar. */
  readonly name: string;
  readonly close: () => void;
}

/** Days before; none for 0. */
const REMINDER_DAYS = ['0', '1', '3', '7', '14'] as const;

const feedFields = (messages: Messages): readonly FormField[] => [
  { name: 'name', label: 'calendarFeeds.name', required: true, maxLength: 200 },
  { name: 'names', label: 'calendarFeeds.names', help: 'calendarFeeds.namesHint', kind: 'boolean' },
  {
    ...{ name: 'remind', label: 'calendarFeeds.remind', none: null },
    choices: REMINDER_DAYS.map((days) => [days, messages.format('calendarFeeds.remindDays', { days: Number(days) })]),
  },
];

export const FeedDialog = observer(({ store, name, close }: FeedDialogProps) => {
  const { connection, session } = useClient();
  const messages = useMessages();
  const [path, setPath] = useState<string>();
  const make = async ({ name: given, names, remind }: Values): Promise<false> => {
    const { user } = session;
    if (!user) return false;
    const answer = await connection.send('act/makeCalendarFeed', {
      ...{ _t: user._t, _i: user._i, query: store.wholeQuery, name: String(given), names: names === true },
      ...(remind !== REMINDER_DAYS[0] && { remind: Number(remind) }),
    });
    setPath(answer.path);
    return false;
  };
  const title = messages.format('calendarFeeds.title');
  if (path === undefined)
    return (
      <Asked
        question={{
          ...{ title, apply: messages.format('calendarFeeds.make') },
          text: <p>{messages.format('calendarFeeds.what')}</p>,
          fields: feedFields(messages),
          values: { name, names: true, remind: REMINDER_DAYS[0] },
          submit: make,
        }}
        close={close}
      />
    );
  return (
    <Dialog open title={title} onClose={close}>
      <SecretAddress
        address={`${window.location.origin}${path}`}
        words={{
          secret: messages.format('calendarFeeds.secret'),
          address: messages.format('calendarFeeds.address'),
          copy: messages.format('calendarFeeds.copy'),
          done: messages.format('calendarFeeds.done'),
        }}
        close={close}
      />
    </Dialog>
  );
});
