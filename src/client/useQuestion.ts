// A question that a part of a page asks of the server: asked as the part is shown, again when it changes, when the connection is back and
// when somebody tries again. An answer never replaces one that was asked for later, and none comes after the part is gone.

import { useCallback, useEffect, useRef, useState } from 'react';
import { isPassing } from 'src/client/connection/ClientProblem.ts';
import { useClient } from 'src/client/useClient.ts';
import { isProblem } from 'src/model/problems.ts';

export interface Question<T> {
  /** Of what it is asked: the answer of anything else is never shown. */
  readonly of: string;
  /** Must keep its identity for as long as it asks the same. */
  readonly ask: () => Promise<T>;
  /** Asked anew when this is another. */
  readonly version?: string | number | undefined;
}

export interface Answered<T> {
  /**
   * Undefined until it is known. What was known stays while it is asked for again, and when that fails; what one may not see any
   * more, or what is gone, does not stay.
   */
  readonly answer: T | undefined;
  /** Why the newest question was not answered. */
  readonly failure: unknown;
  /** What is shown answers an earlier question, or none. */
  readonly loading: boolean;
  readonly again: () => Promise<void>;
}

interface Known<T> extends Question<T> {
  readonly answer: T | undefined;
  readonly failure: unknown;
}

/** Hidden and gone alike: another try would say the same. */
const isLasting = (failure: unknown): boolean => isProblem(failure) && !isPassing(failure);

const notAsked = (): Promise<void> => Promise.resolve();

export const useQuestion = <T>({ of, ask, version }: Question<T>): Answered<T> => {
  const { connection } = useClient();
  const [known, setKnown] = useState<Known<T>>();
  const turn = useRef(0);
  const newest = useRef(notAsked);
  useEffect(() => {
    const question = { of, ask, version };
    const run = async (): Promise<void> => {
      const own = ++turn.current;
      try {
        const answer = await ask();
        if (own === turn.current) setKnown({ ...question, answer, failure: undefined });
      } catch (failure) {
        const keptOf = (before: Known<T> | undefined): T | undefined =>
          before?.of === of && !isLasting(failure) ? before.answer : undefined;
        if (own === turn.current) setKnown((before) => ({ ...question, answer: keptOf(before), failure }));
      }
    };
    newest.current = run;
    const stop = connection.onAuthed(() => void run());
    void run();
    return () => {
      stop();
      newest.current = notAsked;
      turn.current += 1;
    };
  }, [connection, of, ask, version]);
  const again = useCallback(() => newest.current(), []);
  const here = known?.of === of ? known : undefined;
  const isCurrent = here !== undefined && here.ask === ask && here.version === version;
  return { answer: here?.answer, failure: isCurrent ? here.failure : undefined, loading: !isCurrent, again };
};
