// Events of items, stored as Event items: written in the transaction of their cause, with the job that notifies people. An event belongs to
// its item (context): readers of the item at the level of the named properties may read it. An event of a deleted item, or of many items,
// belongs to their owner.

import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { ownText } from 'src/model/item/labelOf.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { EventNotice } from 'src/model/schema/TypeServer.ts';
import { createFindProject } from 'src/server/eventLog/eventProject.ts';
import { createEventRules, type EventRules, type MatchedEvent } from 'src/server/eventLog/eventRules.ts';
import type { DeclaredPredicates } from 'src/server/access/actions/predicateValues.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';

export const NOTIFY_EVENT = 'notifyEvent';

/** Maximum length of properties of an Event. */
const MAX_SUBCONTEXT = 1_000;
const MAX_NAMED_ITEMS = 200;
const MAX_EVENT_DESCRIPTION = 2_000;

interface EventDetails {
  /** Other items that it is about. */
  readonly also?: readonly ItemId[];
  /** Users that it addresses, who may read it in addition to readers by level. */
  readonly to?: readonly ItemId[];
  /** Text by its author. */
  readonly description?: string | undefined;
  /** Former and new state of the item, or the step that it is about. */
  readonly moved?: { readonly from: string; readonly to: string } | undefined;
}

interface NewEvent extends EventDetails {
  readonly rule: EventNotice;
  readonly level: Level;
  readonly names?: readonly string[];
  /** Deleted item whose event belongs to its owner. */
  readonly gone?: StoredItem;
  /** Number of items when it is about several. */
  readonly count?: number;
}

/** Result of an action on many items for the items of one owner. */
export type ManyOfOwner = {
  readonly owner: ItemId;
  /** Strictest level of these items. */
  readonly level: Level;
  readonly count: number;
  readonly area: string;
};

export interface Events extends EventRules {
  /** Creates an Event of the stored item for each; a job then notifies people. */
  write(
    tx: Transaction,
    context: StoredItem,
    events: readonly (MatchedEvent | NewEvent)[],
    metadata: WriteMetadata,
  ): Promise<void>;
  /** Same as write for an item that this transaction has written, which need not be read again. */
  writeOfSave: Events['write'];
  /** Creates the event that an action declares, if any. */
  writeOfAction(
    tx: Transaction,
    context: StoredItem,
    action: EventDetails & { readonly name: string },
    metadata: WriteMetadata,
  ): Promise<void>;
  /** Creates the declared events of a removal. They belong to the item's owners; readers of its level there may read them. */
  writeOfDeletion(tx: Transaction, gone: StoredItem, metadata: WriteMetadata): Promise<void>;
  /** Deletes the removal events after the item has been restored. */
  forgetDeletion(tx: Transaction, back: ItemId, metadata: WriteMetadata): Promise<void>;
  /** Creates the event that an action on many items declares: one for each owner. */
  writeOfMany(tx: Transaction, action: string, many: readonly ManyOfOwner[], metadata: WriteMetadata): Promise<void>;
  /** Returns the declared rule of an event; undefined for a kind that is no longer declared. */
  noticeOf(kind: string, type: string): EventNotice | undefined;
}

/** Returns as many complete names as fit. */
const subContextOf = (names: readonly string[]): string =>
  names.reduce((text, name) => {
    const longer = text === '' ? name : `${text},${name}`;
    return longer.length <= MAX_SUBCONTEXT ? longer : text;
  }, '');

/** Relations of an event: its owner, and items by which it can be found. */
interface Belonging {
  readonly area: string;
  readonly project: ItemId | undefined;
}

