// "Add to …" in the menu of an item: every type that declares items of this one as its contents can receive it. The
// change affects the list of the item, so it is offered to people who may change the item, and can be undone. Next to it, everyone can add
// the item to what they gather themselves.

import type { ReactNode } from 'react';
import { changeItemList, listIn } from 'src/client/item/changeItemList.ts';
import { useGatherParts } from 'src/client/item/gatherParts.tsx';
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

const useAddTo = (item: Item): ((taker: Taker) => Question) => {
  const client = useClient();
  const messages = useMessages();
  const { alerts, items } = client;
  const nameOf = (to: ItemId): string => itemName(items, messages.format, to);
  const addTo = async (path: string, to: ItemId): Promise<void> => {
    const without = (before: readonly Json[]): readonly Json[] => before.filter((each) => each !== to);
    await changeItemList(client, { id: item.$id, path, change: (before) => [...without(before), to] });
    const undo = (): void => {
      changeItemList(client, { id: item.$id, path, change: without }).catch((thrown: unknown) => alerts.error(thrown));
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
  const [gatherParts, gatherDialog] = useGatherParts(item);
  return [
    [...parts, ...gatherParts],
    <>
      {dialog}
      {gatherDialog}
    </>,
  ];
};
