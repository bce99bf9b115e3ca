// Dates, moments and times of day, by the browser's own inputs. Browsers write dates in orders that differ by country, so how it
// reads here stands below. A moment is kept in UTC and typed in the reader's zone.

import type { WidgetProps } from '@rjsf/utils';
import dayjs from 'dayjs';
import { type Look, TextInput } from 'src/client/forms/widgets/InputWidget.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

// Between stored moments (UTC, RFC 3339) and what native inputs hold (local, without zone).
/** `2024-08-05T16:30:00.000Z` as `2024-08-05T09:30` in the reader's zone; seconds only when there are any. */
const toLocalInput = (stored: unknown): string => {
  if (typeof stored !== 'string' || stored === '') return '';
  const moment = dayjs(stored);
  if (!moment.isValid()) return '';
  return moment.format(moment.second() === 0 ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DDTHH:mm:ss');
};

const fromLocalInput = (typed: string): string | undefined => {
  if (typed === '') return undefined;
  const moment = dayjs(typed);
  return moment.isValid() ? moment.toISOString() : undefined;
};

/** `09:30:00Z`, `09:30:00` and `09:30` stand as `09:30` in a time input. */
const toTimeInput = (stored: unknown): string => {
  const [, hours, seconds] = /^(\d{2}:\d{2})(:\d{2})?/.exec(typeof stored === 'string' ? stored : '') ?? [];
  if (hours === undefined) return '';
  return seconds === undefined || seconds === ':00' ? hours : hours + seconds;
};

const MOMENT = /^\d{4}-\d{2}-\d{2}/;

const Dated = ({
  props,
  look,
  stored,
}: {
  readonly props: WidgetProps;
  readonly look: Look;
  readonly stored: unknown;
}) => {
  const { intl } = useMessages();
  const shown = typeof stored === 'string' && MOMENT.test(stored) && !Number.isNaN(Date.parse(stored));
  return (
    <div className="kf-moment">
      <TextInput props={props} look={{ ...look, className: 'kf-narrow' }} />
      {shown && <span className="kf-help">{formatDate(intl, stored, look.type !== 'date')}</span>}
    </div>
  );
};

export const DateWidget = (props: WidgetProps) => (
  <Dated props={props} look={{ type: 'date', min: '0001-01-01', max: '9999-12-31' }} stored={props.value} />
);

export const DateTimeWidget = (props: WidgetProps) => (
  <Dated
    props={{
      ...props,
      value: toLocalInput(props.value),
      onChange: (typed: string | undefined) => props.onChange(fromLocalInput(typed ?? '')),
    }}
    look={{ type: 'datetime-local', max: '9999-12-31T23:59' }}
    stored={props.value}
  />
);

export const TimeWidget = (props: WidgetProps) => (
  <TextInput props={{ ...props, value: toTimeInput(props.value) }} look={{ type: 'time', className: 'kf-narrow' }} />
);
