// A conversation: its messages, newest last, and the box for the next one. New messages appear without a reload. Screen
// readers announce each once, politely, and only for the open conversation.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fillTemplate } from 'src/model/item/labelOf.ts';
import { textInDefaultLanguage } from 'src/model/text/translated.ts';
import { Composer } from 'src/client/conversations/Composer.tsx';
import { MessageList } from 'src/client/conversations/MessageList.tsx';
import { QuotedPassage } from 'src/client/conversations/QuotedPassage.tsx';
import { messageValues } from 'src/client/conversations/threadValues.ts';
import { messageCountOf } from 'src/model/conversations/messageCounts.ts';
import { useNewMessage } from 'src/client/conversations/useNewMessage.ts';
import { useMessagesOf, type MessagesOf } from 'src/client/conversations/useMessagesOf.ts';
import 'src/client/conversations/conversations.css';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Conversations, ItemType } from 'src/model/schema/Registry.ts';

/** Element that scrolls the page of an item. */
const SCROLLER = '.kk-cell-scroll';

interface ThreadProps {
  readonly thread: Item;
  readonly conversations: Conversations;
  readonly type: ItemType;
  /** The message that the link leads to. */
  readonly at: ItemId | undefined;
}

/** Announces the last message of another person that arrived while the conversation is shown. */
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
    if (item === undefined || name === undefined) return;
    const isFirst = announced.current === undefined;
    const isKnown = announced.current === item.$id;
    announced.current = item.$id;
    if (isFirst || isKnown || author === me) return;
    alerts.announce(messages.format('conversations.said', { name, text: messageValues(item).body }));
  }, [item, name, author, me, alerts, messages]);
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

export const ThreadView = observer(({ thread, conversations, type, at }: ThreadProps) => {
  const { drafts } = useClient();
  const messages = useMessages();
  const shown = useMessagesOf(thread, type.name);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const place = useCallback(
    (element: HTMLElement | null) => setScroller(element?.closest<HTMLElement>(SCROLLER) ?? null),
    [],
  );
  const draft = useNewMessage(thread, type);
  const words = useFirstWords(thread, conversations);
  useAnnounced(shown);
  const isUnwritten = messageCountOf(thread) === 0 && draft.values['body'] === undefined;
  const mayBegin = words !== undefined && isUnwritten && !drafts.locked;
  return (
    <div ref={place} className="kk-conversation kf-drop">
      <QuotedPassage thread={thread} />
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
      {shown.state === 'ready' && shown.ids.length > 0 && (
        <MessageList thread={thread} type={type} shown={shown} at={at} scroller={scroller} foot={foot} />
      )}
      <div ref={setFoot} className="kk-conversation-end">
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
    </div>
  );
});
