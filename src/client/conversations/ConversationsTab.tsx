// The conversations about an item, in a tab of its page: those with the newest messages first, unread counts, and a form for a new one, which is
// then shown with its messages.

import { observer } from 'mobx-react-lite';
import { useCallback, useState } from 'react';
import { BeginBox } from 'src/client/conversations/BeginBox.tsx';
import { StartedThread } from 'src/client/conversations/StartedThread.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { itemName } from 'src/client/navigation/itemName.ts';
import { messageCountOf, unreadIn } from 'src/model/conversations/messageCounts.ts';
import 'src/client/conversations/conversations.css';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** More than people usually have about one item; the screen of conversations shows all. */
const MAX_CONVERSATIONS = 100;

interface Found {
  readonly ids: readonly ItemId[];
  readonly total: number;
}

/** Returns the conversations about an item, kept current while they are shown. */
export const useThreadsAbout = ({ $id }: Item, type: string | undefined): Answered<Found> => {
  const { search } = useClient();
  const ask = useCallback(async (): Promise<Found> => {
    const must = { _t: [type ?? ''], context: [$id] };
    const sort = [{ key: 'lastMessage', order: 'desc' as const }];
    const { ids, total } = await search.search({ must, sort, max: MAX_CONVERSATIONS, labels: true });
    return { ids, total };
  }, [search, type, $id]);
  return useServerData(type === undefined ? undefined : { of: $id, ask, types: [type] });
};

interface EntryProps {
  readonly id: ItemId;
  readonly type: ItemType;
  /** True for the conversation that the person started here: its messages are shown. */
  readonly started: boolean;
}

const ConversationEntry = observer(({ id, type, started }: EntryProps) => {
  const { items, readMarks, registry, session } = useClient();
  const messages = useMessages();
  const loaded = items.get(id);
  if (loaded.state === 'gone' || loaded.state === 'failed') return null;
  if (loaded.state === 'loading') return <li className="kk-thread-entry">{itemName(items, messages.format, id)}</li>;
  const { item } = loaded;
  const messageType = registry.types[registry.conversations?.message ?? ''];
  const count = messageCountOf(item);
  const seen = readMarks.get(id);
  const unread = unreadIn(item, seen, session.user);
  const resolved = item.resolved === true;
  const { lastMessage, lastAuthor, assignedTo, assignedDue } = item;
  return (
    <li className="kk-thread-entry">
      <Icon name={resolved ? 'tick' : type.view.icon} />
      <div className="kk-fill">
        <p className={unread > 0 ? 'kk-thread-title kk-thread-unread' : 'kk-thread-title'}>
          <ItemLink id={id} />
          {unread > 0 && <span className="kk-count">{messages.format('conversations.unread', { count: unread })}</span>}
        </p>
        <p className="kk-soft kk-thread-facts">
          <span>{messages.format(resolved ? 'conversations.resolved' : 'conversations.open')}</span>
          <span>{messages.format('conversations.count', { count })}</span>
          {typeof lastMessage === 'string' && (
            <span>
              {typeof lastAuthor === 'string' && <>{items.label(lastAuthor)} </>}
              <When at={lastMessage} />
            </span>
          )}
          {typeof assignedTo === 'string' && (
            <span>
              {messages.format('conversations.assignedTo', { name: itemName(items, messages.format, assignedTo) })}
            </span>
          )}
          {typeof assignedDue === 'string' && (
            <span>
              {messages.property(type.name, 'assignedDue')} {formatDate(messages.intl, assignedDue)}
            </span>
          )}
        </p>
        {started && messageType && <StartedThread thread={item} type={messageType} />}
      </div>
    </li>
  );
});

interface TabProps {
  readonly item: Item;
  /** The type of a conversation. */
  readonly type: ItemType;
  /** True if the tab opens with the focus in the box in which a conversation begins. */
  readonly writes: boolean;
}

export const ConversationsTab = observer(({ item, type, writes }: TabProps) => {
  const { session } = useClient();
  const messages = useMessages();
  const { answer: found, failure, again } = useThreadsAbout(item, type.name);
  const [started, setStarted] = useState<ItemId>();
  const begin = mayCreate(type, session.user) && (
    <BeginBox item={item} type={type} focused={writes} onStarted={setStarted} />
  );
  const failed = failure !== undefined && <PartFailed message="conversations.failed" failure={failure} again={again} />;
  if (!found) return failed || <Loading />;
  if (found.total === 0 && !failed)
    return (
      <div className="kk-stack">
        {begin}
        <Empty icon={type.view.icon} title={messages.format('conversations.noneAbout')}>
          {messages.format('conversations.noneAboutHint')}
        </Empty>
      </div>
    );
  return (
    <div className="kk-stack">
      {failed}
      {begin}
      <ul className="kk-plain-list" aria-label={messages.format('conversations.about', { label: item.$label })}>
        {found.ids.map((id) => (
          <ConversationEntry key={id} id={id} type={type} started={id === started} />
        ))}
      </ul>
    </div>
  );
});
