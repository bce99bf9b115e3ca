// One entry on a day of a calendar: the color and the picture of its kind, its time, its name, which opens in the next column.

import { observer } from 'mobx-react-lite';
import type { CSSProperties } from 'react';
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
}

export const CalendarEntry = observer(({ entry, day, zone, open, note, named }: CalendarEntryProps) => {
  const { items, registry } = useClient();
  const messages = useMessages();
  const { id, first } = entry;
  const type = registry.types[typeOfId(id)];
  const loaded = items.get(id);
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  const time = item && type && entryTime(item, type, { intl: messages.intl, zone });
  const kind = type ? messages.type(type.name) : '';
  return (
    <li className="kk-cal-entry" style={{ '--kk-type-color': type?.view.color } as CSSProperties}>
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
    </li>
  );
});
