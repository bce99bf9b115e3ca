// Shows values of the kind `dateTime`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { Dated } from 'src/client/kinds/date/dateView.tsx';

const DateTimeValue = ({ value }: ValueProps) => <Dated value={String(value)} withTime />;

export const dateTimeView: KindView = { read: DateTimeValue, look: { unnamed: true } };
