// Says that a record or a list comes from this device because the server cannot be reached, and that nothing can be written until it can.

import 'src/client/intl/laterMessages.ts';
import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useClient } from 'src/client/useClient.ts';

interface OfflineNoteProps {
  /** Time at which the server sent the copy. */
  readonly at: string;
  /** Numbers of the rows on this device and of all rows, for a list. */
  readonly rows?: { readonly here: number; readonly all: number };
}

export const OfflineNote = observer(({ at, rows }: OfflineNoteProps) => {
  const intl = useIntl();
  const { unread } = useClient().drafts;
  const messages = useMessages();
  const time = formatDate(intl, at, true);
  return (
    <div role="status">
      <Band icon="offline">
        {rows
          ? messages.format('offline.list', { time, count: rows.here, all: rows.all })
          : messages.format('offline.record', { time })}
        {unread > 0 && ` ${messages.format('offline.unread', { count: unread })}`}
      </Band>
    </div>
  );
});

/** Shown where the person would write, on a page that was loaded without a connection (DraftStore.locked). */
export const OfflineWritingNote = () => {
  const messages = useMessages();
  return (
    <div role="status">
      <Band icon="offline">{messages.format('offline.locked')}</Band>
    </div>
  );
};
