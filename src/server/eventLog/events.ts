// What happened to an item, as Event items: written in the transaction of its cause, with the job that notifies people of it. An
// event belongs to its item (context): it is read by who reads the item, at the level of the properties that it names. That of an item
// that is gone, or of many, belongs to their owner.

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

/** Bounds of the declared properties of an Event. */
const MAX_SUBCONTEXT = 1_000;
const MAX_NAMED = 200;
const MAX_DESCRIPTION = 2_000;

interface EventDetails {
  /** Other items that it is about. */
  readonly also?: readonly ItemId[];
  /** Users that it addresses, who read it beside those that its level lets in. */
  readonly to?: readonly ItemId[];
  /** In the words of who caused it. */
  readonly description?: string | undefined;
  /** The states between which it moved the item, or the step that it is about. */
  readonly moved?: { readonly from: string; readonly to: string } | undefined;
}

interface NewEvent extends EventDetails {
  readonly rule: EventNotice;
  readonly level: Level;
  readonly names?: readonly string[];
  /** The item that is no more, where the event belongs to its owner. */
  readonly gone?: StoredItem;
  /** How many items it is about, where that is not one. */
  readonly count?: number;
}

/** What an act on many items did to those of one owner. */
export interface ManyOfOwner {
  readonly owner: ItemId;
  /** The strictest of theirs. */
  readonly level: Level;
  readonly count: number;
  readonly area: string;
}

export interface Events extends EventRules {
  /** Each becomes an Event of the stored item; a job then notifies people of it. */
  write(
    tx: Transaction,
    context: StoredItem,
    events: readonly (MatchedEvent | NewEvent)[],
    metadata: WriteMetadata,
  ): Promise<void>;
  /** As write, of an item that this transaction has written, so that nothing of it need be read again. */
  writeOfSave: Events['write'];
  /** The event that an action is, if it declares one. */
  writeOfAction(
    tx: Transaction,
    context: StoredItem,
    action: EventDetails & { readonly name: string },
    metadata: WriteMetadata,
  ): Promise<void>;
  /** The declared events that the removal of the item is. They belong to its owners, and are read by who reads its level there. */
  writeOfDeletion(tx: Transaction, gone: StoredItem, metadata: WriteMetadata): Promise<void>;
  /** The item is back: what was written of its removal is so no more. */
  forgetDeletion(tx: Transaction, back: ItemId, metadata: WriteMetadata): Promise<void>;
  /** The event that an action on many items declares: one for each owner. */
  writeOfMany(tx: Transaction, action: string, many: readonly ManyOfOwner[], metadata: WriteMetadata): Promise<void>;
  /** The declared rule of an event; undefined for a kind that is declared no more. */
  noticeOf(kind: string, type: string): EventNotice | undefined;
}

/** As many whole names as fit. */
const subContextOf = (names: readonly string[]): string =>
  names.reduce((text, name) => {
    const longer = text === '' ? name : `${text},${name}`;
    return longer.length <= MAX_SUBCONTEXT ? longer : text;
  }, '');

/** Where it belongs: its area, and the items that it can be looked for by. */
interface Belonging {
  readonly area: string;
  readonly project: ItemId | undefined;
}

const propertiesOf = (context: StoredItem, event: NewEvent, { area, project }: Belonging): Record<string, Json> => {
  const { rule, level, names = [], also = [], to = [], description, gone, count, moved } = event;
  const owner = (gone ?? context).owners.find((each) => isItemId(each));
  return {
    ...{ kind: rule.kind, context: context.id, area, $access: level },
    // What is gone itself is no project any more.
    ...(project !== undefined && project !== gone?.id && { project }),
    ...(owner !== undefined && { owner }),
    ...(gone && { gone: gone.id, goneLabel: ownText(gone.label) || gone.id }),
    ...(count !== undefined && { count }),
    ...(names.length > 0 && { subContext: subContextOf(names) }),
    ...(also.length > 0 && { also: also.slice(0, MAX_NAMED) }),
    ...(to.length > 0 && { to: [...new Set(to)].slice(0, MAX_NAMED) }),
    ...(description !== undefined && { description: description.slice(0, MAX_DESCRIPTION) }),
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
    // What the engine finds out of an item may be declared with another type, as the events of steps are.
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
        const properties = propertiesOf(context, event, { area, project: await findProject(tx, of) });
        const { id } = await items.insert(tx, SYSTEM_TYPES.event, properties, metadata, {
          written: isWritten ? [context] : undefined,
          beside:
            event.rule.notify.length > 0
              ? (added) => tx.addJob(NOTIFY_EVENT, { event: added, ...(before.length > 0 && { unless: before }) })
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
