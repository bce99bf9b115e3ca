// Shows values of the kind `time`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';

/** `09:30:00` reads 09:30; seconds are shown only when there are any. */
const TimeValue = ({ value }: ValueProps) => (
  <time dateTime={String(value)}>{String(value).replace(/^(\d{2}:\d{2})(?::00(?:\.0+)?)?(?:Z)?$/, '$1')}</time>
);

export const timeView: KindView = { read: TimeValue, look: { unnamed: true } };
