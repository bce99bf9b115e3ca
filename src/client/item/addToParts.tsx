// "Add to …" in the menu of an item: every type that declares items of this one as its contents can receive it. The
// change affects the other item's list, so it is offered to people who may change that item, and can be undone.

import type { ReactNode } from 'react';
import type { Client } from 'src/client/Client.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { useAskDialog, type Question } from 'src/client/forms/useAskDialog.tsx';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
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

const useAddTo = (item: Item): ((taker: Taker) => Question) => {
  const client = useClient();
  const messages = useMessages();
  const { alerts, items } = client;
  const nameOf = (to: ItemId): string => itemName(items, messages.format, to);
  const addTo = async (path: string, to: ItemId): Promise<void> => {
    const without = (before: readonly Json[]): readonly Json[] => before.filter((each) => each !== to);
    await change(client, { id: item.$id, path, change: (before) => [...without(before), to] });
    const undo = (): void => {
      change(client, { id: item.$id, path, change: without }).catch((thrown: unknown) => alerts.error(thrown));
    };
    alerts.info('addTo.done', { label: item.$label, to: nameOf(to) }, { message: 'bulk.undo', run: undo });
  };
  return ({ type, path }) => ({
    title: messages.format('addTo.title', { type: messages.typeInSentence(type.name), label: item.$label }),
    apply: messages.format('addTo.apply'),
    fields: [
      {
        ...{ name: 'to', label: `types.${type.name}.label`, required: true },
        ...{ kind: 'relation', rel: { to: [type.name], onDelete: 'null' } },
        fault: (to) =>
          listIn(item, path).includes(to)
            ? { message: 'addTo.already', params: { label: item.$label, to: nameOf(String(to)) } }
            : undefined,
      },
    ],
    submit: ({ to }) => addTo(path, String(to)),
  });
};

/** Returns the entries of the menu and the dialog that they open. */
export const useAddToParts = (
  item: Item,
  type: ItemType | undefined,
  mayUpdate: boolean,
): readonly [parts: readonly MenuPart[], dialog: ReactNode] => {
  const { registry } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const questionOf = useAddTo(item);
  const takers = type && mayUpdate ? containersFor(registry, type) : [];
  const parts = takers.map((taker) => ({
    key: `add-${taker.type.name}`,
    icon: taker.type.view.icon,
    text: messages.format('addTo.part', { type: messages.typeInSentence(taker.type.name) }),
    onClick: () => ask(questionOf(taker)),
  }));
  return [parts, dialog];
};
