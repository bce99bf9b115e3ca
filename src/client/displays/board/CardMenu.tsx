// The menu of a card: moves, which do the same as dragging it to another column, and the field that assigns it to people.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { BoardMoves } from 'src/client/displays/board/BoardMoves.ts';
import { useAssign } from 'src/client/displays/board/useAssign.ts';
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
  /** Called just before the card's item is opened. */
  readonly note: () => void;
}

interface MoveListProps extends CardMenuProps {
  readonly label: string;
  readonly close: () => void;
}

const MoveList = observer(({ board, id, label, close, note }: MoveListProps) => {
  const messages = useMessages();
  const assign = useAssign(note)(id);
  const assignParts: readonly MenuPart[] = assign
    ? [
        { key: 'divider', divider: true },
        { key: 'assign', icon: 'person', text: messages.format('board.assign'), onClick: assign },
      ]
    : [];
  const withNote = (message: string): readonly MenuPart[] => [
    { key: message, text: messages.format(message), disabled: true },
  ];
  const Parts = useFloatingParts(true);
  useEffect(() => board.begin(id, false), [board, id]);
  const moves = board.id === id ? board.moves : undefined;
  const parts =
    moves === undefined
      ? withNote('board.movesUnknown')
      : moves.length === 0
        ? withNote('board.noMoves')
        : moves.map(({ key, text, run }) => ({ key, text, onClick: run }));
  // A new list takes the focus to its first entry.
  return Parts ? (
    <Parts.MenuList key={String(moves?.length)} parts={[...parts, ...assignParts]} label={label} close={close} />
  ) : null;
});

export const CardMenu = observer((props: CardMenuProps) => {
  const { id } = props;
  const { items, session } = useClient();
  const messages = useMessages();
  if (!session.signedIn) return null;
  const label = messages.format('board.move', { label: itemName(items, messages.format, id) });
  return (
    <Popover
      kind="menu"
      opener={(opener) => <IconButton {...opener} icon="more" size="small" label={label} className="kk-board-menu" />}
      content={(close) => <MoveList {...props} {...{ label, close }} />}
    />
  );
});
