// The fields of a question for properties of an item, by what each property is: a choice of its values, a day, files or a text.

import { when } from 'mobx';
import type { Client } from 'src/client/Client.ts';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { AskedField } from 'src/client/workflow/AskDialog.tsx';
import type { Item } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Lists that cannot be read do not stop a question. */
export const LISTS_TIMEOUT_MS = 3_000;

const choicesOf = async (
  client: Client,
  messages: Messages,
  { item, type, property }: { readonly item: Item; readonly type: ItemType; readonly property: Property },
): Promise<AskedField['choices']> => {
  const { kind, list } = property;
  const [found] = !list || list.owner === 'system' ? [] : valuesAt(item, list.owner);
  const owner = typeof found === 'string' ? found : 'system';
  if (list)
    await when(() => client.lists.values(list.list, owner) !== undefined, { timeout: LISTS_TIMEOUT_MS }).catch(
      () => {},
    );
  return KIND_INPUTS[kind].choices?.({ client, messages, type: type.name, property, owners: [owner] });
};

/** Filled with what the item has. Names that the type does not have are left out. */
export const askedFields = async (
  client: Client,
  messages: Messages,
  asked: {
    readonly item: Item;
    readonly type: ItemType;
    readonly names: readonly string[];
    readonly required: readonly string[];
  },
): Promise<readonly AskedField[]> => {
  const { item, type, names, required } = asked;
  const fields: AskedField[] = [];
  for (const name of names) {
    const property = type.properties[name];
    if (!property) continue;
    const choices = await choicesOf(client, messages, { item, type, property });
    const value = item[name];
    fields.push({
      ...{
        name,
        label: messages.property(type.name, name),
        kind: property.files ? ('files' as const) : ('property' as const),
        property,
      },
      ...{ required: required.includes(name), ...(choices && { choices }), ...(value !== undefined && { value }) },
    });
  }
  return fields;
};
