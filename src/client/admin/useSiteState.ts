// Reads the state of the site repeatedly while the page is visible. Retries and deletes failed jobs.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { useCallback, useEffect, useRef } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

export const READ_AGAIN_MS = 5_000;

export type Figure = Answer['figures'][number];

export type GivenUpJob = Answer['jobs'][number];

type Answer = Endpoints['siteState']['answer'];

export interface SiteState {
  /** The last answer; undefined until there is one. */
  readonly known: Answer | undefined;
  /** The error of the last reading, if it failed. */
  readonly failure: unknown;
  readonly load: () => Promise<void>;
}

export const useSiteState = (): SiteState => {
  const { connection } = useClient();
  const underWay = useRef<Promise<Answer>>(undefined);
  // A slow server is not asked twice at the same time.
  const ask = useCallback((): Promise<Answer> => {
    underWay.current ??= connection.send('act/siteState', {}).finally(() => (underWay.current = undefined));
    return underWay.current;
  }, [connection]);
  const { answer: known, failure, again: load } = useServerData({ of: 'siteState', ask });
  useEffect(() => {
    const loadWhenSeen = (): void => void (document.visibilityState === 'visible' && load());
    const timer = setInterval(loadWhenSeen, READ_AGAIN_MS);
    document.addEventListener('visibilitychange', loadWhenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', loadWhenSeen);
    };
  }, [load]);
  return { known, failure, load };
};
