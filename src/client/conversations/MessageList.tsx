// Messages of a conversation, newest last. Renders only messages in view, so a conversation of 10,000 messages opens
// and scrolls like a short one. Loads earlier messages near the beginning without moving the visible ones.

import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { MessageEntry } from 'src/client/conversations/MessageEntry.tsx';
import { messageCountOf } from 'src/model/conversations/messageCounts.ts';
import type { MessagesOf } from 'src/client/conversations/useMessagesOf.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Distance from the end within which the page follows new messages. */
const NEAR_END_PX = 240;
/** Distance from the beginning at which earlier messages are requested. */
const LOADED_AHEAD = 8;
/** A usual message; each is measured once it is shown. */
const USUAL_HEIGHT_PX = 76;
/** A short conversation is there as a whole: to be printed, and found by the browser's own search. */
const WHOLE_RENDERED = 60;

type Rows = Virtualizer<HTMLElement, HTMLLIElement>;

const everyRow = ({ count }: Range): number[] => Array.from({ length: count }, (_, at) => at);

/** Returns the offset of the list in the scrolled element. The head of the page above the list may wrap. */
const useMargin = (list: RefObject<HTMLOListElement | null>, scroller: HTMLElement | null): number => {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const { current } = list;
    const content = scroller?.firstElementChild;
    if (!current || !scroller || !content) return undefined;
    const measure = (): void =>
      setMargin(
        Math.round(current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop),
      );
    const watch = new ResizeObserver(measure);
    watch.observe(content);
    measure();
    return () => watch.disconnect();
  }, [list, scroller]);
  return margin;
};

const distanceFromEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight;

type Place = 'opening' | 'end' | 'above';

/**
 * Scroll position of the reader. A reader at the end stays at the end when content above or below grows, until they
 * scroll up.
 */
const useScrollPosition = (scroller: HTMLElement | null) => {
  const [place, setPlace] = useState<Place>('opening');
  const stays = useRef<boolean>(undefined);
  useEffect(() => {
    const content = scroller?.firstElementChild;
    if (!scroller || !content) return undefined;
    let before = 0;
    const look = (): void => {
      if (stays.current === undefined) return;
      const isUp = scroller.scrollTop < before - 1;
      before = scroller.scrollTop;
      stays.current = (stays.current && !isUp) || distanceFromEnd(scroller) < NEAR_END_PX;
      setPlace(stays.current ? 'end' : 'above');
    };
    const follow = new ResizeObserver(() => {
      if (stays.current === true) scroller.scrollTop = scroller.scrollHeight;
      look();
    });
    follow.observe(content);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      follow.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller]);
  const begin = useCallback((atEnd: boolean) => {
    stays.current = atEnd;
  }, []);
  return { place, begin };
};

interface OpeningProps {
  readonly shown: MessagesOf;
  readonly at: ItemId | undefined;
  /** Says where the reader has been led. */
  readonly begin: (atEnd: boolean) => void;
}

/** Opens at the end, or at the message that is named, once that is there. */
const useOpening = (rows: Rows, { shown, at, begin }: OpeningProps): void => {
  const { ids, hasEarlier, showEarlier } = shown;
  const led = useRef<ItemId | 'end'>(undefined);
  const index = at === undefined ? -1 : ids.indexOf(at);
  const missing = at !== undefined && index < 0 && hasEarlier;
  const wanted = at !== undefined && (index >= 0 || missing) ? at : 'end';
  const isMounted = rows.scrollElement !== null;
  useLayoutEffect(() => {
    if (led.current === wanted || (led.current !== undefined && wanted === 'end') || !isMounted) return;
    if (missing) {
      showEarlier(true);
      return;
    }
    led.current = wanted;
    begin(wanted === 'end');
    if (wanted === 'end') rows.scrollToEnd();
    else rows.scrollToIndex(index, { align: 'center' });
  }, [rows, begin, wanted, missing, index, isMounted, showEarlier]);
};

const useVisible = (): boolean => {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = (): void => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
};

/**
 * Marks the conversation as read when its end is in view. Returns how much had been read when the conversation was
 * opened.
 */
