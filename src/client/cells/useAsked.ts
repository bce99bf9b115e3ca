// What a panel asks once as it is shown: again only while there is no answer, when the connection is back.

import { useEffect, useMemo, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';

interface Asked<T> {
  /** Undefined until it is there, and while it could not be read. */
  readonly answer: T | undefined;
  /** Not known: it could not be read, and is asked for again when the connection is back. */
  readonly failed: boolean;
}

/** Asked until it is answered. The question must keep its identity. */
export const useAsked = <T>(question: (() => Promise<T>) | undefined): Asked<T> => {
  const { connection } = useClient();
  const [asked, setAsked] = useState<Asked<T>>({ answer: undefined, failed: false });
  useEffect(() => {
    if (!question) return undefined;
    let missing = true;
    const ask = (): void => {
      question().then(
        (answer) => {
          if (missing) setAsked({ answer, failed: false });
          missing = false;
        },
        () => missing && setAsked({ answer: undefined, failed: true }),
      );
    };
    ask();
    const askAgain = (): void => void (missing && ask());
    const stop = connection.onAuthed(askAgain);
    // A visitor has no session that comes back.
    window.addEventListener('online', askAgain);
    return () => {
      missing = false;
      stop();
      window.removeEventListener('online', askAgain);
    };
  }, [connection, question]);
  return asked;
};

/** One page of ids. The query must keep its identity. */
export const useAnswer = (query: Query | undefined): Asked<SearchAnswer> => {
  const { search } = useClient();
  return useAsked(useMemo(() => query && (() => search.search(query)), [search, query]));
};
