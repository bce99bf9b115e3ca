// A box that finds one item for a relation: by typing, or among the newest. Used where a value is chosen outside of a form.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNewest, useSuggestions } from 'src/client/forms/fields/useSuggestions.ts';
import { Combobox } from 'src/client/forms/widgets/Combobox.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';

interface RelationInputProps {
  readonly id: string;
  /** Of what is looked for; undefined for every type. */
  readonly types: readonly string[] | undefined;
  readonly value: Json | undefined;
  readonly set: (value: string) => void;
}

export const RelationInput = observer(({ id, types, value, set }: RelationInputProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const [typed, setTyped] = useState<string>();
  const [opened, setOpened] = useState(false);
  const suggestions = useSuggestions(typed ?? '', types);
  const newest = useNewest(types, { opened, typed: typed ?? '' });
  const found = suggestions.state === 'short' ? newest : suggestions.found;
  return (
    <Combobox
      id={id}
      text={typed ?? (typeof value === 'string' ? (items.label(value) ?? '') : '')}
      offers={found.map(({ $id, label, type }) => ({ key: $id, label, note: messages.type(type) }))}
      waiting={suggestions.state === 'waiting'}
      status={undefined}
      disabled={false}
      placeholder={messages.format('forms.typeToFind')}
      onOpen={() => setOpened(true)}
      onText={setTyped}
      onPick={(key) => {
        const picked = found.find(({ $id }) => $id === key);
        if (picked) items.putLabels({ [key]: picked.label });
        set(key);
        setTyped(undefined);
      }}
      onLeave={() => setTyped(undefined)}
    />
  );
});
