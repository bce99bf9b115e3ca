// The menu of an entry of a calendar, which does the same as dragging it to another day, or says why it stays.

import { observer } from 'mobx-react-lite';
import type { CalendarMoves } from 'src/client/displays/calendar/CalendarMoves.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useFloatingParts } from 'src/client/ui/floating.ts';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { Popover } from 'src/client/ui/Popover.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface EntryMenuProps {
  readonly moves: CalendarMoves;
  readonly id: ItemId;
  /** The arrow keys of a grid lead to the button. */
  readonly inGrid?: boolean;
}

interface MovePartsProps extends EntryMenuProps {
  readonly label: string;
  readonly close: () => void;
}

const MoveParts = observer(({ moves, id, label, close }: MovePartsProps) => {
  const { items } = useClient();
  const { format } = useMessages();
  const Parts = useFloatingParts(true);
  const name = itemName(items, format, id);
  const refusal = moves.refusal(id);
  const isOpen = moves.isMovable(id);
  const note = refusal ?? (isOpen ? undefined : 'board.movesUnknown');
  const parts: readonly MenuPart[] =
    note === undefined
      ? [{ key: 'move', icon: 'calendar', text: format('calendar.moveTo'), onClick: () => moves.ask(id) }]
      : [{ key: note, text: format(note, { label: name }), disabled: true }];
  // A new list takes the focus to its first entry.
  return Parts ? <Parts.MenuList key={String(note)} parts={parts} label={label} close={close} /> : null;
});

export const EntryMenu = observer(({ moves, id, inGrid = false }: EntryMenuProps) => {
  const { items, session } = useClient();
  const { format } = useMessages();
  if (!session.signedIn) return null;
  const label = format('board.move', { label: itemName(items, format, id) });
  return (
    <Popover
      kind="menu"
      opener={(opener) => (
        <IconButton
          {...opener}
          icon="more"
          size="small"
          label={label}
          className="kk-cal-menu"
          {...(inGrid && { tabIndex: -1 })}
        />
      )}
      content={(close) => <MoveParts {...{ moves, id, label, close }} />}
    />
  );
});
