// TIMELINE: items on a time axis, with the list of those in view. Events of the system are a plain list by days.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { EventMoment } from 'src/client/displays/EventMoment.tsx';
import { Timeline } from 'src/client/displays/timeline/Timeline.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { usePlace } from 'src/client/displays/usePlace.ts';
import { VirtualRows } from 'src/client/displays/VirtualRows.tsx';
import 'src/client/displays/displays.css';

const EVENT_ROW = 44;

export const TimelineDisplay = observer(({ store, change }: DisplayProps) => {
  const { note } = useOpenRow(store);
  const place = usePlace({ store, change });
  const { words, plan, sort } = store;
  if (!plan.types.every(({ name }) => name === SYSTEM_TYPES.event)) return <Timeline store={store} change={change} />;
  return (
    <VirtualRows
      store={store}
      place={place}
      height={EVENT_ROW}
      choosable={false}
      row={(id, before) => (
        <EventMoment id={id} before={before} days={sort.key === 'created'} words={words} note={note} />
      )}
    />
  );
});
