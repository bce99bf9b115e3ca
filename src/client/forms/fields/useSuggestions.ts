// Suggestions for what is typed in a relation field: asked after a pause, at least 3 letters, the latest question wins. Source: spec platform 5, 9.

import { useEffect, useState } from 'react';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Suggestion } from 'src/model/generated/wire.ts';

export const MIN_CHARACTERS = 3;

export type Suggestions =
  | { readonly state: 'short' | 'waiting' | 'failed'; readonly found: readonly Suggestion[] }
  | { readonly state: 'found'; readonly found: readonly Suggestion[] };

const NONE: readonly Suggestion[] = [];

export const letterCount = (text: string): number =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.trim())].length;

interface Answer {
  readonly question: string;
  readonly found: readonly Suggestion[];
  readonly failed: boolean;
}

export const useSuggestions = (text: string, types: readonly string[] | undefined): Suggestions => {
  const { search, alerts } = useClient();
  const [answer, setAnswer] = useState<Answer>();
  const question = text.trim();
  const asks = letterCount(question) >= MIN_CHARACTERS;
  const wantedTypes = types?.join();
  useEffect(() => {
    if (!asks) return undefined;
    let wanted = true;
    const settle = (found: readonly Suggestion[], failed: boolean): void => {
      if (wanted) setAnswer({ question, found, failed });
    };
    const timer = setTimeout(() => {
      search.suggest(question, wantedTypes?.split(',')).then(
        (found) => settle(found, false),
        (thrown: unknown) => {
          settle(NONE, true);
          if (wanted) alerts.error(thrown);
        },
      );
    }, DELAYS.input);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [asks, question, wantedTypes, search, alerts]);
  if (!asks) return { state: 'short', found: NONE };
  if (answer?.question !== question) return { state: 'waiting', found: answer?.found ?? NONE };
  return answer.failed ? { state: 'failed', found: NONE } : { state: 'found', found: answer.found };
};
