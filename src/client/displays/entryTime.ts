// Start and end time of an entry on its day, if it has them.

import type { IntlShape } from 'react-intl';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { isMomentAt } from 'src/model/kinds/kindTraits.ts';

interface EntryTime {
  /** Sort key of the entries of a day; empty for entries that last all day. */
  readonly order: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const TIME_OF_DAY = /^\d{2}:\d{2}/;

export const entryTime = (item: Item, type: ItemType, { intl, zone }: { intl: IntlShape; zone: string }): EntryTime => {
  const { start = '', end = '', from = '', to = '' } = type.view.schedule ?? {};
  const shown = (value: Json | undefined): string | undefined => {
    if (typeof value !== 'string') return undefined;
    const clock = TIME_OF_DAY.exec(value)?.[0];
    if (clock !== undefined || !value.includes('T')) return clock;
    return intl.formatTime(value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
  };
  const isMoment = isMomentAt(type.properties, start);
  const begins = isMoment ? item[start] : item[from];
  return {
    order: typeof begins === 'string' ? begins : '',
    from: shown(begins),
    to: shown(isMoment ? item[end] : item[to]),
  };
};
