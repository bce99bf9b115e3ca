// A box that finds one item for a relation: by typing, or among the newest. Used where a value is chosen outside of a form.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useBelonging } from 'src/client/fields/useBelonging.ts';
import { useNewest, useSuggestions } from 'src/client/fields/useSuggestions.ts';
import { Combobox } from 'src/client/fields/widgets/Combobox.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Relation } from 'src/model/schema/Property.ts';

interface ItemFinderProps {
  readonly id: string;
  /** Types of the items; undefined for every type. */
  readonly types: readonly string[] | undefined;
  /** Narrows what is offered. */
  readonly only?: Relation['only'];
  readonly value: Json | undefined;
  readonly set: (value: string) => void;
}

export const ItemFinder = observer(({ id, types, only, value, set }: ItemFinderProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const [typed, setTyped] = useState<string>();
  const [opened, setOpened] = useState(false);
  const text = typed ?? '';
  const isNarrow = only !== undefined;
  const suggestions = useSuggestions(isNarrow ? '' : text, types);
  const newest = useNewest(types, { opened: opened && !isNarrow, typed: text });
  const narrow = useBelonging({ only, types, typed: text, opened });
  const found = narrow?.found ?? (suggestions.state === 'short' ? newest : suggestions.found);
  return (
    <Combobox
      id={id}
      text={typed ?? (typeof value === 'string' ? (items.label(value) ?? '') : '')}
      offers={found.map(({ $id, label, type }) => ({ key: $id, label, note: messages.type(type) }))}
      waiting={narrow?.waiting ?? suggestions.state === 'waiting'}
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
