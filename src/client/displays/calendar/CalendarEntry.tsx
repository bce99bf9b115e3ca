// One entry on a day of a calendar: the color and the picture of its kind, its time, its name, which opens in the next column.

import { observer } from 'mobx-react-lite';
import { useDraggable } from '@dnd-kit/react';
import { useState, type CSSProperties } from 'react';
import { dragKey } from 'src/client/displays/calendar/CalendarDrag.tsx';
import type { CalendarMoves } from 'src/client/displays/calendar/CalendarMoves.ts';
import { EntryMenu } from 'src/client/displays/calendar/EntryMenu.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { entryTime } from 'src/client/displays/entryTime.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import type { DayEntry } from 'src/client/displays/dayEntry.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

interface CalendarEntryProps {
  readonly entry: DayEntry;
  readonly day: Day;
  readonly zone: string;
  readonly open: boolean;
  readonly note: () => void;
  /** Says its kind in words as well, where there is space. */
  readonly named: boolean;
  readonly moves: CalendarMoves;
}

export const CalendarEntry = observer(({ entry, day, zone, open, note, named, moves }: CalendarEntryProps) => {
  const { items, registry, session } = useClient();
  const messages = useMessages();
  const { id, first } = entry;
  const { ref, isDragging } = useDraggable({ id: dragKey(id, day), disabled: !session.signedIn });
  // The right to an entry is requested when the pointer comes near, not for all days at once.
  const [isNear, setNear] = useState(false);
  const type = registry.types[typeOfId(id)];
  const loaded = items.get(id);
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  const time = item && type && entryTime(item, type, { intl: messages.intl, zone });
  const kind = type ? messages.type(type.name) : '';
  const classes = [
    'kk-cal-entry',
    ...(isNear && moves.isMovable(id) ? ['kk-cal-movable'] : []),
    ...(isDragging && moves.dragged ? ['kk-cal-dragged'] : []),
  ];
  return (
    <li
      ref={ref}
      className={classes.join(' ')}
      style={{ '--kk-type-color': type?.view.color } as CSSProperties}
      onPointerEnter={() => setNear(session.signedIn)}
    >
      <ItemLink id={id} current={open} tabIndex={-1} onFollow={note}>
        {item && (
          <>
            {type && <Icon name={type.view.icon} />}
            {first < day && <span className="kk-unseen">{messages.format('calendar.goesOn')} </span>}
            {time?.from !== undefined && first === day && <span className="kk-cal-time">{time.from} </span>}
            <span className="kk-cal-label">{item.$label}</span>
            <span className={named ? 'kk-cal-kind' : 'kk-unseen'}> {kind}</span>
          </>
        )}
      </ItemLink>
      <EntryMenu moves={moves} id={id} inGrid />
    </li>
  );
});
