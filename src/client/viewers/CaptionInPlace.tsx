// Editable caption of a saved file, for people who may change both the file and its item. Files of a submitted item therefore have none. A
// file is an item, so the text is a draft: it is stored on this device and merged with changes by others.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { EditableValue } from 'src/client/forms/draft/EditableValue.tsx';
import { useDraftGate } from 'src/client/forms/draft/useItemDraft.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const CAPTION = 'caption';

interface CaptionProps {
  readonly file: Item;
  readonly name: string;
}

export const CaptionInPlace = observer(({ file, name }: CaptionProps) => {
  const { drafts, items, navigation, registry, session } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const [open, setOpen] = useState<string>();
  const { properties, adminOnly = [] } = registry.types[SYSTEM_TYPES.file] ?? {};
  const property = properties?.[CAPTION];
  const { rel } = file;
  const isOpen = typeof rel === 'string' && items.may(rel, 'update');
  const draft = session.signedIn && isOpen && items.may(file.$id, 'update') ? drafts.of(file.$id) : undefined;
  useDraftGate(open === undefined ? undefined : draft);
  const value = (draft?.values ?? file)[CAPTION];
  const caption = typeof value === 'string' ? value : '';
  if (!draft || !property) return caption === '' ? null : <p dir="auto">{caption}</p>;
  const place = {
    ...{ draft, open, setOpen, closed: adminOnly },
    goToForm: () => void navigation.open(column, `i-${file.$id}`, 'edit'),
  };
  return (
    <EditableValue name={messages.format('forms.upload.caption', { name })} property={property} place={place}>
      <p className={caption === '' ? 'kk-soft' : undefined} dir="auto">
        {caption || messages.format('cells.addCaption')}
        {draft.dirty && <span className="kk-soft"> ({messages.format('cells.captionUnsaved')})</span>}
      </p>
    </EditableValue>
  );
});
