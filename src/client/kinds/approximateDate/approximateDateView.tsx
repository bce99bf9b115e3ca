// How a value of the kind `partialDate` is shown and said.

import { useIntl } from 'react-intl';
import { formatPartialDate } from 'src/client/forms/text/partialDate.ts';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/kinds/ValueProps.ts';

const PartialDateValue = ({ value }: ValueProps) => {
  const intl = useIntl();
  return (
    <time dateTime={String(value)} className="kf-date">
      {formatPartialDate(intl, String(value))}
    </time>
  );
};

export const partialDateView: KindView = { read: PartialDateValue, look: { unnamed: true } };