const eventProperties = (context: StoredItem, event: NewEvent, { area, project }: Belonging): Record<string, Json> => {
  const { rule, level, names = [], also = [], to = [], description, gone, count, moved } = event;
  const owner = (gone ?? context).owners.find((each) => isItemId(each));
  return {
    ...{ kind: rule.kind, context: context.id, area, $access: level },
    // A deleted item cannot be its own project.
    ...(project !== undefined && project !== gone?.id && { project }),
    ...(owner !== undefined && { owner }),
    ...(gone && { gone: gone.id, goneLabel: ownText(gone.label) || gone.id }),
    ...(count !== undefined && { count }),
    ...(names.length > 0 && { subContext: subContextOf(names) }),
    ...(also.length > 0 && { also: also.slice(0, MAX_NAMED_ITEMS) }),
    ...(to.length > 0 && { to: [...new Set(to)].slice(0, MAX_NAMED_ITEMS) }),
    ...(description !== undefined && { description: description.slice(0, MAX_EVENT_DESCRIPTION) }),
    ...(moved && { fromState: moved.from, toState: moved.to }),
  };
};

const ownersBeside = ({ id, owners }: StoredItem): readonly string[] =>
  owners.filter((owner) => owner !== id && isItemId(owner));

interface Options {
  readonly registry: ServerRegistry;
  readonly domain: { readonly predicates: DeclaredPredicates };
  readonly items: Pick<ItemStorage, 'insert' | 'find' | 'findMany' | 'holding' | 'discard'>;
}

export const createEvents = ({ registry, domain, items }: Options): Events => {
  const types = Object.values(registry.types);
  const rules = createEventRules(types, domain.predicates);
  const findProject = createFindProject({ registry, items });
  const elsewhere = [
    ...Object.values(registry.actions).flatMap(({ event }) => event ?? []),
    // Alerts of the engine may be declared with another type, such as the events of steps.
    ...types.flatMap(({ server }) => server.events.filter(({ on }) => on === 'alert')),
  ];
  const writer =
    (isWritten: boolean): Events['write'] =>
    async (tx, context, events, metadata) => {
      const written: { readonly kind: string; readonly id: ItemId }[] = [];
      for (const event of events as readonly (NewEvent & { readonly area?: string })[]) {
        const before = written.filter(({ kind }) => event.rule.unless?.includes(kind)).map((each) => each.id);
        const of = event.gone ?? context;
        const area = event.area ?? registry.types[of.type]?.area ?? '';
        const properties = eventProperties(context, event, { area, project: await findProject(tx, of) });
        const { id } = await items.insert(tx, SYSTEM_TYPES.event, properties, metadata, {
          written: isWritten ? [context] : undefined,
          job:
            event.rule.notify.length > 0
              ? (added) => ({
                  name: NOTIFY_EVENT,
                  payload: { event: added, ...(before.length > 0 && { unless: before }) },
                })
              : undefined,
        });
        written.push({ kind: event.rule.kind, id });
      }
    };
  const write = writer(false);
  return {
    ...rules,
    write,
    writeOfSave: writer(true),
    writeOfAction: async (tx, context, { name, ...details }, metadata) => {
      const rule = registry.actions[name]?.event;
      if (rule) await write(tx, context, [{ ...details, rule, level: rule.level }], metadata);
    },
    async writeOfDeletion(tx, gone, metadata) {
      const type = registry.types[gone.type];
      const matched = type ? rules.of(type, 'delete', gone.properties) : [];
      for (const owner of matched.length > 0 ? ownersBeside(gone) : []) {
        const context = await items.find(tx, owner);
        const events = matched.map(({ rule }) => ({ rule, level: gone.level, gone }));
        if (context) await write(tx, context, events, metadata);
      }
    },
    async forgetDeletion(tx, back, metadata) {
      const ids = await items.holding(tx, { type: SYSTEM_TYPES.event, path: 'gone', id: back });
      if (ids.length > 0) await items.discard(tx, await items.findMany(tx, ids), metadata);
    },
    async writeOfMany(tx, action, many, metadata) {
      const rule = registry.actions[action]?.event;
      for (const { owner, ...event } of rule ? many : []) {
        const context = await items.find(tx, owner);
        if (rule && context) await write(tx, context, [{ rule, ...event }], metadata);
      }
    },
    noticeOf: (kind, type) =>
      registry.types[type]?.server.events.find((rule) => rule.kind === kind) ??
      registry.types[type]?.states?.transitions.find(({ event }) => event?.kind === kind)?.event ??
      elsewhere.find((rule) => rule.kind === kind),
  };
};