const useSeenCount = (thread: Item, atEnd: boolean): number | undefined => {
  const { readMarks } = useClient();
  const visible = useVisible();
  const seen = readMarks.get(thread.$id);
  const count = messageCountOf(thread);
  const [begun, setBegun] = useState<number>();
  if (seen !== undefined && begun === undefined) setBegun(seen);
  const reads = atEnd && visible && seen !== undefined && seen < count;
  useEffect(() => {
    // A mark that could not be kept is made with the next message.
    if (reads) readMarks.mark(thread, count).catch(() => {});
  }, [reads, readMarks, thread, count]);
  return begun;
};

/** Counts the messages that arrived while the reader was further up. */
const useMissed = (ids: readonly ItemId[], atEnd: boolean): number => {
  const [known, setKnown] = useState(ids.at(-1));
  const last = ids.at(-1);
  if (atEnd && last !== known) setKnown(last);
  const at = known === undefined ? -1 : ids.indexOf(known);
  return at < 0 ? 0 : ids.length - 1 - at;
};

interface MessageListProps {
  readonly thread: Item;
  readonly type: ItemType;
  readonly shown: MessagesOf;
  /** The message that the link leads to. */
  readonly at: ItemId | undefined;
  readonly scroller: HTMLElement | null;
  /** Stays at the end of the visible area; the button to the newest message is above it. */
  readonly foot: HTMLElement | null;
}

/** A list of these is one that the reader is at the end of. */
const END = { anchorTo: 'end', followOnAppend: true, scrollEndThreshold: NEAR_END_PX, overscan: 6 } as const;

interface ToNewestProps {
  readonly missed: number;
  readonly foot: HTMLElement;
  readonly onClick: () => void;
}

const ToNewest = ({ missed, foot, onClick }: ToNewestProps) => {
  const messages = useMessages();
  return createPortal(
    <div className="kk-to-newest">
      <Button icon="arrow-down" size="small" onClick={onClick}>
        {messages.format('conversations.toNewest', { count: missed })}
      </Button>
    </div>,
    foot,
  );
};

export const MessageList = observer(({ thread, type, shown, at, scroller, foot }: MessageListProps) => {
  const messages = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const { ids, total, hasEarlier, showEarlier } = shown;
  const margin = useMargin(list, scroller);
  const { place, begin } = useScrollPosition(scroller);
  const atEnd = place === 'end';
  const rows: Rows = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...END,
    count: ids.length,
    getScrollElement: () => scroller,
    estimateSize: () => USUAL_HEIGHT_PX,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: ids.length <= WHOLE_RENDERED ? everyRow : defaultRangeExtractor,
    scrollMargin: margin,
    initialRect: { width: 600, height: 600 },
  });
  useOpening(rows, { shown, at, begin });
  const virtual = rows.getVirtualItems();
  const seen = useSeenCount(thread, atEnd);
  const missed = useMissed(ids, atEnd);
  const first = rows.range?.startIndex ?? ids.length;
  useEffect(() => {
    if (place !== 'opening' && hasEarlier && first < LOADED_AHEAD) showEarlier();
  }, [place, hasEarlier, first, showEarlier]);
  // The number of the first message that is shown.
  const from = Math.max(0, total - ids.length);
  const newAt = seen === undefined || seen === 0 || seen >= total ? -1 : seen - from;
  return (
    <>
      {hasEarlier && (
        <Button icon="arrow-up" variant="minimal" size="small" onClick={() => showEarlier()}>
          {messages.format('conversations.earlier', { count: from })}
        </Button>
      )}
      <ol
        ref={list}
        className="kk-plain-list kk-messages"
        style={{ blockSize: rows.getTotalSize() }}
        aria-label={messages.format('conversations.messages', { count: total })}
      >
        {virtual.map(({ index, key, start }) => {
          const id = ids[index];
          return (
            id !== undefined && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                data-item={id}
                aria-setsize={total}
                aria-posinset={from + index + 1}
                aria-current={id === at ? 'true' : undefined}
                className={id === at ? 'kk-message kk-message-named' : 'kk-message'}
                style={{ transform: `translateY(${start - margin}px)` }}
              >
                <MessageEntry
                  thread={thread}
                  type={type}
                  id={id}
                  before={ids[index - 1]}
                  first={from + index === 0}
                  unread={index === newAt && newAt > 0}
                />
              </li>
            )
          );
        })}
      </ol>
      {place === 'above' && foot && <ToNewest missed={missed} foot={foot} onClick={() => rows.scrollToEnd()} />}
    </>
  );
});
