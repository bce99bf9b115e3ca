// Makes the address at which a calendar program reads what a calendar shows, and says what the address is before and after.

import { Checkbox } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { AccountFailure } from 'src/client/forms/AccountFailure.tsx';
import { useAccountForm } from 'src/client/forms/useAccountForm.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { CopyButton } from 'src/client/navigation/CopyButton.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { LabelledSelect } from 'src/client/ui/LabelledSelect.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface FeedDialogProps {
  readonly store: ListingStore;
  /** Default name of the calendar. */
  readonly name: string;
  readonly close: () => void;
}

/** Days before; none for 0. */
const REMINDER_DAYS = ['0', '1', '3', '7', '14'] as const;

const Address = ({ address, close }: { readonly address: string; readonly close: () => void }) => {
  const { format } = useMessages();
  const id = useId();
  return (
    <div className="kk-account" role="status">
      <Band tone="warning">{format('calendarFeeds.secret')}</Band>
      <div className="kk-field">
        <label htmlFor={id}>{format('calendarFeeds.address')}</label>
        <input
          id={id}
          className="bp6-input bp6-fill"
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
      </div>
      <p className="kk-account-links">
        <CopyButton text={address} label={format('calendarFeeds.copy')} main />
        <Button intent="primary" onClick={close}>
          {format('calendarFeeds.done')}
        </Button>
      </p>
    </div>
  );
};

type Choice = Omit<Endpoints['makeCalendarFeed']['input'], 'query'>;

interface ChoicesProps {
  readonly name: string;
  readonly make: (choice: Choice) => Promise<void>;
}

const FeedChoices = ({ name, make }: ChoicesProps) => {
  const { format } = useMessages();
  const form = useAccountForm();
  const [names, setNames] = useState(true);
  const [remind, setRemind] = useState<(typeof REMINDER_DAYS)[number]>('0');
  const id = useId();
  return (
    <form
      className="kk-account"
      onSubmit={form.submit((value) =>
        make({ name: value('name'), names, ...(remind !== '0' && { remind: Number(remind) }) }),
      )}
    >
      <p>{format('calendarFeeds.what')}</p>
      <AccountFailure failure={form.failure} />
      <div className="kk-field">
        <label htmlFor={id}>{format('calendarFeeds.name')}</label>
        <input id={id} name="name" className="bp6-input bp6-fill" required maxLength={200} defaultValue={name} />
      </div>
      <Checkbox checked={names} onChange={() => setNames(!names)} aria-describedby={`${id}-names`}>
        {format('calendarFeeds.names')}
      </Checkbox>
      <p id={`${id}-names`} className="kk-soft">
        {format('calendarFeeds.namesHint')}
      </p>
      <LabelledSelect
        label={format('calendarFeeds.remind')}
        value={remind}
        options={REMINDER_DAYS.map(
          (days) => [days, format('calendarFeeds.remindDays', { days: Number(days) })] as const,
        )}
        choose={setRemind}
      />
      <Button type="submit" variant="solid" intent="primary" loading={form.busy}>
        {format('calendarFeeds.make')}
      </Button>
    </form>
  );
};

export const FeedDialog = observer(({ store, name, close }: FeedDialogProps) => {
  const { connection, session } = useClient();
  const { format } = useMessages();
  const [path, setPath] = useState<string>();
  const make = async (choice: Choice): Promise<void> => {
    const { user } = session;
    if (!user) return;
    const input = { query: store.wholeQuery, ...choice };
    const answer = await connection.send('act/makeCalendarFeed', { _t: user._t, _i: user._i, ...input });
    setPath(answer.path);
  };
  return (
    <Dialog open title={format('calendarFeeds.title')} onClose={close}>
      {path === undefined ? (
        <FeedChoices name={name} make={make} />
      ) : (
        <Address address={`${window.location.origin}${path}`} close={close} />
      )}
    </Dialog>
  );
});
