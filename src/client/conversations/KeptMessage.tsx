// What somebody has typed in a conversation and not sent: theirs to keep also where the conversation is gone.

import { observer } from 'mobx-react-lite';
import 'src/client/conversations/conversations.css';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { CopyButton } from 'src/client/navigation/CopyButton.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export const KeptText = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const messages = useMessages();
  const { body } = draft.values;
  if (typeof body !== 'string' || body === '') return null;
  return (
    <div className="kk-kept-text">
      <p dir="auto">{body}</p>
      <CopyButton text={body} label={messages.format('conversations.copy')} />
    </div>
  );
});

/** Beside the words that the conversation is gone. Nothing of the conversation is said. */
export const KeptMessage = observer(({ thread }: { readonly thread: ItemId }) => {
  const { drafts, registry } = useClient();
  const messages = useMessages();
  const { message } = registry.conversations ?? {};
  const kept = drafts.dirty.filter(({ type, values }) => type === message && values['thread'] === thread);
  if (kept.length === 0) return null;
  return (
    <section className="kk-kept">
      <p>{messages.format('conversations.kept')}</p>
      {kept.map((draft) => (
        <KeptText key={draft.key} draft={draft} />
      ))}
    </section>
  );
});
