// Periods in the background of a timeline: the site's own, otherwise the declared ones.

import { useMemo } from 'react';
import { bucketBands, periodBands, type TimeBand } from 'src/client/displays/timeline/timeBands.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const DECLARED = 'history';

/** Observable: call it inside an observer. */
export const useTimeBands = (): readonly TimeBand[] => {
  const { site, registry } = useClient();
  const messages = useMessages();
  return useMemo(() => {
    const { periods } = site;
    if (periods.length > 0) return periodBands(periods, messages.intl.locale);
    const set = registry.buckets[DECLARED];
    return set ? bucketBands(set, (key) => messages.find(`buckets.${DECLARED}.${key}`) ?? key) : [];
  }, [site, registry, messages]);
};
