// Box in which a message is written: text with mentions, files, and the problems of the message. The text is a draft,
// so it survives a reload, waits for the connection and is sent once.

import { stringsIn } from 'src/base/stringsIn.ts';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import { textAfter } from 'src/client/conversations/textAfter.ts';
import { KeptText } from 'src/client/conversations/KeptMessage.tsx';
import { OfflineWritingNote } from 'src/client/navigation/OfflineNote.tsx';
import { MentionBox } from 'src/client/conversations/MentionBox.tsx';
import { idsIn } from 'src/model/item/idsIn.ts';
import { FileIntake } from 'src/client/fields/FileIntake.tsx';
import 'src/client/forms/forms.css';
import { FileLine, UploadLine } from 'src/client/fields/FileLines.tsx';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { parseUploadRef, uploadRef } from 'src/model/item/uploadRef.ts';
import { codePoints } from 'src/model/schema/Validator.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Returns the problems with the length of the message before it is sent; the typed text is kept. */
const lengthProblems = (draft: ItemDraft, { properties }: ItemType, messages: Messages): readonly string[] => {
  const { body } = draft.values;
  const max = properties['body']?.maxLength ?? Number.POSITIVE_INFINITY;
  const count = typeof body === 'string' ? codePoints(body.normalize('NFC')) : 0;
  return count > max ? [messages.format('conversations.tooLong', { count, max })] : [];
};

/** Returns the problems that the server reported, as texts. */
const refusals = (draft: ItemDraft, messages: Messages): readonly string[] =>
  Object.values(draft.problems).flatMap((problems) =>
    problems.map(({ message, params }) => messages.format(message, params as Parameters<Messages['format']>[1])),
  );

interface FilesProps {
  readonly draft: ItemDraft;
  readonly type: ItemType;
  readonly isNew: boolean;
}

const Files = observer(({ draft, type, isNew }: FilesProps) => {
  const { uploads } = useClient();
  const messages = useMessages();
  const property = type.properties['attachments'];
  const values = stringsIn(draft.values['attachments']);
  const set = (next: readonly string[]): void => draft.set({ ...draft.values, attachments: [...next] });
  if (!property) return null;
  const most = property.maxItems ?? 1;
  return (
    <div className="kf-field kk-composer-files">
      {values.length > 0 && (
        <ul className="kk-plain-list">
          {values.map((value) => {
            const ref = parseUploadRef(value);
            const remove = (): void => {
              if (ref) uploads.cancel(ref.key);
              set(values.filter((each) => each !== value));
            };
            return (
              <li key={ref?.key ?? value} className="kk-composer-file">
                <div className="kk-fill">
                  {ref ? (
                    <UploadLine
                      uploadKey={ref.key}
                      inMessage={isNew}
                      caption={ref.caption}
                      disabled={false}
                      onCaption={(caption) =>
                        set(values.map((each) => (each === value ? uploadRef(ref.key, { caption }) : each)))
                      }
                    />
                  ) : (
                    <FileLine id={value} disabled />
                  )}
                </div>
                <IconButton icon="cross" label={messages.format('conversations.removeFile')} onClick={remove} />
              </li>
            );
          })}
        </ul>
      )}
      <FileIntake
        property={property}
        left={most - values.length}
        most={most}
        instead={false}
        onFiles={(files) => set([...values, ...files.map((file) => uploadRef(uploads.add(file)))])}
      />
    </div>
  );
});

/** Returns the mentioned people whose names are still in the text. */
const mentionsLeft = (
  mentions: readonly ItemId[],
  text: string,
  labelOf: (id: ItemId) => string | undefined,
): ItemId[] => mentions.filter((id) => text.includes(`@${labelOf(id) ?? ''}`));

