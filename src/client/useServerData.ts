// Server data of a component. Sends the request when the component appears, when the question changes, when the connection is back, when
// the reader retries, and when items have changed. An answer never replaces the answer to a later question.

import { useCallback, useEffect, useRef, useState } from 'react';
import { isPassing } from 'src/client/connection/ClientProblem.ts';
import { inTurn } from 'src/client/connection/inTurn.ts';
import { useChangesOf } from 'src/client/useChangesOf.ts';
import { useClient } from 'src/client/useClient.ts';
import { isProblem } from 'src/model/problems.ts';

export interface Question<T> {
  /** Identifies the subject of the request. An answer about another subject is never shown. */
  readonly of: string;
  /** Must keep its identity for as long as it asks the same. */
  readonly ask: () => Promise<T>;
  /** Another version asks again. */
  readonly version?: string | number | undefined;
  /** Milliseconds to wait before the request, for queries that change during typing. */
  readonly pause?: number | undefined;
  /** Asks again after items of these types have changed. */
  readonly types?: readonly string[] | undefined;
}

export interface Answered<T> {
  /**
   * The newest answer about `of`; undefined until there is one. It stays while the server is asked again and when that fails, except when
   * the server answers that the reader may not see it or that it was deleted.
   */
  readonly answer: T | undefined;
  /** The error with which the newest question failed. */
  readonly failure: unknown;
  /** The answer shown belongs to an earlier question, or there is none yet. */
  readonly loading: boolean;
  readonly again: () => Promise<void>;
}

interface Known<T> extends Question<T> {
  readonly answer: T | undefined;
  readonly failure: unknown;
}

/** Returns true for a failure that another try would not change, such as a missing right. */
export const isLasting = (failure: unknown): boolean => isProblem(failure) && !isPassing(failure);

const NO_TYPES: readonly string[] = [];

const notAsked = (): Promise<void> => Promise.resolve();

/** Runs `ask` again when the connection is back. A visitor has no session that comes back, so the browser's own event tells. */
const useReconnect = (ask: () => void): void => {
  const { connection, session } = useClient();
  useEffect(() => {
    const askAsVisitor = (): void => {
      if (!session.signedIn) ask();
    };
    const stop = connection.onAuthed(ask);
    window.addEventListener('online', askAsVisitor);
    return () => {
      stop();
      window.removeEventListener('online', askAsVisitor);
    };
  }, [connection, session, ask]);
};

/** Asks nothing while the question is undefined. */
export const useServerData = <T>(question: Question<T> | undefined): Answered<T> => {
  const { of, ask, version, pause, types } = question ?? {};
  const [known, setKnown] = useState<Known<T>>();
  const turn = useRef(0);
  const newest = useRef(notAsked);
  // The watches are sent first. The server answers a question after the watches that came before it, so no change is missed in between.
  useChangesOf(types ?? NO_TYPES, () => void newest.current());
  useEffect(() => {
    if (of === undefined || ask === undefined) return undefined;
    const asked = { of, ask, version };
    const left = new AbortController();
    const run = async (): Promise<void> => {
      const own = ++turn.current;
      try {
        const answer = await inTurn(ask, { signal: left.signal });
        if (own === turn.current) setKnown({ ...asked, answer, failure: undefined });
      } catch (failure) {
        const keptOf = (before: Known<T> | undefined): T | undefined =>
          before?.of === of && !isLasting(failure) ? before.answer : undefined;
        if (own === turn.current) setKnown((before) => ({ ...asked, answer: keptOf(before), failure }));
      }
    };
    newest.current = run;
    const timer = pause === undefined ? undefined : setTimeout(() => void run(), pause);
    if (pause === undefined) void run();
    return () => {
      clearTimeout(timer);
      left.abort();
      newest.current = notAsked;
      turn.current += 1;
    };
  }, [of, ask, version, pause]);
  const again = useCallback(() => newest.current(), []);
  useReconnect(useCallback(() => void newest.current(), []));
  const here = of !== undefined && known?.of === of ? known : undefined;
  const isCurrent = here !== undefined && here.ask === ask && here.version === version;
  const loading = of !== undefined && !isCurrent;
  return { answer: here?.answer, failure: isCurrent ? here.failure : undefined, loading, again };
};
