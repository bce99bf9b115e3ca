// Unsent text of a conversation that no longer exists. Its author can copy or discard it.

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

/** Shown under the notice that the conversation is gone. Shows nothing of the conversation itself. */
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
