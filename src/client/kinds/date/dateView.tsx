// Shows values of the kind `date`, and writes them as text.

import { useIntl } from 'react-intl';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { formatDate, formatRelative } from 'src/client/ui/dates.ts';

/** A date or moment as read: DD-MMM-YYYY, how long ago in the tooltip, the exact value for machines. */
export const Dated = ({ value, withTime }: { readonly value: string; readonly withTime: boolean }) => {
  const intl = useIntl();
  return (
    <time dateTime={value} title={formatRelative(intl, value)} className="kf-date">
      {formatDate(intl, value, withTime)}
    </time>
  );
};

const DateValue = ({ value }: ValueProps) => <Dated value={String(value)} withTime={false} />;

export const dateView: KindView = { read: DateValue, look: { unnamed: true } };
