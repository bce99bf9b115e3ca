// Begins a new record on a day of a calendar, for people who may create a type whose day they write.

import { observer } from 'mobx-react-lite';
import { startProperty, valuesOn } from 'src/client/displays/calendar/movedDays.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { newItemKey, newItemText } from 'src/client/navigation/newItems.ts';
import { Button, IconButton, type ButtonProps } from 'src/client/ui/Button.tsx';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { closedProperties } from 'src/model/schema/closedProperties.ts';

interface DayCreation {
  readonly types: readonly ItemType[];
  readonly begin: (type: ItemType, day: Day) => void;
}

/** Observable: call it inside an observer. */
export const useDayCreation = ({ plan }: ListingStore): DayCreation => {
  const { navigation, session, day: today } = useClient();
  const column = useColumn();
  return {
    types: plan.create.filter((type) => startProperty(type, closedProperties(type, session.user)) !== undefined),
    begin: (type, day) => {
      const initial = { ...plan.initial, ...valuesOn(day, type, today.zone) };
      void navigation.open(column, `i-${type.name}-0-${newItemKey()}`, JSON.stringify(initial));
    },
  };
};

const GRID_LOOK = { size: 'small', variant: 'minimal', icon: 'plus', className: 'kk-cal-new', tabIndex: -1 } as const;

interface DayCreateProps {
  readonly store: ListingStore;
  readonly day: Day;
  /** Shows its words; the keys of the grid lead to it. */
  readonly inGrid?: boolean;
}

export const DayCreate = observer(({ store, day, inGrid = false }: DayCreateProps) => {
  const messages = useMessages();
  const { types, begin } = useDayCreation(store);
  const [first, second] = types;
  if (!first) return null;
  const text = second ? messages.format('listing.newMenu') : newItemText(messages, first.name);
  const on = messages.intl.formatDate(day, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const label = messages.format('calendar.newOn', { text, day: on });
  const opener = (props: Pick<ButtonProps, 'onClick'>) =>
    inGrid ? (
      <Button {...props} {...GRID_LOOK} aria-label={label}>
        {text}
      </Button>
    ) : (
      <IconButton {...props} icon="plus" size="small" label={label} />
    );
  if (!second) return opener({ onClick: () => begin(first, day) });
  return (
    <MenuButton
      label={label}
      parts={types.map((type) => ({
        ...{ key: type.name, icon: type.view.icon, text: messages.type(type.name) },
        onClick: () => begin(type, day),
      }))}
      opener={opener}
    />
  );
});
