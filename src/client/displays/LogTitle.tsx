// An entry of the log of administrators in a row: the action with the name of the person or record, and the rights that it changed.

import { observer } from 'mobx-react-lite';
import { logAction, logChange } from 'src/client/displays/logText.ts';
import 'src/client/intl/laterMessages.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';

interface LogTitleProps {
  readonly entry: Item;
  readonly className?: string;
  readonly open?: boolean;
  readonly note?: () => void;
}

export const LogTitle = observer(({ entry, className, open, note }: LogTitleProps) => {
  const messages = useMessages();
  const change = logChange(messages, entry);
  return (
    <>
      <ItemLink id={entry.$id} {...{ className, current: open, onFollow: note }}>
        {messages.format('log.title', { action: logAction(messages, entry), label: entry.$label })}
      </ItemLink>
      {change !== undefined && <span className="kk-soft kk-log-change"> {change}</span>}
    </>
  );
});
