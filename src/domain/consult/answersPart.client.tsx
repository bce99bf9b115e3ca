// The answers to an item on its page: messages with files in its conversations of one purpose, by party. Conversations that the reader
// cannot read are left out. New answers appear as they arrive.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import {
  Gallery,
  ItemLink,
  When,
  messageValues,
  PartFailed,
  useClient,
  useMessages,
  useMessagesIn,
  useThreadsAbout,
  type PagePartProps,
} from 'src/client/extend.ts';
import 'src/domain/consult/answersPart.css';
import { idsIn } from 'src/model/item/idsIn.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Conversations } from 'src/model/schema/Registry.ts';

/** More answers with files than one item gets. */
const MAX_ANSWERS = 200;

const Answer = ({ item }: { readonly item: Item }) => {
  const { body, attachments } = messageValues(item);
  return (
    <li className="kk-answer">
      <p>
        <strong dir="auto">{body}</strong>{' '}
        <span className="kk-soft">
          <When at={item._c.ts} />
        </span>
      </p>
      <Gallery ids={attachments} />
    </li>
  );
};

const Party = observer(({ thread, said }: { readonly thread: Item; readonly said: readonly Item[] }) => {
  const { items } = useClient();
  const messages = useMessages();
  const parties = idsIn(thread['parties']);
  return (
    <section>
      <h5>
        {parties.map((id, at) => (
          <span key={id}>
            {at > 0 && ', '}
            {items.label(id) === undefined ? messages.format('cells.hiddenItem') : <ItemLink id={id} />}
          </span>
        ))}
        {parties.length === 0 && <ItemLink id={thread.$id} />}
      </h5>
      <ul className="kk-plain-list">
        {said.map((each) => (
          <Answer key={each.$id} item={each} />
        ))}
      </ul>
      {parties.length > 0 && (
        <p>
          <ItemLink id={thread.$id}>{messages.format('conversations.answers.conversation')}</ItemLink>
        </p>
      )}
    </section>
  );
});

const hasAttachments = (message: Item): boolean => {
  const { attachments, struckAt } = messageValues(message);
  return attachments.length > 0 && struckAt === '';
};

interface AnswersProps {
  readonly item: Item;
  readonly conversations: Conversations;
  readonly purpose: string;
}

const Answers = observer(({ item, conversations, purpose }: AnswersProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const id = useId();
  const about = useThreadsAbout(item, conversations.thread);
  const loaded = (ids: readonly ItemId[]): readonly Item[] =>
    ids.flatMap((each) => {
      const entry = items.get(each);
      return entry.state === 'ready' ? [entry.item] : [];
    });
  const threads = loaded(about.answer?.ids ?? []).filter((thread) => thread['purpose'] === purpose);
  const written = useMessagesIn(threads, { type: conversations.message, order: 'asc', max: MAX_ANSWERS });
  const said = loaded(written.answer ?? []).filter(hasAttachments);
  const unread = [about, written].find(({ failure }) => failure !== undefined);
  const answers = threads
    .map((thread) => ({ thread, said: said.filter((message) => message['thread'] === thread.$id) }))
    .filter((each) => each.said.length > 0);
  if (answers.length === 0 && !unread) return null;
  return (
    <section className="kk-group kk-answers" aria-labelledby={id}>
      <h4 id={id}>{messages.format('conversations.answers')}</h4>
      {unread && <PartFailed message="conversations.failed" {...unread} />}
      {answers.map((each) => (
        <Party key={each.thread.$id} {...each} />
      ))}
    </section>
  );
});

export const AnswersPart = observer(({ item, type }: PagePartProps) => {
  const { conversations } = useClient().registry;
  const purpose = type.view.page?.answers?.purpose;
  return conversations && purpose !== undefined ? <Answers {...{ item, conversations, purpose }} /> : null;
});
