// A conversation as it is read: its messages, newest at the end, and the box for the next one. What others say appears without a
// reload; screen readers hear it once, politely, and only for the conversation that is open.

import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { parseItemId } from 'src/model/item/itemId.ts';
import { fillTemplate } from 'src/model/item/labelOf.ts';
import { textInDefaultLanguage } from 'src/model/text/translated.ts';
import { Composer } from 'src/client/conversations/Composer.tsx';
import { MessageEntry } from 'src/client/conversations/MessageEntry.tsx';
import { messageCountOf, messageValues } from 'src/client/conversations/threadValues.ts';
import { useMessagesOf, type MessagesOf } from 'src/client/conversations/useMessagesOf.ts';
import 'src/client/conversations/conversations.css';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Conversations, ItemType } from 'src/model/schema/Registry.ts';

/** So close to the end the page follows what is said. */
const NEAR_END_PX = 240;

interface ThreadProps {
  readonly thread: Item;
  readonly conversations: Conversations;
  readonly type: ItemType;
}

/** Whoever has the messages in sight has read them. */
const useRead = (thread: Item, shown: MessagesOf): number | undefined => {
  const { readMarks } = useClient();
  const seen = readMarks.get(thread.$id);
  const count = messageCountOf(thread);
  const [begun, setBegun] = useState<{ readonly of: ItemId; readonly seen: number }>();
  if (seen !== undefined && begun?.of !== thread.$id) setBegun({ of: thread.$id, seen });
  const isShown = shown.state === 'ready' && seen !== undefined && seen < count;
  useEffect(() => {
    // A mark that could not be kept is made with the next message.
    if (isShown && document.visibilityState === 'visible') readMarks.mark(thread, count).catch(() => {});
  }, [isShown, readMarks, thread, count]);
  return begun?.of === thread.$id ? begun.seen : undefined;
};

/** The last message of somebody else that came while the conversation is shown. */
const useAnnounced = (shown: MessagesOf): void => {
  const { items, alerts, session } = useClient();
  const messages = useMessages();
  const announced = useRef<ItemId | undefined>(undefined);
  const last = shown.ids.at(-1);
  const loaded = last === undefined ? undefined : items.get(last);
  const item = loaded?.state === 'ready' ? loaded.item : undefined;
  const author = item && messageValues(item).author;
  const name = author === undefined ? undefined : items.label(author);
  const me = session.user?.$id;
  useEffect(() => {
    if (item === undefined || name === undefined || name === author) return;
    const isFirst = announced.current === undefined;
    const isKnown = announced.current === item.$id;
    announced.current = item.$id;
    if (isFirst || isKnown || author === me) return;
    alerts.announce(messages.format('conversations.said', { name, text: messageValues(item).body }));
  }, [item, name, author, me, alerts, messages]);
};

/** Opens at the end, and stays there while the reader is there. */
const useEnd = (shown: MessagesOf) => {
  const { items } = useClient();
  const end = useRef<HTMLDivElement>(null);
  const opened = useRef(false);
  const last = shown.ids.at(-1);
  // Messages that are still being read have no height yet.
  const settled = shown.ids.every((id) => !['loading', undefined].includes(items.peek(id)?.state));
  useLayoutEffect(() => {
    const { current } = end;
    if (!current || last === undefined || !settled) return;
    const isNear = current.getBoundingClientRect().top < window.innerHeight + NEAR_END_PX;
    if (!opened.current || isNear) current.scrollIntoView({ block: 'end' });
    opened.current = true;
  }, [last, settled]);
  return end;
};

/** The usual first words of the purpose, over what the conversation is about. */
const useFirstWords = (thread: Item, { purposes }: Conversations): string | undefined => {
  const { items } = useClient();
  const { purpose, context } = thread;
  const first = typeof purpose === 'string' ? purposes[purpose]?.first : undefined;
  const about = typeof context === 'string' && first !== undefined ? items.get(context) : undefined;
  if (first === undefined || about?.state !== 'ready') return undefined;
  const { item } = about;
  const read = (path: string): string => textInDefaultLanguage(item[path]) ?? '';
  return fillTemplate(textInDefaultLanguage(first) ?? '', read);
};

const Said = observer(
  ({ thread, type, shown }: Omit<ThreadProps, 'conversations'> & { readonly shown: MessagesOf }) => {
    const messages = useMessages();
    const seen = useRead(thread, shown);
    const { ids, total, hasEarlier } = shown;
    // The number of the first message that is shown.
    const from = Math.max(0, total - ids.length);
    const newAt = seen === undefined || seen === 0 || seen >= total ? -1 : seen - from;
    return (
      <>
        {hasEarlier && (
          <Button icon="arrow-up" onClick={shown.showEarlier}>
            {messages.format('conversations.earlier', { count: from })}
          </Button>
        )}
        <ol
          className="kk-plain-list kk-messages"
          aria-label={messages.format('conversations.messages', { count: total })}
        >
          {ids.map((id, at) => (
            <MessageEntry
              key={id}
              thread={thread}
              type={type}
              id={id}
              first={from + at === 0}
              unread={at === newAt && newAt > 0}
            />
          ))}
        </ol>
      </>
    );
  },
);

const useNewMessage = (thread: Item, type: ItemType): ItemDraft => {
  const { drafts } = useClient();
  const initial = useMemo(() => ({ thread: thread.$id }), [thread.$id]);
  // One for each conversation, found again after a reload by the number of the conversation.
  return drafts.fresh(type.name, String(parseItemId(thread.$id).number), initial);
};

export const ThreadView = observer(({ thread, conversations, type }: ThreadProps) => {
  const messages = useMessages();
  const shown = useMessagesOf(thread, type.name);
  const end = useEnd(shown);
  const draft = useNewMessage(thread, type);
  const words = useFirstWords(thread, conversations);
  useAnnounced(shown);
  const mayBegin = words !== undefined && messageCountOf(thread) === 0 && draft.values['body'] === undefined;
  return (
    <div className="kk-conversation">
      {shown.state === 'loading' && <Loading />}
      {shown.state === 'failed' && (
        <p role="alert">
          {messages.format('cells.failedHint')}{' '}
          <Button icon="refresh" onClick={shown.retry}>
            {messages.format('app.tryAgain')}
          </Button>
        </p>
      )}
      {shown.state === 'ready' && shown.ids.length === 0 && (
        <p className="kk-soft">{messages.format('conversations.none')}</p>
      )}
      {shown.state === 'ready' && <Said thread={thread} type={type} shown={shown} />}
      <div className="kk-conversation-end">
        {mayBegin && (
          <Button size="small" icon="edit" onClick={() => draft.set({ ...draft.values, body: words })}>
            {messages.format('conversations.begin')}
          </Button>
        )}
        <Composer
          thread={thread}
          draft={draft}
          type={type}
          label={messages.format('conversations.write')}
          submit={messages.format('conversations.send')}
          onSent={() => {}}
        />
      </div>
      <div ref={end} />
    </div>
  );
});
