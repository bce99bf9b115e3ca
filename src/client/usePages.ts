// A list of the server in a component, a page at a time, newest first. Built on useServerData; used by histories and notices.

import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

export const PAGE_ROWS = 25;
/** Rows read again at most when the list has changed. Source: the limit of `history`. */
const MOST_REREAD = 200;

export interface Page<T> {
  readonly rows: readonly T[];
  readonly more: boolean;
}

interface PagesQuestion<T> {
  /** Names what is listed. Rows of something else are never shown. */
  readonly of: string;
  /** Reads `max` rows that follow `after`, or the first ones. Must keep its identity for as long as it asks the same. */
  readonly ask: (max: number, after: T | undefined) => Promise<Page<T>>;
  readonly keyOf: (row: T) => string | number;
  /** Another version reads the list again, as far as it is shown. */
  readonly version?: string | number | undefined;
  /** False: nothing is asked. */
  readonly asks?: boolean;
}

export interface Pages<T> {
  /** Undefined until the first page is there. */
  readonly rows: readonly T[] | undefined;
  readonly more: boolean;
  /** The error that prevented the list from being read, or read again. */
  readonly failure: unknown;
  readonly showMore: () => void;
  readonly again: () => void;
}

interface Shown<T> extends Page<T> {
  readonly of: string;
  /** The answer that the first rows come from. */
  readonly first: Page<T>;
}

/** Puts newly read first rows before the shown rows that follow the last of them. */
const withFirst = <T>(before: Page<T> | undefined, first: Page<T>, keyOf: PagesQuestion<T>['keyOf']): Page<T> => {
  const last = first.rows.at(-1);
  if (!before || !first.more || last === undefined) return first;
  const at = before.rows.findIndex((row) => keyOf(row) === keyOf(last));
  const rest = at < 0 ? [] : before.rows.slice(at + 1);
  return rest.length === 0 ? first : { rows: [...first.rows, ...rest], more: before.more };
};

export const usePages = <T>({ of, ask, keyOf, version, asks = true }: PagesQuestion<T>): Pages<T> => {
  const { alerts } = useClient();
  const [shown, setShown] = useState<Shown<T>>();
  const count = useRef({ of, rows: 0 });
  const askFirst = useCallback((): Promise<Page<T>> => {
    const listed = count.current.of === of ? count.current.rows : 0;
    return ask(Math.min(MOST_REREAD, Math.max(PAGE_ROWS, listed)), undefined);
  }, [ask, of]);
  const { answer: first, failure, again } = useServerData(asks ? { of, ask: askFirst, version } : undefined);
  const here = shown?.of === of && first !== undefined ? shown : undefined;
  let current = here;
  if (first && here?.first !== first) {
    const { rows, more } = withFirst(here, first, keyOf);
    current = { of, first, rows, more };
    setShown(current);
  }
  const rows = current?.rows;
  const length = rows?.length ?? 0;
  useEffect(() => {
    count.current = { of, rows: length };
  }, [of, length]);
  const showMore = (): void => {
    const last = rows?.at(-1);
    if (last === undefined) return;
    const isLast = (row: T | undefined): boolean => row !== undefined && keyOf(row) === keyOf(last);
    ask(PAGE_ROWS, last).then(
      (page) =>
        setShown((before) =>
          before?.of === of && isLast(before.rows.at(-1))
            ? { ...before, rows: [...before.rows, ...page.rows], more: page.more }
            : before,
        ),
      (thrown: unknown) => alerts.error(thrown),
    );
  };
  return { rows, more: current?.more ?? false, failure, showMore, again: () => void again() };
};
