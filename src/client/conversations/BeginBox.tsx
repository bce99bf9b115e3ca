// The box in which a conversation about an item begins: Enter sends, and the first line is the subject. Everything else, such as people of
// other organizations or a date, is in the form behind the button. The text is a draft until it is sent.

import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { stringIn } from 'src/base/stringsIn.ts';
import { hasScreenKeyboard, MentionBox } from 'src/client/conversations/MentionBox.tsx';
import { textAfter } from 'src/client/conversations/textAfter.ts';
import { subjectAndBody } from 'src/client/conversations/subjectAndBody.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { OfflineWritingNote } from 'src/client/navigation/OfflineNote.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

interface BeginBoxProps {
  readonly item: Item;
  /** The type of a conversation. */
  readonly type: ItemType;
  /** True to move the focus to the box when it is first shown. */
  readonly focused: boolean;
  readonly onStarted: (thread: ItemId) => void;
}

export const BeginBox = observer((props: BeginBoxProps) =>
  useClient().drafts.locked ? <OfflineWritingNote /> : <BeginForm {...props} />,
);

const BeginForm = observer(({ item, type, focused, onStarted }: BeginBoxProps) => {
  const { alerts, connection, drafts, items, navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const [sending, setSending] = useState(false);
  const [mentioned, setMentioned] = useState<readonly ItemId[]>([]);
  const { _t, _i, $id } = item;
  const key = `${_t}${_i}`;
  const draft = drafts.fresh(type.name, key, { context: $id });
  const text = stringIn(draft.values['subject']);
  const label = messages.format('conversations.start');
  const isEmpty = text.trim() === '';
  /** The text of this moment: a person may write on while the conversation begins. */
  const typed = useRef(text);
  const write = (subject: string): void => {
    typed.current = subject;
    draft.set({ ...draft.values, subject });
  };
  const send = async (): Promise<void> => {
    if (isEmpty || sending) return;
    setSending(true);
    try {
      const mentions = mentioned.filter((id) => text.includes(`@${items.label(id) ?? ''}`));
      const opening = { ...subjectAndBody(text), mentions: [...mentions] };
      const started = await connection.send('act/beginConversation', { _t, _i, ...opening });
      onStarted(started.$id);
      const rest = textAfter(text, typed.current);
      draft.discard();
      if (rest !== '') write(rest);
      setMentioned([]);
      alerts.announce(messages.format('conversations.started'));
    } catch (thrown) {
      alerts.error(thrown, true);
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      className="kk-composer kk-begin-box"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <MentionBox
        thread={item}
        label={label}
        text={text}
        focused={focused}
        invalid={false}
        describedBy={undefined}
        onText={write}
        onMention={({ $id: person, label: name }, next) => {
          items.putLabels({ [person]: name });
          setMentioned([...new Set([...mentioned, person])]);
          write(next);
        }}
        onSend={() => void send()}
      />
      <div className="kk-composer-end">
        <p className="kk-soft kk-fill">
          {messages.format('conversations.startHint')}
          {!hasScreenKeyboard() && ` ${messages.format('conversations.startKeys')}`}
        </p>
        <Button
          variant="minimal"
          icon="more"
          onClick={() => void navigation.open(column, `i-${type.name}-0-${key}`, JSON.stringify({ context: $id }))}
        >
          {messages.format('conversations.startForm')}
        </Button>
        <Button type="submit" variant="solid" intent="primary" icon="send-message" loading={sending} disabled={isEmpty}>
          {messages.format('conversations.send')}
        </Button>
      </div>
    </form>
  );
});
