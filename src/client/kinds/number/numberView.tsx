// Shows values of the kind `number`, and writes them as text.

import { useIntl } from 'react-intl';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';

export const NumberValue = ({ value }: ValueProps) => {
  const intl = useIntl();
  return (
    <>
      {typeof value === 'number'
        ? intl.formatNumber(value, { maximumFractionDigits: 20, useGrouping: Math.abs(value) >= 10_000 })
        : String(value)}
    </>
  );
};

export const numberView: KindView = { read: NumberValue, look: { inline: true, unnamed: true } };
