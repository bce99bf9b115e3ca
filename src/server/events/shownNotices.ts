// Converts notices to items of type Notify, as their reader may see them now. Hidden parts, such as its event, label or author, are
// omitted; a notice without a visible event is omitted.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemHeader } from 'src/model/item/itemHeader.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Channel } from 'src/server/store/audit.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { NoticeRow } from 'src/server/store/notices/noticeRows.ts';
import { isDay } from 'src/model/kinds/kindTraits.ts';

interface Options {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'readVisible' | 'labels'>;
}

type Labels = ReadonlyMap<ItemId, string>;

/** Returns the project of an event. */
const projectOf = ({ project }: Item, context: ItemId): ItemId | undefined =>
  isItemId(project) && project !== context ? project : undefined;

/** Values for an author whom the reader may not see. */
const HIDDEN_AUTHOR = { createdBy: undefined, updatedBy: undefined };

interface DueDay {
  readonly due: string;
  readonly dueName: string;
}

/** Returns the first day among the declared facts of the items. */
const dueDayIn = ({ types }: ServerRegistry, found: readonly Item[]): DueDay | undefined => {
  for (const item of found)
    for (const path of types[item._t]?.server.facts ?? []) {
      const { [path]: day } = item;
      if (isDay(types[item._t]?.properties[path]) && typeof day === 'string')
        return { due: day, dueName: `${item._t}.${path}` };
    }
  return undefined;
};

/** Returns the number of items of an action on many items. */
const itemCount = (events: readonly Item[]): number =>
  events.reduce((sum, { count }) => sum + (typeof count === 'number' ? count : 1), 0);

/** Longest quotation of a message in a notice. */
const MAX_QUOTE = 240;

/** Returns the words of a message; undefined for other items and for a message whose text was removed. */
const quoteOf = ({ conversations }: ServerRegistry, item: Item | undefined): string | undefined => {
  const body = item?._t === conversations?.message ? item?.['body'] : undefined;
  if (typeof body !== 'string' || body.trim() === '') return undefined;
  const signs = Array.from(body.replace(/\s+/gu, ' ').trim());
  return signs.length > MAX_QUOTE ? `${signs.slice(0, MAX_QUOTE - 1).join('')}…` : signs.join('');
};

interface ShownParts {
  readonly context: ItemId;
  readonly events: readonly Item[];
  readonly labels: Labels;
  readonly dueDay: DueDay | undefined;
  readonly quote: string | undefined;
}

const noticeItem = (row: NoticeRow, { context, events, labels, dueDay, quote }: ShownParts): Item | undefined => {
  const event = events.at(-1);
  const label = labels.get(context);
  const also = row.also?.filter((id) => labels.has(id));
  if (!event || label === undefined || also?.length === 0) return undefined;
  const at = event.created ?? row.at.toISOString();
  const by = event.createdBy;
  const project = projectOf(event, context);
  const isNamed = project !== undefined && labels.has(project);
  const ids = [context, ...(by === undefined ? [] : [by]), ...(also ?? []), ...(isNamed ? [project] : [])];
  const header = itemHeader({
    ...{ type: SYSTEM_TYPES.notice, number: row.number, u: events.length, label },
    ...{ created: at, updated: at, creator: by ?? row.by, updater: by ?? row.by, version: event.$version ?? '' },
  });
  const properties: Readonly<Record<string, Json | undefined>> = {
    ...{ $kind: row.kind, $context: context, $eventContext: context, event: event.$id, user: row.user },
    ...{ unread: row.unread, by, count: also?.length ?? itemCount(events), also },
    ...{ subContext: event['subContext'], description: event['description'], goneLabel: event['goneLabel'] },
    ...{ ...(isNamed && { project }), ...dueDay, quote },
  };
  const definedEntries = Object.entries(properties).filter(([, value]) => value !== undefined);
  return {
    ...header,
    ...(by === undefined && { ...HIDDEN_AUTHOR, _c: { ts: at } }),
    ...Object.fromEntries(definedEntries),
    $labels: Object.fromEntries(ids.map((id) => [id, labels.get(id) ?? id])),
  } as Item;
};

export const createShownNotices = ({ registry, items }: Options) => {
  const typeName = new Map(Object.values(registry.types).map(({ number, name }) => [number, name]));
  const hasDays = (id: ItemId): boolean => {
    const { server, properties } = registry.types[tryParseItemId(id)?.type ?? ''] ?? {};
    return (server?.facts ?? []).some((path) => isDay(properties?.[path]));
  };
  const isRead = (id: ItemId): boolean => hasDays(id) || tryParseItemId(id)?.type === registry.conversations?.message;
  const contextOf = ({ t, i }: NoticeRow): ItemId => itemId(typeName.get(t) ?? '', i);

  return async (
    db: Queryable,
    readFilter: ReadFilter,
    { rows, channel }: { readonly rows: readonly NoticeRow[]; readonly channel: Channel },
  ): Promise<Item[]> => {
    const eventIds = rows.flatMap(({ events }) => events.map((each) => itemId(SYSTEM_TYPES.event, each)));
    const found = await items.readVisible(db, readFilter, eventIds, { channel });
    const events = new Map(found.map((event) => [event._i, event]));
    const ids = [
      ...rows.flatMap((row) => [contextOf(row), ...(row.also ?? [])]),
      ...found.flatMap(({ createdBy, project, also }) =>
        [createdBy ?? [], ...[project, also].flat().filter(isItemId)].flat(),
      ),
    ];
    const labels = await items.labels(db, readFilter, [...new Set(ids)]);
    const readIds = [...new Set(ids)].filter((id) => labels.has(id) && isRead(id));
    const read = await items.readVisible(db, readFilter, readIds, { channel });
    return rows.flatMap((row) => {
      const mine = row.events.flatMap((each) => events.get(each) ?? []);
      const context = contextOf(row);
      const event = mine.at(-1);
      // The day of a step comes before that of its item.
      const about = [event?.['also'], context, event?.['project']].flat();
      const dueDay = dueDayIn(
        registry,
        about.flatMap((id) => read.find(({ $id }) => $id === id) ?? []),
      );
      const quote = quoteOf(
        registry,
        read.find(({ $id }) => $id === context),
      );
      return noticeItem(row, { context, events: mine, labels, dueDay, quote }) ?? [];
    });
  };
};

export type ShownNotices = ReturnType<typeof createShownNotices>;
