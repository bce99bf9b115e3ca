// What a notice says in one sentence: who did what to which item, by the message of its kind. Used by the bell, its page and home.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';

export const noticeText = (messages: Messages, notice: Item): string => {
  const by = typeof notice['by'] === 'string' ? notice['by'] : undefined;
  const who = (by === undefined ? undefined : notice.$labels?.[by]) ?? messages.format('events.somebody');
  const count = typeof notice['count'] === 'number' ? notice['count'] : 1;
  const values = { who, label: notice.$label, count };
  return (
    messages.find(`events.${String(notice['$kind'])}.text`, values) ?? messages.format('events.fallback.text', values)
  );
};
