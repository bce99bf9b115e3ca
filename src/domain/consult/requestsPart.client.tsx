// The open requests of another party about an item, at the top of its page and of its wizard: the last words of each open
// conversation of one purpose, as far as the reader reads those conversations.

import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import {
  Band,
  idsIn,
  ItemLink,
  messageValues,
  PartFailed,
  useClient,
  useMessages,
  useServerData,
  useThreadsAbout,
  type Answered,
  type MessageValues,
  type PagePartProps,
} from 'src/client/extend.ts';
import { messageCountOf } from 'src/model/conversations/messageCounts.ts';
import 'src/domain/consult/requestsPart.css';
import type { Item, ItemId } from 'src/model/item/Item.ts';

/** Returns the last message of a conversation. Asks again when the conversation counts another one. */
const useLastWords = (thread: Item, type: string): Answered<MessageValues> => {
  const { search, items } = useClient();
  const { $id } = thread;
  const ask = useCallback(async (): Promise<readonly ItemId[]> => {
    const must = { _t: [type], thread: [$id] };
    return (await search.search({ must, sort: [{ key: 'created', order: 'desc' }], max: 1 })).ids;
  }, [search, type, $id]);
  const { answer, ...rest } = useServerData({ of: $id, ask, version: String(messageCountOf(thread)) });
  const [id] = answer ?? [];
  const entry = id === undefined ? undefined : items.get(id);
  return { ...rest, answer: entry?.state === 'ready' ? messageValues(entry.item) : undefined };
};

const Request = observer(({ thread, type }: { readonly thread: Item; readonly type: string }) => {
  const { items } = useClient();
  const messages = useMessages();
  const { answer: words, failure, again } = useLastWords(thread, type);
  const names = idsIn(thread['parties']).flatMap((id) => items.label(id) ?? []);
  return (
    <Band tone="warning">
      <p>
        <strong>
          <ItemLink id={thread.$id} />
        </strong>{' '}
        {names.length > 0 && <span dir="auto">{messages.intl.formatList(names)}</span>}
      </p>
      {failure !== undefined && <PartFailed message="conversations.recent.failed" failure={failure} again={again} />}
      {words !== undefined && (
        <p className="kk-open-request" dir="auto">
          {words.author !== undefined && <strong>{items.label(words.author) ?? ''} </strong>}
          {words.body}
        </p>
      )}
    </Band>
  );
});

export const RequestsPart = observer(({ item, type }: PagePartProps) => {
  const { items, registry } = useClient();
  const { thread: threadType, message = '' } = registry.conversations ?? {};
  const { answer: found, failure, again } = useThreadsAbout(item, threadType);
  const threads = (found?.ids ?? []).flatMap((id) => {
    const entry = items.get(id);
    return entry.state === 'ready' ? [entry.item] : [];
  });
  return (
    <>
      {failure !== undefined && <PartFailed message="conversations.failed" failure={failure} again={again} />}
      {threads
        .filter((thread) => thread['purpose'] === type.view.page?.requests?.purpose && thread.resolved !== true)
        .map((thread) => (
          <Request key={thread.$id} thread={thread} type={message} />
        ))}
    </>
  );
});
