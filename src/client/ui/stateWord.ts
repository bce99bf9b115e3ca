// The word for a state of a type, or for the state that an item is in.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { stateText } from 'src/model/text/stateText.ts';

export const stateWord = (
  { find }: Messages,
  type: Pick<ItemType, 'name' | 'states'>,
  { state, item }: { readonly state: string; readonly item?: Item | undefined },
): string => {
  const values = { ...item, [type.states?.property ?? '']: state };
  return stateText(find, type, values) ?? readableName(state);
};
