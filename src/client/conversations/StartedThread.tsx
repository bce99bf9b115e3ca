// A conversation that was started a moment ago: its messages below its entry, and the box for the next one.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Composer } from 'src/client/conversations/Composer.tsx';
import { MessageEntry } from 'src/client/conversations/MessageEntry.tsx';
import { useMessagesIn } from 'src/client/conversations/useMessagesIn.ts';
import { useNewMessage } from 'src/client/conversations/useNewMessage.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** More messages than people write before they leave the tab; the page of the conversation shows all. */
const MAX_STARTED = 50;

interface StartedThreadProps {
  readonly thread: Item;
  /** The type of a message. */
  readonly type: ItemType;
}

export const StartedThread = observer(({ thread, type }: StartedThreadProps) => {
  const messages = useMessages();
  const draft = useNewMessage(thread, type);
  // A person who has begun to write elsewhere meanwhile stays there.
  const [isFree] = useState(
    () => !(document.activeElement instanceof HTMLTextAreaElement && document.activeElement.value),
  );
  const { answer: ids = [] } = useMessagesIn([thread], { type: type.name, order: 'asc', max: MAX_STARTED });
  return (
    <div className="kk-started-thread">
      <ol className="kk-plain-list" aria-label={messages.format('conversations.messages', { count: ids.length })}>
        {ids.map((id, at) => (
          <li key={id}>
            <MessageEntry {...{ thread, type, id }} before={ids[at - 1]} first={at === 0} unread={false} />
          </li>
        ))}
      </ol>
      <Composer
        {...{ thread, draft, type }}
        focused={isFree}
        label={messages.format('conversations.write')}
        submit={messages.format('conversations.send')}
        onSent={() => {}}
      />
    </div>
  );
});
