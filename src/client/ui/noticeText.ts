// One sentence for a notice or an event: who did what to which item, by the message of its kind. Used by the bell, its
// page, home and listings.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_USER } from 'src/model/item/itemId.ts';

interface Happening {
  readonly kind: string;
  readonly by: ItemId | undefined;
  /** Undefined where the reader may not know. */
  readonly who: string | undefined;
  readonly label: string;
  readonly count: number;
  /** The description of the event, such as the name of a step. */
  readonly detail: string;
  /** Name of the first of the items that a notice of several items is about. */
  readonly first?: string | undefined;
}

/** `reader`: the person whom it is for. Where the kind has words for that person, or for who caused it, they are taken. */
const happeningText = (messages: Messages, { kind, by, who, first, ...rest }: Happening, reader?: ItemId): string => {
  const cause = messages.format(by === SYSTEM_USER ? 'app.system' : 'events.someone');
  const values = { who: who ?? cause, ...rest, first: first ?? '', others: rest.count - 1 };
  const named = first === undefined ? undefined : messages.find(`events.${kind}.named`, values);
  const own = reader !== undefined && by === reader ? messages.find(`events.${kind}.own`, values) : undefined;
  const you = reader === undefined ? undefined : messages.find(`events.${kind}.you`, values);
  return (
    own ??
    named ??
    you ??
    messages.find(`events.${kind}.text`, values) ??
    messages.format('events.fallback.text', values)
  );
};

/** An event names its item and who caused it by id; `labelOf` says what the reader may know of them. */
export const eventText = (messages: Messages, event: Item, labelOf: (id: ItemId) => string | undefined): string => {
  const { context, kind, createdBy, goneLabel, count, description } = event;
  const named = typeof context === 'string' ? labelOf(context) : undefined;
  const label = typeof goneLabel === 'string' ? goneLabel : named;
  return happeningText(messages, {
    kind: String(kind),
    by: createdBy,
    who: createdBy === undefined ? undefined : labelOf(createdBy),
    label: label ?? messages.format('events.hiddenItem'),
    count: typeof count === 'number' ? count : 1,
    detail: typeof description === 'string' ? description : '',
  });
};

/**
 * Returns the words of a message that the name of its conversation does not contain. The first line of a conversation is also its
 * subject, which ends with an ellipsis where the line is long.
 */
const wordsBeyond = (quote: string, label: string): string | undefined => {
  if (label === quote || label.startsWith(`${quote} – `)) return undefined;
  const end = label.indexOf('…');
  return end > 0 && quote.startsWith(label.slice(0, end)) ? `…${quote.slice(end)}` : quote;
};

/**
 * Returns the line below the sentence of a notice: the words of a message and the project of the record, where the sentence does not
 * contain them, and the day by which something is expected.
 */
export const noticeDetails = (messages: Messages, notice: Item): string => {
  const { due, dueName, $label } = notice;
  const words = typeof notice['quote'] === 'string' ? wordsBeyond(notice['quote'], $label) : undefined;
  const project = typeof notice['project'] === 'string' ? notice.$labels?.[notice['project']] : undefined;
  const [type = '', ...path] = String(dueName ?? '').split('.');
  const day = typeof due === 'string' ? formatDate(messages.intl, due) : undefined;
  return [
    words === undefined ? undefined : messages.format('events.quote', { words }),
    project === $label ? undefined : project,
    day === undefined ? undefined : `${messages.property(type, path.join('.'))}: ${day}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
};

/** Returns the name of the first item of a notice of several items. */
const firstItemName = ({ also, $labels }: Item): string | undefined => {
  const [first] = Array.isArray(also) ? also : [];
  return typeof first === 'string' ? $labels?.[first] : undefined;
};

export const noticeText = (messages: Messages, notice: Item): string => {
  const by = typeof notice['by'] === 'string' ? notice['by'] : undefined;
  return happeningText(
    messages,
    {
      kind: String(notice['$kind']),
      by,
      who: by === undefined ? undefined : notice.$labels?.[by],
      label: typeof notice['goneLabel'] === 'string' ? notice['goneLabel'] : notice.$label,
      count: typeof notice['count'] === 'number' ? notice['count'] : 1,
      detail: typeof notice['description'] === 'string' ? notice['description'] : '',
      first: firstItemName(notice),
    },
    String(notice['user']),
  );
};
