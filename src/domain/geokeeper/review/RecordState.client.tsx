// The word for the state of a record or a work item.

import { observer } from 'mobx-react-lite';
import { useClient, useMessages } from 'src/client/extend.ts';
import { stateWord } from 'src/client/extendWorkflow.ts';
import type { Item } from 'src/model/item/Item.ts';

export const RecordState = observer(({ item }: { readonly item: Item }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const type = registry.types[item._t];
  const state = item[type?.states?.property ?? 'state'];
  return type && typeof state === 'string' ? (
    <span className="kk-soft">{stateWord(messages, type, { state, item })}</span>
  ) : null;
});
