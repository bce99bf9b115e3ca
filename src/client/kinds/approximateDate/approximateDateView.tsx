// Shows values of the kind `approximateDate`, and writes them as text.

import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { partialDate } from 'src/client/kinds/approximateDate/partialDate.ts';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { isolated } from 'src/client/ui/direction.ts';

const LazyWords = lazy(() =>
  import('src/client/kinds/approximateDate/DateInWords.tsx').then(({ DateInWords }) => ({ default: DateInWords })),
);

/** Years with four digits, months and days need no words. */
const PLAIN_TEXT = /^[1-9]\d{3}(?:-(?:0\d|1[0-2])(?:-\d\d)?)?$/;

const ApproximateDateValue = ({ value }: ValueProps) => {
  const intl = useIntl();
  const stored = String(value);
  const isPlain = PLAIN_TEXT.test(stored);
  return (
    <span className={isPlain ? 'kf-date' : 'kf-date kf-date-words'}>
      {isPlain ? (
        isolated(partialDate(intl, stored), intl.locale)
      ) : (
        <Suspense fallback={null}>
          <LazyWords stored={stored} />
        </Suspense>
      )}
    </span>
  );
};

export const approximateDateView: KindView = { read: ApproximateDateValue, look: { unnamed: true } };
