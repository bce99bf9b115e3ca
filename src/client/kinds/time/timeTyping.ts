// Times of day, typed as people say them.

import { readTime } from 'src/model/calendar/typedDate.ts';
import type { TypingOf } from 'src/client/kinds/typedControls.tsx';

/** Returns `09:30` for `09:30:00Z`, `09:30:00` and `09:30`. */
const keptClock = (kept: string): string | undefined => {
  const [, hours, seconds] = /^(\d{2}:\d{2})(:\d{2})?/.exec(kept) ?? [];
  if (hours === undefined) return undefined;
  return seconds === undefined || seconds === ':00' ? hours : hours + seconds;
};

export const timeTyping: TypingOf = ({ intl, format }) => ({
  read: readTime,
  write: keptClock,
  say: (kept, isNew) =>
    isNew ? intl.formatTime(`2000-01-01T${keptClock(kept)}:00Z`, { timeStyle: 'short', timeZone: 'UTC' }) : '',
  example: format('forms.timeExample'),
});
