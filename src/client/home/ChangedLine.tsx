// A line of a list of changed records: the record, and when and by whom it was changed. Lists of home show it.

import { observer } from 'mobx-react-lite';
import type { Client } from 'src/client/Client.ts';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';
import { isByStep, OrderDay } from 'src/client/displays/OrderDay.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';
import { isDay } from 'src/model/kinds/kindTraits.ts';

/** Shown when a list could not be read, so that it does not look empty or current. */
export const ListUnread = ({ again, failure }: { readonly again: () => Promise<void>; readonly failure: unknown }) => {
  const messages = useMessages();
  return (
    <p className="kk-soft" role="status">
      {messages.format(isUnreachable(failure) ? 'cells.offlinePart' : 'home.unread')}{' '}
      <Button size="small" icon="refresh" onClick={() => void again()}>
        {messages.format('app.tryAgain')}
      </Button>
    </p>
  );
};

interface ChangedProps {
  readonly id: ItemId;
  readonly named: boolean;
  /** Key of the order of the list. */
  readonly order: string | undefined;
}

/** Returns the day by which the list is ordered, such as that of a meeting; undefined for lists in another order. */
const orderDay = ({ registry }: Client, item: Item, order: string | undefined): string | undefined => {
  const type = registry.types[item._t];
  const path = type?.view.sorts.find(({ key }) => key === order)?.path ?? '';
  const value = isDay(type?.properties[path]) ? item[path] : undefined;
  return typeof value === 'string' ? value : undefined;
};

export const Changed = observer(({ id, named, order }: ChangedProps) => {
  const client = useClient();
  const { intl } = useMessages();
  const { registry, items } = client;
  const loaded = items.get(id);
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  const type = registry.types[typeOfId(id)];
  const byStep = type !== undefined && isByStep(type, order);
  const day = item && orderDay(client, item, order);
  const by = named ? item?.updatedBy : undefined;
  const name = by === undefined ? undefined : items.label(by);
  return (
    <li>
      <Icon name={type?.view.icon ?? 'document'} />
      <div className="kk-fill">
        <ItemLink id={id} />
      </div>
      {day !== undefined && <span className="kk-line-side">{formatDate(intl, day)}</span>}
      {item && byStep && (
        <span className="kk-line-side kk-line-who">
          <OrderDay item={item} />
        </span>
      )}
      {item && !byStep && day === undefined && (
        <span className="kk-line-side kk-line-who">
          {name !== undefined && <span className="kk-ellipsis">{name}</span>}
          <When at={item.updated} />
        </span>
      )}
    </li>
  );
});
