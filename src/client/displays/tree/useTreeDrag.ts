// Drags a row of a tree below another one. Only people who may move a row see its handle; the keyboard has a dialog.

import { useState, type DragEvent } from 'react';
import type { ItemRow, TreeStore } from 'src/client/displays/tree/TreeStore.ts';
import { changedByMove, useMove } from 'src/client/displays/tree/useMove.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** The beginning of the tree, where it is undefined. */
type Target = ItemRow | undefined;

/** Observable: call it inside an observer. */
export const useTreeDrag = (tree: TreeStore, type: ItemType | undefined) => {
  const { items, session } = useClient();
  const move = useMove(tree, type);
  const [dragged, setDragged] = useState<ItemRow>();
  const [pointed, setPointed] = useState<string>();
  const [over, setOver] = useState<string>();
  const mayMove = (row: ItemRow): boolean => {
    if (!type || !session.signedIn || (row.key !== pointed && row.key !== dragged?.key)) return false;
    const changed = changedByMove(type, row);
    return changed === undefined || items.may(changed, 'update');
  };
  const fits = (target: Target): boolean =>
    dragged !== undefined && target?.id !== dragged.under && target?.key.split('/').includes(dragged.id) !== true;
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  return {
    dragged,
    handleAt: (row: ItemRow) =>
      mayMove(row)
        ? {
            drag: {
              onDragStart: ({ currentTarget, dataTransfer }: DragEvent<HTMLElement>) => {
                dataTransfer.effectAllowed = 'move';
                dataTransfer.setData('text/plain', '');
                const entry = currentTarget.closest('[role=treeitem]');
                if (entry) dataTransfer.setDragImage(entry, 0, 0);
                setDragged(row);
              },
              onDragEnd: end,
            },
          }
        : {},
    placeAt: (target: Target) => ({
      'data-over': dragged && over === (target?.key ?? '') && fits(target) ? true : undefined,
      onPointerEnter: () => setPointed(target?.key),
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!fits(target)) return;
        event.preventDefault();
        setOver(target?.key ?? '');
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        if (!dragged || !fits(target)) return;
        event.preventDefault();
        end();
        void move({ id: dragged.id, from: dragged.under, to: target?.id });
      },
    }),
  };
};
