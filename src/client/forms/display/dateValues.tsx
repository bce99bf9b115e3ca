// Dates and times as read: DD-MMM-YYYY, how long ago in the tooltip, the exact value for machines.

import { useIntl } from 'react-intl';
import type { ValueProps } from 'src/client/forms/display/ValueProps.ts';
import { formatPartialDate } from 'src/client/forms/text/partialDate.ts';
import { formatDate, formatRelative } from 'src/client/ui/dates.ts';

const Dated = ({ value, withTime }: { readonly value: string; readonly withTime: boolean }) => {
  const intl = useIntl();
  return (
    <time dateTime={value} title={formatRelative(intl, value)} className="kf-date">
      {formatDate(intl, value, withTime)}
    </time>
  );
};

export const DateValue = ({ value }: ValueProps) => <Dated value={String(value)} withTime={false} />;

export const DateTimeValue = ({ value }: ValueProps) => <Dated value={String(value)} withTime />;

/** `09:30:00` reads 09:30; seconds are shown only when there are any. */
export const TimeValue = ({ value }: ValueProps) => (
  <time dateTime={String(value)}>{String(value).replace(/^(\d{2}:\d{2})(?::00(?:\.0+)?)?(?:Z)?$/, '$1')}</time>
);

export const PartialDateValue = ({ value }: ValueProps) => {
  const intl = useIntl();
  return (
    <time dateTime={String(value)} className="kf-date">
      {formatPartialDate(intl, String(value))}
    </time>
  );
};
