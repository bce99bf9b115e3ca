// Bands above the page that give the state of its draft: restored after a crash, waiting for a connection, in conflict.

import { observer } from 'mobx-react-lite';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useDiscard } from 'src/client/forms/draft/useItemDraft.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const DiscardButton = ({ draft }: { readonly draft: ItemDraft }) => {
  const messages = useMessages();
  const discard = useDiscard(draft);
  return (
    <Button size="small" variant="minimal" onClick={() => void discard()}>
      {messages.format('cells.discardButton')}
    </Button>
  );
};

interface DraftBandsProps {
  readonly draft: ItemDraft;
  readonly type: ItemType;
  readonly edit?: () => void;
}

export const DraftBands = observer(({ draft, type, edit }: DraftBandsProps) => {
  const messages = useMessages();
  const names = draft.changed.map((property) => messages.property(type.name, property)).join(', ');
  const actions = edit && (
    <Button size="small" onClick={edit}>
      {messages.format('cells.continueEditing')}
    </Button>
  );
  if (draft.conflict && edit) {
    return (
      <Band tone="warning" actions={actions}>
        {messages.format('cells.conflict.short')}
      </Band>
    );
  }
  if (draft.waiting) return <Band icon="offline">{messages.format('cells.waiting', { properties: names })}</Band>;
  if (!draft.dirty || !(draft.recovered || edit)) return null;
  return (
    <Band
      icon="history"
      actions={
        <>
          {actions}
          <DiscardButton draft={draft} />
        </>
      }
    >
      {messages.format(draft.recovered ? 'cells.recovered' : 'cells.unsavedBand', { properties: names })}
    </Band>
  );
});
