// The clock of the law on one line, in lists, tables and cards: how many days are left, and whether it is stopped.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { ownerCalendar } from 'src/client/fields/display/ownerCalendar.ts';
import { workflowSubject } from 'src/client/fields/display/stepValues.ts';
import type { Item } from 'src/model/item/Item.ts';
import { readItemClock } from 'src/model/workflow/readItemClock.ts';

interface ClockValueProps {
  readonly item: Item;
  /** True if no date is shown next to it, so that the text includes the end of the time. */
  readonly alone?: boolean;
}

export const ClockValue = observer(({ item, alone = false }: ClockValueProps) => {
  const client = useClient();
  const messages = useMessages();
  const subject = workflowSubject(client.registry, item._t);
  const clock =
    subject && readItemClock(item, subject, { calendar: ownerCalendar(client, subject, item), now: client.day.now });
  if (clock?.left === undefined || clock.ended) return null;
  const { left, stands, due, asked } = clock;
  const isLate = left < 0;
  const days = messages.format(isLate ? 'workflow.clock.daysLate' : 'workflow.clock.daysLeft', {
    count: Math.abs(left),
  });
  // A paused clock ends later than its due date; the text contains its own end, because the numbers would not agree
  // otherwise.
  const text =
    due === undefined || (due === asked && !alone) || isLate || stands
      ? days
      : messages.format('workflow.clock.until', { days, day: formatDate(messages.intl, due) });
  return (
    <span className={`kf-date${isLate && !stands ? ' kk-late' : ''}`} title={due && formatDate(messages.intl, due)}>
      {(isLate || stands) && (
        <>
          <Icon name={stands ? 'pause' : 'warning-sign'} />{' '}
        </>
      )}
      {stands ? `${messages.format('workflow.clock.stands')}, ${text}` : text}
    </span>
  );
});
