// Moves an item below another one of a tree, by pointer or by a dialog, with undo. The server decides whether the person may.

import { observer } from 'mobx-react-lite';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { ItemRow, TreeStore } from 'src/client/displays/tree/TreeStore.ts';
import type { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import { Asked } from 'src/client/forms/useAskDialog.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { problem } from 'src/model/problems.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

interface Way {
  readonly id: ItemId;
  /** Undefined for the beginning of the tree. */
  readonly from: ItemId | undefined;
  readonly to: ItemId | undefined;
}

const childList = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** Returns the changes of a move: the parent of the moved item, or the children of both parents. */
const changesOfMove = (
  { view, properties }: ItemType,
  { id, from, to }: Way,
): readonly (readonly [ItemId, string, (value: Json | undefined) => Json])[] => {
  const { parent, children = '' } = view.hierarchy ?? {};
  const others = (value: Json | undefined, gone: ItemId | undefined) =>
    childList(value).filter((each) => each !== gone);
  if (parent !== undefined) {
    const isMany = properties[parent]?.many === true;
    return [
      [id, parent, (value) => (isMany ? [...others(value, from), ...(to === undefined ? [] : [to])] : (to ?? null))],
    ];
  }
  // First where it goes to: it is never nowhere.
  return [
    ...(to === undefined ? [] : [[to, children, (value: Json | undefined) => [...others(value, id), id]] as const]),
    ...(from === undefined ? [] : [[from, children, (value: Json | undefined) => others(value, id)] as const]),
  ];
};

/** Returns the item that changes when an item is moved away from its position. */
export const changedByMove = ({ view }: ItemType, { id, under }: ItemRow): ItemId | undefined =>
  view.hierarchy?.parent === undefined ? under : id;

export const useMove = (tree: TreeStore, type: ItemType | undefined): ((way: Way) => Promise<void>) => {
  const { items, alerts, search } = useClient();
  const messages = useMessages();
  const readyItem = async (id: ItemId): Promise<Item> => {
    const known = items.peek(id);
    const loaded = known?.state === 'ready' ? known : await items.refresh(id);
    if (loaded.state === 'ready') return loaded.item;
    throw loaded.state === 'failed' ? loaded.problem : problem('notFound');
  };
  const isBelow = async (id: ItemId, to: ItemId): Promise<boolean> =>
    id === to ||
    (await search.search({ must: { _t: [type?.name ?? ''] }, tree: { above: to }, max: 1000 })).ids.includes(id);
  const apply = async (way: Way): Promise<void> => {
    if (!type) return;
    const saved: (() => Promise<Item>)[] = [];
    try {
      for (const [id, path, value] of changesOfMove(type, way)) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        const { $id, _u, [path]: before = null } = await readyItem(id);
        // oxlint-disable-next-line no-await-in-loop -- one change at a time, so that a failure can be undone
        const { _u: after } = await items.update({ $id, _u, [path]: value(before) });
        saved.unshift(() => items.update({ $id, _u: after, [path]: before }));
      }
    } catch (thrown) {
      // oxlint-disable-next-line no-await-in-loop -- in the opposite order
      for (const undo of saved) await undo();
      throw thrown;
    }
    if (way.to !== undefined) tree.toggle(way.to, true);
    await tree.readAgain();
  };
  const move = async (way: Way): Promise<void> => {
    const name = (id: ItemId): string => itemName(items, messages.format, id);
    if (way.from === way.to) return;
    try {
      if (way.to !== undefined && (await isBelow(way.id, way.to))) {
        alerts.warn('tree.belowItself', { name: name(way.id) });
        return;
      }
      await apply(way);
      const to = way.to === undefined ? messages.format('tree.beginning') : name(way.to);
      alerts.success(
        'tree.moved',
        { name: name(way.id), to },
        {
          message: 'bulk.undo',
          run: () =>
            void apply({ id: way.id, from: way.to, to: way.from }).catch((thrown: unknown) => alerts.error(thrown)),
        },
      );
    } catch (thrown) {
      alerts.error(thrown);
    }
  };
  return move;
};

interface MoveDialogProps {
  readonly row: ItemRow;
  readonly type: ItemType;
  readonly move: (way: Way) => Promise<void>;
  readonly close: () => void;
}

export const MoveDialog = observer(({ row, type, move, close }: MoveDialogProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const moveBelow = (to: ItemId | undefined): Promise<void> => move({ id: row.id, from: row.under, to });
  const toBeginning = (model: ValuesModel): void =>
    void model.submit(() => moveBelow(undefined)).then((isDone) => isDone && close());
  return (
    <Asked
      question={{
        title: messages.format('tree.moveTitle', { name: itemName(items, messages.format, row.id) }),
        apply: messages.format('tree.move'),
        of: row.id,
        fields: [
          {
            ...{ name: 'to', label: 'tree.moveBelow', required: true },
            ...{ kind: 'relation', rel: { to: [type.name], onDelete: 'null' } },
          },
        ],
        submit: ({ to }) => moveBelow(String(to)),
        more: (model) =>
          row.under !== undefined && (
            <Button onClick={() => toBeginning(model)}>{messages.format('tree.toBeginning')}</Button>
          ),
      }}
      close={close}
    />
  );
});
