// The clock of the law on one line, in lists, tables and cards: how many days are left, and whether it is stopped.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { nowOf, ownerCalendar } from 'src/client/workflow/ownerCalendar.ts';
import { subjectOf } from 'src/client/workflow/stepValues.ts';
import type { Item } from 'src/model/item/Item.ts';
import { readItemClock } from 'src/model/workflow/readItemClock.ts';

export const ClockValue = observer(({ item }: { readonly item: Item }) => {
  const client = useClient();
  const messages = useMessages();
  const subject = subjectOf(client.registry, item._t);
  const clock =
    subject && readItemClock(item, subject, { calendar: ownerCalendar(client, subject, item), now: nowOf(client) });
  if (clock?.left === undefined) return null;
  const { left, stands, due } = clock;
  const isLate = left < 0;
  const text = messages.format(isLate ? 'workflow.clock.daysLate' : 'workflow.clock.daysLeft', {
    count: Math.abs(left),
  });
  return (
    <span className={isLate && !stands ? 'kk-late' : undefined} title={due && formatDate(messages.intl, due)}>
      {(isLate || stands) && (
        <>
          <Icon name={stands ? 'pause' : 'warning-sign'} />{' '}
        </>
      )}
      {stands ? `${messages.format('workflow.clock.stands')}, ${text}` : text}
    </span>
  );
});
