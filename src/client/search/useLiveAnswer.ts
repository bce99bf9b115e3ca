// The answer to one question of a page, asked again when an item of the types that it is about changes. For parts of pages; a listing
// has a store of its own.

import { useEffect, useRef, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** A stream of changes is counted at most so often. */
const RECOUNT_AFTER_MS = 1_000;
/** Of a question about more types the others are found with the next look. */
const MOST_WATCHED = 10;

export interface LiveAnswer {
  /** Undefined until it is known; what was known stays when it cannot be asked again. */
  readonly answer: SearchAnswer | undefined;
  readonly failed: boolean;
}

const UNKNOWN: LiveAnswer = { answer: undefined, failed: false };

export const useLiveAnswer = (query: Query, types: readonly string[], changed?: () => void): LiveAnswer => {
  const { search, items, connection } = useClient();
  const key = JSON.stringify(query);
  const watched = types.slice(0, MOST_WATCHED).join(' ');
  const [found, setFound] = useState<LiveAnswer & { readonly key: string }>({ ...UNKNOWN, key });
  const onChange = useRef(changed);
  useEffect(() => {
    onChange.current = changed;
  });
  useEffect(() => {
    let shown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => {
      search.search(JSON.parse(key) as Query).then(
        (answer) => shown && setFound({ key, answer, failed: false }),
        () => shown && setFound((before) => ({ ...(before.key === key ? before : { ...UNKNOWN, key }), failed: true })),
      );
    };
    const again = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        ask();
        onChange.current?.();
      }, RECOUNT_AFTER_MS);
    };
    const names = watched === '' ? [] : watched.split(' ');
    const isOne = (id: ItemId): boolean => names.some((name) => id.startsWith(`${name}-`));
    ask();
    const stops = [
      ...names.map((name) => items.watch(`${name}-0`)),
      connection.onPush('item/update', (push) => isOne(push.$id) && again()),
      items.onOwnChange((id) => isOne(id) && again()),
    ];
    return () => {
      shown = false;
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [search, items, connection, key, watched]);
  return found.key === key ? found : UNKNOWN;
};
