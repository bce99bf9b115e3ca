// Reads the state of the site repeatedly while the page is visible. Retries and deletes failed jobs.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';

export const READ_AGAIN_MS = 5_000;

export type Figure = Answer['figures'][number];

export type GivenUpJob = Answer['jobs'][number];

type Answer = Endpoints['siteState']['answer'];

export interface SiteState {
  /** The last answer; undefined until there is one. */
  readonly known: Answer | undefined;
  /** Why the last reading failed. */
  readonly failure: unknown;
  readonly load: () => Promise<void>;
}

export const useSiteState = (): SiteState => {
  const { connection } = useClient();
  const [known, setKnown] = useState<Answer>();
  const [failure, setFailure] = useState<unknown>();
  const underWay = useRef<Promise<void>>(undefined);
  const load = useCallback((): Promise<void> => {
    underWay.current ??= connection
      .send('act/siteState', {})
      .then(
        (answer) => {
          setKnown(answer);
          setFailure(undefined);
        },
        (thrown: unknown) => setFailure(thrown),
      )
      .finally(() => (underWay.current = undefined));
    return underWay.current;
  }, [connection]);
  useEffect(() => {
    const loadWhenSeen = (): void => void (document.visibilityState === 'visible' && load());
    void load();
    const timer = setInterval(loadWhenSeen, READ_AGAIN_MS);
    document.addEventListener('visibilitychange', loadWhenSeen);
    const stop = connection.onAuthed(loadWhenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', loadWhenSeen);
      stop();
    };
  }, [connection, load]);
  return { known, failure, load };
};
