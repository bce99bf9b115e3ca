// Job that adds owner and project to events that were written before events had these, or before their type declared a project, because the
// audit is filtered by both. Added at the start of a server with new declarations. It continues after an interruption, and each event is
// examined once. It creates no version and no notice.

import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { createFindProject } from 'src/server/eventLog/eventProject.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import { addJob } from 'src/server/store/jobRows.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { beginBackfill, lackingEvents, lockBackfill, noteBackfill } from 'src/server/store/notices/backfillRows.ts';

const BACKFILL_EVENTS = 'backfillEvents';
/** Events of one transaction. */
const EVENTS_PER_BATCH = 250;

interface Options {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'find' | 'findMany' | 'reindex'>;
}

/** Returns each type with the path to its project. */
const declaredProjects = ({ types }: ServerRegistry): string =>
  Object.values(types)
    .flatMap(({ name, server }) => (server.project === undefined ? [] : [`${name}=${server.project}`]))
    .toSorted()
    .join(' ');

const contextOf = ({ properties }: StoredItem): ItemId => String(properties['context'] ?? '');

const createFill = ({ registry, items }: Options) => {
  const findProject = createFindProject({ registry, items });

  /** Returns owner and project that a new event of the item would have. */
  const belongingOf = async (tx: Transaction, context: StoredItem): Promise<Values> => {
    const project: Json | undefined = await findProject(tx, context);
    const owner = context.owners.find((each) => isItemId(each));
    return { ...(project !== undefined && { project }), ...(owner !== undefined && { owner }) };
  };

  return async (tx: Transaction, ids: readonly ItemId[]): Promise<void> => {
    const events = await items.findMany(tx, ids);
    const contexts = await items.findMany(tx, [...new Set(events.map(contextOf))]);
    const belongings = new Map<ItemId, Values>();
    for (const each of contexts) belongings.set(each.id, await belongingOf(tx, each));
    const filled = events.flatMap((event): StoredItem[] => {
      const { project, ...owner } = belongings.get(contextOf(event)) ?? {};
      // For a deleted item, the context is its owner, and its project is unknown.
      const found = { ...owner, ...(project !== undefined && event.properties['gone'] === undefined && { project }) };
      const isNew = Object.keys(found).some((name) => event.properties[name] === undefined);
      return isNew ? [{ ...event, properties: { ...found, ...event.properties } }] : [];
    });
    if (filled.length > 0)
      await items.reindex(tx, SYSTEM_TYPES.event, { items: filled, changed: ['project', 'owner'] });
  };
};

/** Returns the job, and adds it when there is work to do. */
export const startEventBackfill = async (options: Options): Promise<JobHandlers> => {
  const { registry, database } = options;
  const fill = createFill(options);
  const t = registry.types[SYSTEM_TYPES.event]?.number ?? 0;
  const declared = declaredProjects(registry);

  /** Returns whether there is more. */
  const fillSome = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const last = await lockBackfill(tx, declared);
      if (last === undefined) return false;
      const numbers = await lackingEvents(tx, { t, last, max: EVENTS_PER_BATCH });
      await fill(
        tx,
        numbers.map((number) => itemId(SYSTEM_TYPES.event, number)),
      );
      await noteBackfill(tx, declared, numbers.at(-1));
      return numbers.length > 0;
    });

  if (await beginBackfill(database, declared, t))
    await addJob(database, { name: BACKFILL_EVENTS, payload: {}, key: BACKFILL_EVENTS });
  return {
    [BACKFILL_EVENTS]: async (_, signal) => {
      do signal.throwIfAborted();
      while (await fillSome());
    },
  };
};
