// One message: author, time, text, files, and the reader's actions. A deleted message shows who deleted it, and none of its content.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { runAction } from 'src/client/tasks/runAction.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { Gallery } from 'src/client/viewers/Gallery.tsx';
import { useOpened } from 'src/client/navigation/useOpened.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { Composer } from 'src/client/conversations/Composer.tsx';
import { MentionText } from 'src/client/conversations/MentionText.tsx';
import { PersonMark } from 'src/client/conversations/PersonMark.tsx';
import { messageValues } from 'src/client/conversations/threadValues.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { useDayTitle } from 'src/client/navigation/useDayTitle.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** A longer text opens on demand; the first one of a conversation is always there as a whole. */
const SHORT_MESSAGE = 1_500;

/** Messages of one person within this time share one name. */
const SAME_HEAD_MS = 5 * 60_000;

interface EntryProps {
  readonly thread: Item;
  readonly type: ItemType;
  readonly id: ItemId;
  /** The message above. */
  readonly before: ItemId | undefined;
  readonly first: boolean;
  /** The first that the reader has not seen. */
  readonly unread: boolean;
}

const MessageBody = ({ item, first }: { readonly item: Item; readonly first: boolean }) => {
  const messages = useMessages();
  const [whole, setWhole] = useState(false);
  const { body, mentions, attachments } = messageValues(item);
  const isLong = !first && body.length > SHORT_MESSAGE;
  const shown = isLong && !whole ? `${body.slice(0, SHORT_MESSAGE)}…` : body;
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

interface ChangingProps extends Pick<EntryProps, 'thread' | 'type'> {
  readonly draft: ItemDraft;
  readonly end: () => void;
}

const Changing = ({ thread, type, draft, end }: ChangingProps) => {
  const messages = useMessages();
  return (
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
        void runAction(action, { client, messages, item, column, name }).catch((thrown: unknown) =>
          alerts.error(thrown),
        );
      return { key: action.key, icon: action.icon, text: name, danger: true, onClick: run };
    }),
  ];
};

interface ReadableProps extends Pick<EntryProps, 'thread' | 'type' | 'first'> {
  readonly item: Item;
  /** The message has the same author as the one above, so it shows no name. */
  readonly together: boolean;
}

interface HeadProps extends Pick<ReadableProps, 'item' | 'together'> {
  readonly children: ReactNode;
}

const MessageHead = observer(({ item, together, children }: HeadProps) => {
  const messages = useMessages();
  const { author, edited, struckAt } = messageValues(item);
  return (
    <p className="kk-message-head">
      <span className={together ? 'kk-unseen' : undefined}>
        <strong>{author === undefined ? messages.format('app.system') : <ItemLink id={author} />}</strong>{' '}
      </span>
      <span className="kk-soft">
        <time dateTime={item._c.ts} title={formatDate(messages.intl, item._c.ts, true)}>
          {messages.intl.formatDate(item._c.ts, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
        </time>
        {edited !== '' && struckAt === '' && <> · {messages.format('conversations.edited')}</>}
      </span>
      {children}
    </p>
  );
});

const ReadableMessage = observer(({ thread, type, item, first, together }: ReadableProps) => {
  const { drafts } = useClient();
  const messages = useMessages();
  const [editing, setEditing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { struckAt, struckBy } = messageValues(item);
  const parts = useParts(item, type, () => setEditing(true));
  const end = (): void => {
    setEditing(false);
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('button')?.focus());
  };
  return (
    <div ref={place} className="kk-message-body">
      <MessageHead item={item} together={together}>
        {struckAt === '' && parts && !editing && (
          <MenuButton
            label={messages.format('conversations.options')}
            parts={parts}
            opener={(opener) => (
              <IconButton {...opener} size="small" icon="more" label={messages.format('conversations.options')} />
            )}
          />
        )}
      </MessageHead>
      {struckAt !== '' ? (
        <p className="kk-message-struck kk-soft">
          {messages.format('conversations.struck')} {struckBy !== undefined && <ItemLink id={struckBy} />}{' '}
          <When at={struckAt} />
        </p>
      ) : editing ? (
        <Changing thread={thread} type={type} draft={drafts.of(item.$id)} end={end} />
      ) : (
        <MessageBody item={item} first={first} />
      )}
    </div>
  );
});

/** Separator between days, and above the first unread message. */
const Above = observer(({ day, unread }: { readonly day: string | undefined; readonly unread: boolean }) => {
  const messages = useMessages();
  const dayTitle = useDayTitle();
  return (
    <>
      {day !== undefined && (
        <div className="kk-message-day">
          <span>{dayTitle(day)}</span>
        </div>
      )}
      {unread && (
        <div className="kk-message-new">
          <span>{messages.format('conversations.new')}</span>
        </div>
      )}
    </>
  );
});

const dateTextOf = (at: string): string => new Date(at).toDateString();

const goesOn = (item: Item, before: Item): boolean =>
  messageValues(item).author === messageValues(before).author &&
  messageValues(before).struckAt === '' &&
  Date.parse(item._c.ts) - Date.parse(before._c.ts) < SAME_HEAD_MS;

export const MessageEntry = observer(({ thread, type, id, before, first, unread }: EntryProps) => {
  const { items, session } = useClient();
  const messages = useMessages();
  const loaded = items.get(id);
  const above = before === undefined ? undefined : items.get(before);
  // Watches the message, so that an edit or a deletion appears for every reader.
  useEffect(() => items.watch(id), [items, id]);
  useOpened(id, loaded.state === 'ready');
  if (loaded.state === 'gone' || loaded.state === 'failed') return null;
  if (loaded.state === 'loading') return <p className="kk-soft kk-message-loading">{messages.format('app.loading')}</p>;
  const { item } = loaded;
  const last = above?.state === 'ready' ? above.item : undefined;
  const { author } = messageValues(item);
  // The reader's own messages are never marked as new.
  const isNew = unread && author !== session.user?.$id;
  const isNewDay = last ? dateTextOf(last._c.ts) !== dateTextOf(item._c.ts) : before === undefined;
  const together = !isNewDay && !isNew && last !== undefined && goesOn(item, last);
  return (
    <>
      <Above day={isNewDay ? item._c.ts : undefined} unread={isNew} />
      <div className={together ? 'kk-message-row kk-message-together' : 'kk-message-row'}>
        <div className="kk-message-side">{!together && author !== undefined && <PersonMark id={author} />}</div>
        <ReadableMessage thread={thread} type={type} item={item} first={first} together={together} />
      </div>
    </>
  );
});
