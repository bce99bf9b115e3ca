// The messages of one conversation, newest at the end: a page of ids at a time, further ones on demand. New messages of others arrive when
// the count of the watched conversation changes.

import { useCallback, useEffect, useRef, useState } from 'react';
import { messageCountOf } from 'src/model/conversations/messageCounts.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Query } from 'src/model/generated/wire.ts';
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
  return { ...page, ids: [...page.ids, ...added], total: next.total };
};

export const useMessagesOf = (thread: Item, type: string): MessagesOf => {
  const { search } = useClient();
  const [page, setPage] = useState<Page>();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const { $id } = thread;
  const count = messageCountOf(thread);
  useEffect(() => {
    let shown = true;
    search.search(messageQuery(type, $id)).then(
      ({ ids, total, after }) => {
        if (!shown) return;
        setFailed(false);
        setPage((before) => withNewest(before, { of: $id, ids: ids.toReversed(), total, earlier: after }));
      },
      () => shown && setFailed(true),
    );
    return () => {
      shown = false;
    };
  }, [search, type, $id, count, round]);
  const asked = useRef<string>(undefined);
  const earlier = page?.earlier;
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
        () => {
          asked.current = undefined;
          setFailed(true);
        },
      );
    },
    [search, type, $id, earlier],
  );
  const here = page?.of === $id ? page : undefined;
  return {
    state: failed && !here ? 'failed' : here ? 'ready' : 'loading',
    ids: here?.ids ?? [],
    total: here?.total ?? 0,
    hasEarlier: here?.earlier !== undefined && here.ids.length < here.total,
    showEarlier,
    retry: () => setRound((before) => before + 1),
  };
};
