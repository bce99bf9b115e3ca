// How a value of the kind `approximateDate` is shown and said.

import { useIntl } from 'react-intl';
import { formatApproximateDate } from 'src/client/kinds/approximateDate/approximateDateWords.ts';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';

const ApproximateDateValue = ({ value }: ValueProps) => (
  <span className="kf-date">{formatApproximateDate(useIntl(), String(value))}</span>
);

export const approximateDateView: KindView = { read: ApproximateDateValue, look: { unnamed: true } };
