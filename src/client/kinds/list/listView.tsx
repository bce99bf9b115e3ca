// Shows values of the kind `list`, and writes them as text.

import { observer } from 'mobx-react-lite';
import { itemIn, ownerOf } from 'src/client/fields/rules/ownerOf.ts';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { WordLoading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isOther, otherText } from 'src/model/item/otherMarker.ts';

const ListValue = observer(({ property: { list }, value, item }: ValueProps) => {
  const { lists, items } = useClient();
  const messages = useMessages();
  const key = String(value);
  if (isOther(key)) return <span dir="auto">{otherText(key) || messages.format('forms.otherValue')}</span>;
  const owner = list && ownerOf(list, item, (id) => itemIn(items.get(id)));
  if (!list) return <span dir="auto">{key}</span>;
  // The owner of the list may be hidden, or not read yet.
  const label = owner ? lists.label(list.list, owner, key) : lists.labelAmong(list.list, [], key);
  return <span dir="auto">{label ?? <WordLoading />}</span>;
});

export const listView: KindView = { read: ListValue, look: { inline: true } };
