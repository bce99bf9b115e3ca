// The word of the state that an item is in: that of why it is there, where its type declares so and the item says why.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { readableName } from 'src/model/text/readableName.ts';

export const stateWord = (
  messages: Messages,
  { name, states }: Pick<ItemType, 'name' | 'states'>,
  { state, item }: { readonly state: string; readonly item?: Item | undefined },
): string => {
  const { property = '', why = '' } = states ?? {};
  const because = item?.[why];
  const key = typeof because === 'string' ? because : state;
  const word = (path: string): string | undefined => messages.find(`types.${name}.enum.${path}.${key}`);
  return word(property) ?? word(why) ?? readableName(key);
};
