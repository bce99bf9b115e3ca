// Chosen values as read: enum keys, values of a value list, visibility levels. The stored key is never shown where a label is known.

import { observer } from 'mobx-react-lite';
import type { ValueProps } from 'src/client/forms/display/ValueProps.ts';
import { itemIn, ownerOf } from 'src/client/forms/rules/ownerOf.ts';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { readableName, useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isOther, otherText } from 'src/model/item/otherMarker.ts';
import { isLevel } from 'src/model/access/levels.ts';

export const EnumValue = ({ type, path, value }: ValueProps) => {
  const messages = useMessages();
  const key = String(value);
  return <>{messages.find(`types.${type}.enum.${path}.${key}`) ?? readableName(key)}</>;
};

export const ListValue = observer(({ property: { list }, value, item }: ValueProps) => {
  const { lists, items } = useClient();
  const messages = useMessages();
  const key = String(value);
  if (isOther(key)) return <span dir="auto">{otherText(key) || messages.format('forms.otherValue')}</span>;
  const owner = list && ownerOf(list, item, (id) => itemIn(items.get(id)));
  return <span dir="auto">{list && owner ? lists.label(list.list, owner, key) : key}</span>;
});

export const LevelValue = ({ value }: ValueProps) =>
  isLevel(value) ? <LevelTag level={value} /> : <>{String(value)}</>;
