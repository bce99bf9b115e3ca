// The line below the date of home: the number of meetings and deadlines of today and of the rest of "This week". The
// lists that wait count overdue items (WaitingForMe.tsx).

import { observer } from 'mobx-react-lite';
import { dayGroupOf, type DayGroup } from 'src/client/home/dayEntries.ts';
import { useDays, useOwnEntries } from 'src/client/home/useDays.ts';
import 'src/client/intl/laterMessages.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const DaySummary = observer(() => {
  const messages = useMessages();
  const { entries, isPartial } = useDays();
  const ownEntries = useOwnEntries(entries);
  // Without a complete answer, a number would be too small.
  if (!ownEntries || isPartial) return null;
  const countOf = (group: DayGroup): number => ownEntries.filter((entry) => dayGroupOf(entry) === group).length;
  return messages.format('home.summary', {
    today: countOf('today'),
    week: countOf('tomorrow') + countOf('week'),
  });
});
