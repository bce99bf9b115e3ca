// One event in a list by time: the hour, the event and its text; with a heading if the day changes.

import { observer } from 'mobx-react-lite';
import type { ItemId } from 'src/model/item/Item.ts';
import type { SearchedWord } from 'src/model/text/markedText.ts';
import { RowTitle } from 'src/client/displays/FoundText.tsx';
import { useDayTitle } from 'src/client/navigation/useDayTitle.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface EventMomentProps {
  readonly id: ItemId;
  readonly before: ItemId | undefined;
  /** The order is that of time. */
  readonly days: boolean;
  readonly words: readonly SearchedWord[];
  readonly note: () => void;
}

export const EventMoment = observer(({ id, before, days, words, note }: EventMomentProps) => {
  const { items } = useClient();
  const { intl } = useMessages();
  const dayTitle = useDayTitle();
  const itemOf = (each: ItemId | undefined) => {
    const loaded = each === undefined ? undefined : items.get(each);
    return loaded?.state === 'ready' ? loaded.item : undefined;
  };
  const dayOf = (each: ItemId | undefined): string | undefined => {
    const created = itemOf(each)?.created;
    return created === undefined ? undefined : new Date(created).toDateString();
  };
  const event = itemOf(id);
  const day = dayOf(id);
  const description = event?.['description'];
  return (
    <div className="kk-fill">
      {days && day !== undefined && day !== dayOf(before) && <h3 className="kk-part">{dayTitle(day)}</h3>}
      <div className="kk-moment-row">
        <span className="kk-moment-dates kk-moment-hour">
          {event && (
            <time dateTime={event.created}>
              {intl.formatTime(event.created, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
            </time>
          )}
        </span>
        <span className="kk-moment-dot" aria-hidden />
        <div className="kk-fill">
          {event ? <RowTitle id={id} words={words} note={note} /> : <p className="kk-ghost-line" />}
          {typeof description === 'string' && (
            <p className="kk-row-summary" dir="auto">
              {description}
            </p>
          )}
        </div>
      </div>
    </div>
  );
});
