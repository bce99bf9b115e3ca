// The moves of one card: the transitions of its state, with their dialogs, or the values of its property. Renders nothing but the dialogs.

import { closedProperties } from 'src/model/schema/closedProperties.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import type { BoardMove, BoardMoves } from 'src/client/displays/board/BoardMoves.ts';
import { isWritable } from 'src/client/forms/draft/EditableValue.tsx';
import type { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import type { GroupValue } from 'src/client/listing/ListingGroups.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMoves } from 'src/client/workflow/useMoves.tsx';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

interface CardMovesProps {
  readonly board: BoardMoves;
  readonly edits: SheetEdits;
  /** Property whose values are the columns. */
  readonly by: string;
  readonly columns: readonly { readonly value: GroupValue; readonly name: string }[];
}

interface MovedCardProps extends CardMovesProps {
  readonly item: Item;
  readonly type: ItemType;
}

const useOffer = (board: BoardMoves, moves: readonly BoardMove[] | undefined, version: string): void => {
  useEffect(() => {
    if (moves) board.offer(moves);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- moves are new values at each rendering; the version says whether they differ
  }, [board, version]);
};

const versionOfMoves = ({ $id, _u }: Item, moves: readonly BoardMove[] | undefined): string =>
  JSON.stringify([$id, _u, moves?.map(({ key }) => key)]);

const StateMoves = observer(({ board, item, type }: MovedCardProps): ReactNode => {
  const { items } = useClient();
  const { moves, dialog } = useMoves({ item, type });
  const known = items.knowsRights(item.$id) ? moves : undefined;
  useOffer(board, known, versionOfMoves(item, known));
  return dialog;
});

const ValueMoves = observer(({ board, edits, item, type, by, columns }: MovedCardProps): ReactNode => {
  const { items, session } = useClient();
  const property = type.properties[by];
  const closed = closedProperties(type, session.user);
  const isOpen = property !== undefined && isWritable(property, closed) && items.may(item.$id, 'update');
  const offered = isOpen ? columns.filter(({ value }) => value !== (item[by] ?? null)) : [];
  const moves = offered
    .filter(({ value }) => value !== null || property?.required !== true)
    .map(({ value, name }): BoardMove => ({
      ...{ key: JSON.stringify(value), to: value, text: name },
      run: () => void edits.change([{ id: item.$id, set: { [by]: value } }]),
    }));
  const known = items.knowsRights(item.$id) ? moves : undefined;
  useOffer(board, known, versionOfMoves(item, known));
  return null;
});

export const CardMoves = observer((props: CardMovesProps) => {
  const { board, by } = props;
  const { items, registry } = useClient();
  const { id } = board;
  const loaded = id === undefined ? undefined : items.get(id as ItemId);
  const item = loaded?.state === 'ready' ? loaded.item : undefined;
  const type = item && registry.types[item._t];
  if (!item || !type) return null;
  const Moves = type.states?.property === by ? StateMoves : ValueMoves;
  return <Moves key={item.$id} {...props} item={item} type={type} />;
});
