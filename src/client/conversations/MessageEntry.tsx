// One message: who said it and when, its text and files, and what the reader may still do with it. A message that was struck out
// says by whom, and nothing of what it said.

import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { runAction } from 'src/client/cells/ItemActions.tsx';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { Gallery } from 'src/client/cells/Gallery.tsx';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { Composer } from 'src/client/conversations/Composer.tsx';
import { MentionText } from 'src/client/conversations/MentionText.tsx';
import { messageValues } from 'src/client/conversations/threadValues.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { readableName, useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** A longer text opens on demand; the first one of a conversation is always there as a whole. */
const SHORT = 1_500;

interface EntryProps {
  readonly thread: Item;
  readonly type: ItemType;
  readonly id: ItemId;
  readonly first: boolean;
  /** The first that the reader has not seen. */
  readonly unread: boolean;
}

const Body = ({ item, first }: { readonly item: Item; readonly first: boolean }) => {
  const messages = useMessages();
  const [whole, setWhole] = useState(false);
  const { body, mentions, attachments } = messageValues(item);
  const isLong = !first && body.length > SHORT;
  const shown = isLong && !whole ? `${body.slice(0, SHORT)}…` : body;
  return (
    <>
      {body !== '' && (
        <p className="kk-message-text" dir="auto">
          <MentionText text={shown} mentions={mentions} />
        </p>
      )}
      {isLong && (
        <Button size="small" variant="minimal" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {messages.format(whole ? 'conversations.less' : 'conversations.more')}
        </Button>
      )}
      {attachments.length > 0 && <Gallery ids={attachments} />}
    </>
  );
};

/** Worked out when the menu opens: a message can be changed for some minutes only. Undefined where there is nothing to do. */
const useParts = (item: Item, type: ItemType, edit: () => void): (() => readonly MenuPart[]) | undefined => {
  const client = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { items, session, registry, alerts } = client;
  const { author, editableUntil } = messageValues(item);
  const mine = author === session.user?.$id;
  const actions = type.view.actions.filter(({ key }) => items.may(item.$id, registry.actions[key]?.right ?? key));
  if (actions.length === 0) return undefined;
  return () => [
    ...(mine && Date.parse(editableUntil) > Date.now()
      ? [{ key: 'edit', icon: 'edit', text: messages.format('cells.edit'), onClick: edit }]
      : []),
    ...actions.map((action): MenuPart => {
      const name = messages.find(`types.${type.name}.actions.${action.key}`) ?? readableName(action.key);
      const run = (): void =>
        void runAction(action, { client, item, column, name }).catch((thrown: unknown) => alerts.error(thrown));
      return { key: action.key, icon: action.icon, text: name, danger: true, onClick: run };
    }),
  ];
};

const ReadableMessage = observer(
  ({ thread, type, item, first }: Omit<EntryProps, 'id' | 'unread'> & { readonly item: Item }) => {
    const { drafts } = useClient();
    const messages = useMessages();
    const [editing, setEditing] = useState(false);
    const place = useRef<HTMLDivElement>(null);
    const { author, edited, struckAt, struckBy } = messageValues(item);
    const parts = useParts(item, type, () => setEditing(true));
    const end = (): void => {
      setEditing(false);
      requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('button')?.focus());
    };
    const draft = drafts.of(item.$id);
    return (
      <div ref={place} className="kk-message-body">
        <p className="kk-message-head">
          <strong>{author === undefined ? messages.format('app.system') : <ItemLink id={author} />}</strong>{' '}
          <span className="kk-soft">
            <When at={item._c.ts} />
            {edited !== '' && struckAt === '' && <> · {messages.format('conversations.edited')}</>}
          </span>
          {struckAt === '' && parts && !editing && (
            <MenuButton
              label={messages.format('conversations.options')}
              parts={parts}
              opener={(opener) => (
                <IconButton {...opener} size="small" icon="more" label={messages.format('conversations.options')} />
              )}
            />
          )}
        </p>
        {struckAt !== '' ? (
          <p className="kk-message-struck kk-soft">
            {messages.format('conversations.struck')} {struckBy !== undefined && <ItemLink id={struckBy} />}{' '}
            <When at={struckAt} />
          </p>
        ) : editing ? (
          <Composer
            thread={thread}
            draft={draft}
            type={type}
            focused
            label={messages.format('conversations.change')}
            submit={messages.format('conversations.save')}
            onSent={end}
            onCancel={() => {
              draft.discard();
              end();
            }}
          />
        ) : (
          <Body item={item} first={first} />
        )}
      </div>
    );
  },
);

export const MessageEntry = observer(({ thread, type, id, first, unread }: EntryProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const loaded = items.get(id);
  if (loaded.state === 'gone' || loaded.state === 'failed') return null;
  return (
    <>
      {unread && (
        <li className="kk-message-new">
          <span>{messages.format('conversations.new')}</span>
        </li>
      )}
      <li className="kk-message">
        {loaded.state === 'loading' ? (
          <p className="kk-soft">{messages.format('app.loading')}</p>
        ) : (
          <ReadableMessage thread={thread} type={type} item={loaded.item} first={first} />
        )}
      </li>
    </>
  );
});
