// The last messages about an item, on its page: author, text and time, with links to write and to all messages. Shows only conversations
// that the reader may read; new messages appear at once.

import { observer } from 'mobx-react-lite';
import {
  Button,
  ItemLink,
  itemName,
  mayCreate,
  messageValues,
  PartFailed,
  useClient,
  useColumn,
  useMessages,
  useMessagesIn,
  useThreadsAbout,
  When,
} from 'src/client/extend.ts';
import { paramOfTab, WRITES } from 'src/client/extendPage.ts';
import { RecentFrame } from 'src/domain/consult/recentFrame.client.tsx';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Conversations } from 'src/model/schema/Registry.ts';

const TALK_SHOWN = 5;
const MAX_EXCERPT = 240;

const shortened = (text: string): string => (text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text);

const RecentMessage = observer(({ id }: { readonly id: ItemId }) => {
  const { items } = useClient();
  const messages = useMessages();
  const loaded = items.get(id);
  if (loaded.state !== 'ready') return null;
  const { item } = loaded;
  const { body, attachments, struckAt } = messageValues(item);
  const thread = String(item['thread']);
  return (
    <li className="kk-recent-line">
      <p className="kk-soft">
        {item._c.creator !== undefined && <span>{itemName(items, messages.format, item._c.creator)} </span>}
        <When at={item._c.ts} />
        {' · '}
        <ItemLink id={thread} />
      </p>
      <p className="kk-recent-text" dir="auto">
        {struckAt === '' ? shortened(body) : messages.format('conversations.recent.struck')}
        {attachments.length > 0 && (
          <span className="kk-soft">
            {' '}
            {messages.format('conversations.recent.files', { count: attachments.length })}
          </span>
        )}
      </p>
    </li>
  );
});

interface RecentProps {
  /** The item that the conversations are about. */
  readonly about: Item;
  readonly conversations: Conversations;
}

export const RecentTalk = observer(({ about, conversations }: RecentProps) => {
  const { items, navigation, registry, session } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const type = registry.types[conversations.thread];
  const { answer: found, ...search } = useThreadsAbout(about, conversations.thread);
  const threads = (found?.ids ?? []).flatMap((each) => {
    const loaded = items.get(each);
    return loaded.state === 'ready' ? [loaded.item] : [];
  });
  const said = useMessagesIn(threads, { type: conversations.message, order: 'desc', max: TALK_SHOWN });
  const [last] = threads;
  const mayBegin = type !== undefined && mayCreate(type, session.user);
  const write = (): void => {
    if (last) void navigation.open(column, `i-${last.$id}`);
    else void navigation.open(column, `i-${about.$id}`, paramOfTab('conversations', WRITES));
  };
  const openAll = (): void => void navigation.open(column, `i-${about.$id}`, paramOfTab('conversations'));
  const unread = [search, said].find(({ failure }) => failure !== undefined);
  const failed = unread && <PartFailed message="conversations.recent.failed" {...unread} />;
  if (!found) return failed;
  return (
    <RecentFrame
      title={messages.format('conversations.recent')}
      none={failed ?? messages.format('conversations.recent.none')}
      actions={
        <>
          {(last !== undefined || mayBegin) && (
            <Button size="small" icon="chat" onClick={write}>
              {messages.format('conversations.recent.write')}
            </Button>
          )}
          {found.total > 0 && (
            <button type="button" className="kk-text-button" onClick={openAll}>
              {messages.format('conversations.recent.all')}
            </button>
          )}
        </>
      }
    >
      {(said.answer ?? []).map((each) => (
        <RecentMessage key={each} id={each} />
      ))}
    </RecentFrame>
  );
});
