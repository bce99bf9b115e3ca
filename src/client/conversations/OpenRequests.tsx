// The open requests of another party about an item, at the top of its page and of its wizard: the last words of each open
// conversation of one purpose, as far as the reader reads those conversations.

import { idsIn } from 'src/model/item/idsIn.ts';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useThreadsAbout } from 'src/client/conversations/ConversationsTab.tsx';
import { messageValues, type MessageValues } from 'src/client/conversations/threadValues.ts';
import { messageCountOf } from 'src/client/stores/unreadMessages.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Conversations } from 'src/model/schema/Registry.ts';
import 'src/client/intl/laterMessages.ts';

interface RequestsProps {
  readonly item: Item;
  readonly conversations: Conversations;
  readonly purpose: string;
}

/** Returns the last message of a conversation; undefined until known. Asks again when the conversation counts another one. */
const useLastWords = (thread: Item, type: string): MessageValues | undefined => {
  const { search, items } = useClient();
  const { $id } = thread;
  const ask = useCallback(async (): Promise<readonly ItemId[]> => {
    const must = { _t: [type], thread: [$id] };
    return (await search.search({ must, sort: [{ key: 'created', order: 'desc' }], max: 1 })).ids;
  }, [search, type, $id]);
  const { answer } = useServerData({ of: $id, ask, version: String(messageCountOf(thread)) });
  const [id] = answer ?? [];
  const entry = id === undefined ? undefined : items.get(id);
  return entry?.state === 'ready' ? messageValues(entry.item) : undefined;
};

const Request = observer(({ thread, type }: { readonly thread: Item; readonly type: string }) => {
  const { items } = useClient();
  const messages = useMessages();
  const words = useLastWords(thread, type);
  const names = idsIn(thread['parties']).flatMap((id) => items.label(id) ?? []);
  return (
    <Band tone="warning">
      <p>
        <strong>
          <ItemLink id={thread.$id} />
        </strong>{' '}
        {names.length > 0 && <span dir="auto">{messages.intl.formatList(names)}</span>}
      </p>
      {words !== undefined && (
        <p className="kk-open-request" dir="auto">
          {words.author !== undefined && <strong>{items.label(words.author) ?? ''} </strong>}
          {words.body}
        </p>
      )}
    </Band>
  );
});

export const OpenRequests = observer(({ item, conversations, purpose }: RequestsProps) => {
  const { items } = useClient();
  const found = useThreadsAbout(item, conversations.thread);
  const threads = (found?.ids ?? []).flatMap((id) => {
    const entry = items.get(id);
    return entry.state === 'ready' ? [entry.item] : [];
  });
  return threads
    .filter((thread) => thread['purpose'] === purpose && thread.resolved !== true)
    .map((thread) => <Request key={thread.$id} thread={thread} type={conversations.message} />);
});
