// Shows values of the kind `boolean`, and writes them as text.

import { useIntl } from 'react-intl';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';

const BooleanValue = ({ value }: ValueProps) => {
  const intl = useIntl();
  return <>{intl.formatMessage({ id: value === true ? 'forms.yes' : 'forms.no' })}</>;
};

export const booleanView: KindView = { read: BooleanValue, look: { unnamed: true } };
