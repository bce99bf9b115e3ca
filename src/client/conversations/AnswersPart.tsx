// The answers to an item on its page: what was said with files in its conversations of one purpose, by each party, as far as the reader
// reads those conversations. New ones appear as they come.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { Gallery } from 'src/client/viewers/Gallery.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useThreadsAbout } from 'src/client/conversations/ConversationsTab.tsx';
import { messageValues } from 'src/client/conversations/threadValues.ts';
import { useMessagesIn } from 'src/client/conversations/useMessagesIn.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import 'src/client/conversations/conversations.css';
import 'src/client/intl/laterMessages.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Conversations } from 'src/model/schema/Registry.ts';

/** More answers with files than one item gets. */
const MAX_ANSWERS = 200;

interface AnswersProps {
  readonly item: Item;
  readonly conversations: Conversations;
  readonly purpose: string;
}

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

export const AnswersPart = observer(({ item, conversations, purpose }: AnswersProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const id = useId();
  const found = useThreadsAbout(item, conversations.thread);
  const loaded = (ids: readonly ItemId[]): readonly Item[] =>
    ids.flatMap((each) => {
      const entry = items.get(each);
      return entry.state === 'ready' ? [entry.item] : [];
    });
  const threads = loaded(found?.ids ?? []).filter((thread) => thread['purpose'] === purpose);
  const said = loaded(useMessagesIn(threads, { type: conversations.message, order: 'asc', max: MAX_ANSWERS })).filter(
    hasAttachments,
  );
  const answers = threads
    .map((thread) => ({ thread, said: said.filter((message) => message['thread'] === thread.$id) }))
    .filter((each) => each.said.length > 0);
  if (answers.length === 0) return null;
  return (
    <section className="kk-group kk-answers" aria-labelledby={id}>
      <h4 id={id}>{messages.format('conversations.answers')}</h4>
      {answers.map((each) => (
        <Party key={each.thread.$id} {...each} />
      ))}
    </section>
  );
});
