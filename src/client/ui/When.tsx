// A moment, relative on the page and exact in its tooltip and to machines.

import { useIntl } from 'react-intl';
import { formatDate, formatRelative } from 'src/client/ui/dates.ts';

export const When = ({ at }: { readonly at: string }) => {
  const intl = useIntl();
  return (
    <time dateTime={at} title={formatDate(intl, at, true)}>
      {formatRelative(intl, at)}
    </time>
  );
};
