// The messages of one conversation, newest at the end: a page of ids at a time, further ones on demand. New messages of others arrive when
// the count of the watched conversation changes.

import { useCallback, useRef, useState } from 'react';
import { messageCountOf } from 'src/model/conversations/messageCounts.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

/** A conversation of 10,000 messages opens with as much as one of 50. */
const MESSAGES_PER_PAGE = 50;
/** Page size while it looks for a linked message. Only ids are read; messages are loaded when they come into view. */
const LONG_PAGE = 1_000;

interface Page {
  readonly of: ItemId;
  /** Oldest first. */
  readonly ids: readonly ItemId[];
  readonly total: number;
  /** Cursor of the earlier messages; undefined when all are loaded. */
  readonly earlier: string | undefined;
  /** The answer that the newest messages come from. */
  readonly newest: SearchAnswer;
}

export interface MessagesOf {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly ids: readonly ItemId[];
  readonly total: number;
  readonly hasEarlier: boolean;
  /** Asks for the page before; `far`: for a long one. One is asked for at a time. */
  readonly showEarlier: (far?: boolean) => void;
  readonly retry: () => void;
}

const messageQuery = (
  type: string,
  thread: ItemId,
  { max = MESSAGES_PER_PAGE, after }: { max?: number; after?: string } = {},
): Query => ({
  must: { _t: [type], thread: [thread] },
  sort: [{ key: 'created', order: 'desc' }],
  max,
  ...(after === undefined ? {} : { after }),
});

/** Appends new messages. Returns only the new page when more messages arrived than a page holds. */
const withNewest = (page: Page | undefined, next: Page): Page => {
  if (page?.of !== next.of) return next;
  const known = new Set(page.ids);
  const added = next.ids.filter((id) => !known.has(id));
  if (added.length === next.ids.length) return next;
  return { ...page, ids: [...page.ids, ...added], total: next.total, newest: next.newest };
};

export const useMessagesOf = (thread: Item, type: string): MessagesOf => {
  const { search, alerts } = useClient();
  const [page, setPage] = useState<Page>();
  const { $id } = thread;
  const ask = useCallback(() => search.search(messageQuery(type, $id)), [search, type, $id]);
  const { answer: newest, failure, again } = useServerData({ of: $id, ask, version: messageCountOf(thread) });
  let here = page?.of === $id && newest !== undefined ? page : undefined;
  if (newest && here?.newest !== newest) {
    const { ids, total, after } = newest;
    here = withNewest(here, { of: $id, ids: ids.toReversed(), total, earlier: after, newest });
    setPage(here);
  }
  const asked = useRef<string>(undefined);
  const earlier = here?.earlier;
  const showEarlier = useCallback(
    (far = false) => {
      if (earlier === undefined || asked.current === earlier) return;
      asked.current = earlier;
      search.search(messageQuery(type, $id, { max: far ? LONG_PAGE : MESSAGES_PER_PAGE, after: earlier })).then(
        ({ ids, after }) =>
          setPage((before) =>
            before?.of === $id && before.earlier === earlier
              ? { ...before, ids: [...ids.toReversed(), ...before.ids], earlier: after }
              : before,
          ),
        (thrown: unknown) => {
          asked.current = undefined;
          alerts.error(thrown);
        },
      );
    },
    [search, alerts, type, $id, earlier],
  );
  return {
    state: here ? 'ready' : failure === undefined ? 'loading' : 'failed',
    ids: here?.ids ?? [],
    total: here?.total ?? 0,
    hasEarlier: here?.earlier !== undefined && here.ids.length < here.total,
    showEarlier,
    retry: () => void again(),
  };
};
