// Link from "My days" to the calendar with the same entries. Absent for people who may open none.

import { observer } from 'mobx-react-lite';
import { useDays } from 'src/client/home/useDays.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const CalendarLink = observer(({ title }: { readonly title: string }) => {
  const messages = useMessages();
  const { calendar } = useDays();
  return calendar ? (
    <ShellLink to={calendar.to}>
      {messages.format('home.days.open')} <span className="kk-unseen">{title}</span>
    </ShellLink>
  ) : null;
});
