// The menu of a card, which does the same as dragging it to another column.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { BoardMoves } from 'src/client/displays/board/BoardMoves.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useFloatingParts } from 'src/client/ui/floating.ts';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { Popover } from 'src/client/ui/Popover.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface CardMenuProps {
  readonly board: BoardMoves;
  readonly id: ItemId;
}

interface MoveListProps extends CardMenuProps {
  readonly label: string;
  readonly close: () => void;
}

const MoveList = observer(({ board, id, label, close }: MoveListProps) => {
  const messages = useMessages();
  const Parts = useFloatingParts(true);
  useEffect(() => board.begin(id, false), [board, id]);
  const moves = board.id === id ? board.moves : undefined;
  const note = (message: string): readonly MenuPart[] => [
    { key: message, text: messages.format(message), disabled: true },
  ];
  const parts =
    moves === undefined
      ? note('board.movesUnknown')
      : moves.length === 0
        ? note('board.noMoves')
        : moves.map(({ key, text, run }) => ({ key, text, onClick: run }));
  // A new list takes the focus to its first entry.
  return Parts ? <Parts.MenuList key={String(moves?.length)} parts={parts} label={label} close={close} /> : null;
});

export const CardMenu = observer(({ board, id }: CardMenuProps) => {
  const { items, session } = useClient();
  const messages = useMessages();
  if (!session.signedIn) return null;
  const label = messages.format('board.move', { label: itemName(items, messages.format, id) });
  return (
    <Popover
      kind="menu"
      opener={(opener) => <IconButton {...opener} icon="more" size="small" label={label} className="kk-board-menu" />}
      content={(close) => <MoveList {...{ board, id, label, close }} />}
    />
  );
});