interface ComposerProps {
  readonly thread: Item;
  readonly draft: ItemDraft;
  readonly type: ItemType;
  readonly label: string;
  readonly submit: string;
  /** The focus comes here when it appears. */
  readonly focused?: boolean;
  readonly onSent: () => void;
  readonly onCancel?: (() => void) | undefined;
}

/** Text that was typed on a page without a connection stays visible, and is written on when the connection is back. */
export const Composer = observer((props: ComposerProps) =>
  useClient().drafts.locked ? (
    <>
      <OfflineWritingNote />
      <KeptText draft={props.draft} />
    </>
  ) : (
    <MessageForm {...props} />
  ),
);

/** Returns the text of a message, and what writes and saves it. Observable. */
const useMessageText = (draft: ItemDraft) => {
  const { items, alerts } = useClient();
  const [isSending, setSending] = useState(false);
  const { body } = draft.values;
  const text = typeof body === 'string' ? body : '';
  const mentions = idsIn(draft.values['mentions']);
  /** The text of this moment: a person may write on while the message is sent. */
  const typed = useRef(text);
  const write = (next: string, people: readonly ItemId[] = mentions): void => {
    typed.current = next;
    draft.set({ ...draft.values, body: next, mentions: mentionsLeft(people, next, (id) => items.label(id)) });
  };
  const save = async (): Promise<boolean> => {
    setSending(true);
    typed.current = text;
    try {
      const isSaved = (await draft.save()) !== undefined;
      if (isSaved) alerts.savedQuietly();
      const rest = textAfter(text, typed.current);
      if (isSaved && draft.id === undefined && rest !== '') write(rest, []);
      return isSaved;
    } catch (thrown) {
      alerts.error(thrown, true);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { text, mentions, write, save, isSending };
};

const MessageForm = observer((props: ComposerProps) => {
  const { thread, draft, type, label, submit, focused = false, onSent, onCancel } = props;
  const { items, uploads } = useClient();
  const messages = useMessages();
  const problemId = useId();
  const { text, mentions, write, save, isSending } = useMessageText(draft);
  const long = lengthProblems(draft, type, messages);
  const problems = long.length > 0 ? long : refusals(draft, messages);
  const unfinished = uploads.unfinished(draft.values);
  const isEmpty = text.trim() === '' && stringsIn(draft.values['attachments']).length === 0;
  const send = async (): Promise<void> => {
    if (isEmpty || unfinished > 0 || isSending || long.length > 0) return;
    if (await save()) onSent();
  };
  return (
    <form
      // A new message takes what is dropped anywhere on its conversation.
      className={onCancel ? 'kk-composer kf-drop' : 'kk-composer'}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        // The next message can be typed at once, and a phone keeps its keyboard.
        event.currentTarget.querySelector('textarea')?.focus();
        void send();
      }}
    >
      <MentionBox
        thread={thread}
        label={label}
        text={text}
        focused={focused}
        invalid={problems.length > 0}
        describedBy={problems.length > 0 ? problemId : undefined}
        onText={write}
        onMention={({ $id, label: name }, next) => {
          items.putLabels({ [$id]: name });
          write(next, [...new Set([...mentions, $id])]);
        }}
        onSend={() => void send()}
        onEscape={onCancel}
      />
      {problems.length > 0 && (
        <div id={problemId} role="alert" className="kk-composer-problems">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      {draft.waiting && (
        <p role="status" className="kk-soft">
          {messages.format('conversations.waiting')}
        </p>
      )}
      <div className="kk-composer-end">
        <Files draft={draft} type={type} isNew={onCancel === undefined} />
        {onCancel && <Button onClick={onCancel}>{messages.format('app.cancel')}</Button>}
        <Button
          type="submit"
          variant="solid"
          intent="primary"
          icon="send-message"
          loading={isSending}
          disabled={isEmpty || unfinished > 0 || draft.waiting}
        >
          {unfinished > 0 ? messages.format('conversations.uploading', { count: unfinished }) : submit}
        </Button>
      </div>
    </form>
  );
});
