// Bar above a calendar: its period, buttons for today, earlier and later, the views, and the legend of colours.

import { observer } from 'mobx-react-lite';
import { useState, type CSSProperties } from 'react';
import { overlapsSpan, movedDay } from 'src/client/displays/calendar/weeksOf.ts';
import { FeedDialog } from 'src/client/displays/calendar/FeedDialog.tsx';
import type { CalendarModel } from 'src/client/displays/calendar/useCalendar.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { CALENDAR_VIEWS } from 'src/client/displays/calendar/calendarPlace.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

const LONG_DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `November 2026`, `23 – 29 November 2026`. */
export const calendarTitle = ({ intl }: Messages, { view, day, span }: CalendarModel): string =>
  view === 'week'
    ? intl.formatDateTimeRange(Date.parse(span.first), Date.parse(span.last), LONG_DAY)
    : intl.formatDate(day, { month: 'long', year: 'numeric', timeZone: 'UTC' });

const Kinds = observer(({ model }: { readonly model: CalendarModel }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const names = new Set(model.entries.filter((entry) => overlapsSpan(entry, model.span)).map(({ id }) => typeOfId(id)));
  const types = [...names].flatMap((name) => registry.types[name] ?? []);
  if (types.length < 2) return null;
  return (
    <ul className="kk-plain-list kk-cal-kinds" aria-label={messages.format('calendar.kinds')}>
      {types.map(({ name, view }) => (
        <li key={name} className="kk-cal-entry" style={{ '--kk-type-color': view.color } as CSSProperties}>
          <Icon name={view.icon} /> {messages.type(name)}
        </li>
      ))}
    </ul>
  );
});

/** Shown to people who have signed in as themselves, because the address of a feed gives access with their rights. */
const Subscribe = observer(({ store }: { readonly store: ListingStore }) => {
  const { session } = useClient();
  const messages = useMessages();
  const [open, setOpen] = useState(false);
  if (!session.user || session.user.masquerading) return null;
  const { screen } = store.plan;
  const name =
    (screen === undefined ? undefined : messages.find(`screens.${screen}.title`)) ??
    messages.format('displays.CALENDAR');
  return (
    <>
      <Button icon="link" onClick={() => setOpen(true)}>
        {messages.format('calendarFeeds.open')}
      </Button>
      {open && <FeedDialog store={store} name={name} close={() => setOpen(false)} />}
    </>
  );
});

interface CalendarBarProps {
  readonly store: ListingStore;
  readonly model: CalendarModel;
  readonly narrow: boolean;
  readonly title: string;
}

export const CalendarBar = observer(({ store, model, narrow, title }: CalendarBarProps) => {
  const messages = useMessages();
  const { format } = messages;
  const { view, day, zone, go, set } = model;
  return (
    <>
      <div className="kk-cal-bar">
        <div className="kk-segments" role="group" aria-label={format('calendar.move')}>
          <IconButton
            icon="chevron-left"
            variant="outlined"
            label={format(`calendar.previous.${view}`)}
            onClick={() => go({ day: movedDay(view, day, -1) })}
          />
          <Button variant="outlined" onClick={() => go({ day: undefined })}>
            {format('calendar.today')}
          </Button>
          <IconButton
            icon="chevron-right"
            variant="outlined"
            label={format(`calendar.next.${view}`)}
            onClick={() => go({ day: movedDay(view, day, 1) })}
          />
        </div>
        <h3 className="kk-cal-title" aria-live="polite">
          {title}
        </h3>
        {zone !== ownTimeZone() && <span className="kk-soft">{format('calendar.zone', { zone })}</span>}
        {set.found.undated.length > 0 && (
          <span className="kk-soft">{format('calendar.undated', { count: set.found.undated.length })}</span>
        )}
        <span className="kk-fill" />
        <Subscribe store={store} />
        {!narrow && (
          <div className="kk-segments" role="group" aria-label={format('calendar.view')}>
            {CALENDAR_VIEWS.map((each) => (
              <Button
                key={each}
                variant="outlined"
                aria-pressed={view === each}
                active={view === each}
                onClick={() => go({ view: each === 'month' ? undefined : each })}
              >
                {format(`calendar.view.${each}`)}
              </Button>
            ))}
          </div>
        )}
      </div>
      {/* A list says them in words. */}
      {view !== 'list' && <Kinds model={model} />}
    </>
  );
});
