// An event in a row: who did what to which item, as a link to that item unless it was deleted. Shows only what the reader may see now.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { Item } from 'src/model/item/Item.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { eventText } from 'src/client/ui/noticeText.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface EventTitleProps {
  readonly event: Item;
  readonly className: string;
}

export const EventTitle = observer(({ event, className }: EventTitleProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const { context, gone } = event;
  const text = eventText(messages, event, (id) =>
    items.isAbsent(id) ? undefined : itemName(items, messages.format, id),
  );
  return typeof context === 'string' && gone === undefined ? (
    <ItemLink id={context} className={className}>
      {text}
    </ItemLink>
  ) : (
    <span className={className}>{text}</span>
  );
});
