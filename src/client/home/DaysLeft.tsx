// The days that are left until an entry, or for which it is late.

import type { DueEntry } from 'src/client/home/dayEntries.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const SOON_DAYS = 3;

export const DaysLeft = ({ entry: { inDays, isDeadline } }: { readonly entry: DueEntry }) => {
  const messages = useMessages();
  if (!isDeadline)
    return inDays > 1 ? (
      <span className="kk-days-left">{messages.format('home.days.in', { count: inDays })}</span>
    ) : null;
  const urgency = inDays < 0 ? 'late' : inDays <= SOON_DAYS ? 'soon' : 'later';
  const text =
    inDays < 0
      ? messages.format('home.days.late', { count: -inDays })
      : messages.format('home.days.left', { count: inDays });
  return <span className={`kk-days-left kk-days-${urgency}`}>{text}</span>;
};
