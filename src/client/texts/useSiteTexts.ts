// The texts that the site has changed, in one language, with their history. Loads them again after each change.

import { useCallback, useEffect } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

/** A whole translation comes in as several requests, each small enough for one message. */
const TEXTS_PER_REQUEST = 300;

export interface TextEvent {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly at: string;
  readonly name: string;
}

/** Null: the original text. */
export type TextChanges = Readonly<Record<string, string | null>>;

interface Known {
  readonly texts: Readonly<Record<string, string>>;
  readonly history: readonly TextEvent[];
}

export interface SiteTexts {
  /** Undefined until they are read. */
  readonly known: Known | undefined;
  /** The error of the last reading, if it failed. */
  readonly failure: unknown;
  readonly load: () => Promise<void>;
  /** False when they were refused. */
  readonly save: (changes: TextChanges) => Promise<boolean>;
}

export const useSiteTexts = (language: string): SiteTexts => {
  const { connection, alerts, intl } = useClient();
  const ask = useCallback(async (): Promise<Known> => {
    // Loads changed and shipped texts together.
    const [answer] = await Promise.all([connection.send('act/siteTexts', { language }), intl.complete()]);
    return answer;
  }, [connection, intl, language]);
  const { answer: known, failure, again: load } = useServerData({ of: language, ask });
  useEffect(() => connection.onPush('localeOverrides', () => void load()), [connection, load]);
  return {
    known,
    failure,
    load,
    save: async (changes) => {
      const list = Object.entries(changes).map(([key, text]) => ({ key, text }));
      const parts = Array.from({ length: Math.ceil(list.length / TEXTS_PER_REQUEST) }, (_, at) =>
        list.slice(at * TEXTS_PER_REQUEST, (at + 1) * TEXTS_PER_REQUEST),
      );
      try {
        for (const part of parts) await connection.send('act/saveSiteTexts', { language, changes: part });
        alerts.saved();
        await load();
        return true;
      } catch (thrown) {
        alerts.error(thrown);
        return false;
      }
    },
  };
};
