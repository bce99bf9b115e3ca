// "Add to …" in the menu of an item: every type that declares items of this one as its contents can receive it. The
// change affects the other item's list, so it is offered to people who may change that item, and can be undone.

import { useId, useState } from 'react';
import type { Client } from 'src/client/Client.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { FieldStateContext } from 'src/client/fields/session/FieldState.ts';
import { ItemFinder } from 'src/client/kinds/relation/ItemFinder.tsx';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';

interface Taker {
  readonly type: ItemType;
  /** The property of the item that names those that hold it. */
  readonly path: string;
}

const containersFor = ({ types }: Registry, { name, properties }: ItemType): readonly Taker[] =>
  Object.values(types).flatMap((type) =>
    (type.view.page?.contents ?? [])
      .filter(({ type: of, path }) => of === name && properties[path]?.many === true)
      .map(({ path }) => ({ type, path })),
  );

const listIn = (item: Item, path: string): readonly Json[] => {
  const value = item[path];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

interface PickerProps {
  readonly label: string;
  readonly type: string;
  readonly picked: (id: ItemId) => void;
}

const Picker = ({ label, type, picked }: PickerProps) => {
  const id = useId();
  const [value, setValue] = useState<ItemId>();
  const state = { labelId: `${id}-label`, label, describedBy: undefined, invalid: false, required: false };
  return (
    <div className="kk-bulk-form">
      <div>
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        <FieldStateContext value={state}>
          <ItemFinder
            id={id}
            types={[type]}
            value={value}
            set={(next) => {
              setValue(next);
              picked(next);
            }}
          />
        </FieldStateContext>
      </div>
    </div>
  );
};

/** Starts from the item as it is at that moment, so that changes by others in the meantime are kept. */
const change = async (
  { items }: Client,
  { id, path, change: apply }: { id: ItemId; path: string; change: (before: readonly Json[]) => readonly Json[] },
): Promise<void> => {
  const loaded = await items.refresh(id);
  if (loaded.state !== 'ready') return;
  const after = apply(listIn(loaded.item, path));
  await items.update({ $id: id, _u: loaded.item._u, [path]: after.length > 0 ? after : null });
};

const addTo = async (client: Client, messages: Messages, item: Item, { type, path }: Taker): Promise<void> => {
  const { dialogs, alerts, items } = client;
  const name = messages.typeInSentence(type.name);
  let chosen: ItemId | undefined;
  const picked = (id: ItemId): void => {
    chosen = id;
  };
  const sure = await dialogs.confirm({
    ...{ title: 'addTo.title', apply: 'addTo.apply', values: { type: name, label: item.$label } },
    component: () => <Picker label={messages.type(type.name)} type={type.name} picked={picked} />,
  });
  const to = chosen;
  if (!sure || to === undefined) return;
  const label = itemName(items, messages.format, to);
  if (listIn(item, path).includes(to)) {
    alerts.info('addTo.already', { label: item.$label, to: label });
    return;
  }
  const without = (before: readonly Json[]): readonly Json[] => before.filter((each) => each !== to);
  await change(client, { id: item.$id, path, change: (before) => [...without(before), to] });
  const undo = (): void => {
    change(client, { id: item.$id, path, change: without }).catch((thrown: unknown) => alerts.error(thrown));
  };
  alerts.info('addTo.done', { label: item.$label, to: label }, { message: 'bulk.undo', run: undo });
};

export const useAddToParts = (item: Item, type: ItemType | undefined, mayUpdate: boolean): readonly MenuPart[] => {
  const client = useClient();
  const messages = useMessages();
  if (!type || !mayUpdate) return [];
  return containersFor(client.registry, type).map((taker) => ({
    key: `add-${taker.type.name}`,
    icon: taker.type.view.icon,
    text: messages.format('addTo.part', { type: messages.typeInSentence(taker.type.name) }),
    onClick: () => void addTo(client, messages, item, taker).catch((thrown: unknown) => client.alerts.error(thrown)),
  }));
};
