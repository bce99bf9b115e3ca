// The day by which the next open step of an item is due, and how late it is, in lists and panels that are in the order of that day.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { ownersToday } from 'src/client/fields/display/ownerCalendar.ts';
import { workflowSubject, workflowSummary } from 'src/client/fields/display/stepValues.ts';
import { daysBetween } from 'src/model/calendar/localDay.ts';
import type { Item } from 'src/model/item/Item.ts';

export const StepDue = observer(({ item }: { readonly item: Item }) => {
  const client = useClient();
  const messages = useMessages();
  const subject = workflowSubject(client.registry, item._t);
  const { due } = workflowSummary(item);
  if (!subject || due === undefined) return null;
  const late = daysBetween(due, ownersToday(client, subject, item));
  const day = formatDate(messages.intl, due);
  return (
    <span className={`kf-date${late > 0 ? ' kk-late' : ''}`}>
      {late > 0 && (
        <>
          <Icon name="warning-sign" />{' '}
        </>
      )}
      {late > 0
        ? messages.format('workflow.stepLate', { day, count: late })
        : messages.format('workflow.stepDue', { day })}
    </span>
  );
});
