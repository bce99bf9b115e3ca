// The dialog that changes one property of all selected items: it sets or empties the value, or adds or removes one value of a list. The
// server decides for each item whether the change is allowed.

import { observer } from 'mobx-react-lite';
import type { Client } from 'src/client/Client.ts';
import { AskDialog } from 'src/client/forms/AskDialog.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { itemIn, ownerOf } from 'src/client/fields/rules/ownerOf.ts';
import type { Question } from 'src/client/forms/useAskDialog.tsx';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import type { DialogStore } from 'src/client/stores/DialogStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { type Level, LEVELS } from 'src/model/access/levels.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { ListRef, Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const STRICTEST = LEVELS.at(-1);

const changeable = (type: ItemType): readonly Property[] =>
  Object.values(type.properties).filter(
    ({ name, kind, readOnly, computed }) =>
      !readOnly && !computed && !KIND_INPUTS[kind].composite && name !== '$notify' && name !== '$hideNotify',
  );

type Way = 'set' | 'empty' | 'add' | 'take';

const waysOf = ({ many, required, kind }: Property): readonly Way[] => {
  if (KINDS[kind].facet === 'LEVEL') return ['set'];
  if (many) return ['add', 'take'];
  return required ? ['set'] : ['set', 'empty'];
};

/** Input of act/changeMany. */
export type BulkInput = Readonly<Partial<Record<'set' | 'add' | 'take', Readonly<Record<string, Json>>>>>;

/** Number of items whose value lists are offered; the server refuses values that do not fit the others. */
const MAX_OWNERS_READ = 200;

/** Observable. */
const ownersOfLists = ({ items, session }: Client, list: ListRef, ids: readonly ItemId[]): readonly string[] => {
  if (list.owner === 'system') return ['system'];
  const itemOf = (id: string): Item | undefined => itemIn(items.get(id));
  const chosen = ids.slice(0, MAX_OWNERS_READ).flatMap((id) => itemOf(id) ?? []);
  const owners = new Set(chosen.flatMap((item) => ownerOf(list, item, itemOf) ?? []));
  return owners.size > 0 ? [...owners] : (session.user?.readOrgs ?? []);
};

/** Names that no property has. */
const [PROPERTY, WAY] = ['$property', '$way'] as const;

interface Changed {
  readonly property: Property;
  readonly way: Way;
}

const changedIn = ({ properties }: ItemType, values: Values): Changed | undefined => {
  const property = properties[String(values[PROPERTY])];
  if (!property) return undefined;
  const ways = waysOf(property);
  const way = ways.find((each) => each === values[WAY]) ?? ways[0];
  return way && { property, way };
};

interface Widening {
  /** The change sets the level that decides who may read the records. */
  readonly isLevel: boolean;
  readonly value: Json | undefined;
  readonly count: number;
}

/** Asks before a change that may let more people read some of the records. Resolves to true for every other change. */
const mayWiden = async (dialogs: DialogStore, { isLevel, value, count }: Widening): Promise<boolean> =>
  !isLevel ||
  value === STRICTEST ||
  (await dialogs.confirm({
    title: 'widen.title',
    message: 'bulk.widen.message',
    apply: 'widen.apply',
    values: { count, to: String(value as Level) },
  }));

interface BulkChangeProps {
  readonly type: ItemType;
  /** The selected items that are listed. */
  readonly ids: readonly ItemId[];
  readonly count: number;
  readonly start: (change: BulkInput) => void;
  readonly close: () => void;
}

export const BulkChange = observer(({ type, ids, count, start, close }: BulkChangeProps) => {
  const client = useClient();
  const messages = useMessages();
  const properties = changeable(type)
    .map(({ name }) => [name, messages.property(type.name, name)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  const valueField = (property: Property): FormField => {
    const { list, kind, name } = property;
    const owners = list ? ownersOfLists(client, list, ids) : [];
    const choices = KIND_INPUTS[kind].choices?.({ client, messages, type: type.name, property, owners });
    return { ...property, many: false, required: true, label: messages.property(type.name, name), choices };
  };
  const fields = (values: Values): readonly FormField[] => {
    const { property, way } = changedIn(type, values) ?? {};
    const ways = property ? waysOf(property).map((each) => [each, messages.format(`bulk.ways.${each}`)] as const) : [];
    return [
      { name: PROPERTY, label: 'bulk.property', required: true, choices: properties },
      ...(ways.length > 1 ? [{ name: WAY, label: 'bulk.way', choices: ways, none: null }] : []),
      ...(property && way !== 'empty' ? [valueField(property)] : []),
    ];
  };
  const submit: Question['submit'] = async (answers) => {
    const changed = changedIn(type, answers);
    if (!changed) return false;
    const { property, way } = changed;
    const value = answers[property.name] ?? null;
    if (!(await mayWiden(client.dialogs, { isLevel: property.name === type.levelPath, value, count }))) return false;
    return start(way === 'empty' ? { set: { [property.name]: null } } : { [way]: { [property.name]: value } });
  };
  const title = messages.format('bulk.changeTitle', { count });
  return (
    <AskDialog question={{ title, apply: messages.format('bulk.apply', { count }), fields, submit }} close={close} />
  );
});
