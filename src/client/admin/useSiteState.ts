// The state of the site, read again and again while the page is looked at, and what can be done with the jobs that were given up.

import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export const READ_AGAIN_MS = 5_000;

export interface Figure {
  /** `section.figure`. */
  readonly name: string;
  readonly unit: 'text' | 'count' | 'bytes' | 'milliseconds' | 'seconds';
  readonly value: string | number | null;
  readonly of: number | null;
  readonly state: 'good' | 'watch' | 'bad';
}

export interface GivenUpJob {
  readonly job: string;
  readonly name: string;
  readonly attempts: number;
  readonly reason: string | null;
  readonly since: string;
}

interface Answer {
  readonly at: string;
  readonly figures: readonly Figure[];
  readonly jobs: readonly GivenUpJob[];
  readonly counted: { readonly at: string; readonly processes: number };
  readonly people: readonly { readonly $id: ItemId; readonly name: string; readonly sockets: number }[];
}

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
          setKnown(answer as unknown as Answer);
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
