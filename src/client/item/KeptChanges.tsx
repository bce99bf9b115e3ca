// Unsaved changes of an item that cannot be shown: their author can still read, copy and discard them. Shows nothing else of the item.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { DiscardButton } from 'src/client/forms/draft/DraftBands.tsx';
import { CopyDraftValue, DraftValue } from 'src/client/forms/draft/DraftValue.tsx';
import 'src/client/intl/laterMessages.ts';
import 'src/client/item/item.css';
import { CopyButton } from 'src/client/navigation/CopyButton.tsx';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const KeptValue = observer(
  ({ draft: { type, values }, name }: { readonly draft: ItemDraft; readonly name: string }) => {
    const messages = useMessages();
    const shown = { type, name, value: values[name] };
    return (
      <div className="kk-kept-value">
        <dt>{messages.property(type, name)}</dt>
        <dd>
          <div className="kk-kept-content" dir="auto">
            <DraftValue {...shown} />
          </div>
          <CopyDraftValue {...shown} />
        </dd>
      </div>
    );
  },
);

/** The changed values of a draft, each with a button that copies it. */
const KeptValues = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const messages = useMessages();
  return (
    <>
      <dl className="kk-kept-values">
        {draft.changed.map((name) => (
          <KeptValue key={name} {...{ draft, name }} />
        ))}
      </dl>
      {draft.raw !== undefined && (
        <>
          <pre className="kk-kept-content">{draft.raw}</pre>
          <CopyButton text={draft.raw} label={messages.format('conversations.copy')} />
        </>
      )}
    </>
  );
});

/** Shown under the notice that the item is gone: what the person changed in it and did not save. */
export const KeptChanges = observer(({ id }: { readonly id: ItemId }) => {
  const { drafts } = useClient();
  const messages = useMessages();
  const heading = useId();
  const draft = drafts.dirty.find((each) => each.id === id);
  if (!draft) return null;
  return (
    <section className="kk-kept-changes" aria-labelledby={heading}>
      <h3 id={heading}>{messages.format('unsaved.kept')}</h3>
      <p>{messages.format('unsaved.keptHint')}</p>
      <KeptValues draft={draft} />
      <DiscardButton draft={draft} />
    </section>
  );
});
