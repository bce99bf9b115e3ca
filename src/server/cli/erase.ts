// `node dist/server/main.js erase --id Item-1 --by e --why text [--yes]`: permanently removes one record with everything that belongs to
// it, its history, its files and all other server data about it. The author, time and reason of the erasure are kept. Without --yes, the
// command rolls back and prints what it would remove. All rows are removed in one transaction; the files follow right after it or at the
// next start (files/removeErased.ts).

import { parseArgs } from 'node:util';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { isProblem } from 'src/model/problems.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import type { Services } from 'src/server/modules.ts';
import { REMOVE_ERASED, removeErasedFiles } from 'src/server/files/removeErased.ts';
import { accountEmail } from 'src/server/sessions/accounts.ts';
import { findCredential } from 'src/server/store/accounts/sessionRows.ts';
import { addAuditRows } from 'src/server/store/auditRows.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { TERMS_CHANNEL } from 'src/server/store/terms.ts';
import {
  addErased,
  eraseRows,
  findErased,
  isRemovedLater,
  itemsSaying,
  removedBelow,
  wasThere,
  type GoingPointer,
} from 'src/server/store/eraseRows.ts';

interface Options {
  readonly id: ItemId;
  /** Address of the account of the person who decided it. */
  readonly by: string;
  readonly why: string;
  readonly yes: boolean;
}

const eraseRefusal = (text: string): UsageError => new UsageError(`erase: ${text}`);

const optionsFrom = (args: readonly string[]): Options => {
  try {
    const text = { type: 'string' } as const;
    const options = { id: text, by: text, why: text, yes: { type: 'boolean' } } as const;
    const { id, by, why = '', yes = false } = parseArgs({ args: [...args], options }).values;
    if (id === undefined || by === undefined || why.trim() === '') throw new Error('it needs --id, --by and --why');
    return { id, by: accountEmail(by), why: why.trim(), yes };
  } catch (error) {
    throw eraseRefusal(error instanceof Error ? error.message : String(error));
  }
};

/**
 * Pointers that deleted items leave in the tables: the relation to the owner that they belonged to, and the deletion event, which keeps the
 * label.
 */
const pointersOf = ({ types }: ServerRegistry): { below: GoingPointer[]; event: GoingPointer | undefined } => {
  const below = Object.values(types).flatMap(({ name, number, properties }) =>
    Object.entries(properties)
      .filter(([, { rel }]) => rel?.onDelete === 'cascade')
      .map(([prop]): GoingPointer => ({ t: number, type: name, prop })),
  );
  const event = types[SYSTEM_TYPES.event];
  const gone = event && { t: event.number, type: event.name, prop: 'gone' };
  return { below: gone ? [...below, gone] : below, event: gone };
};

interface Erasure {
  readonly services: Services;
  readonly root: ItemId;
  readonly by: ItemId;
  readonly why: string;
  readonly at: Date;
}

const removeLive = async (tx: Transaction, { services, by, at }: Erasure, id: ItemId): Promise<boolean> => {
  const { items } = services;
  const stored = await items.find(tx, id, true);
  if (!stored) return false;
  try {
    await items.remove(tx, stored, { at, by, actor: undefined });
  } catch (error) {
    if (isProblem(error) && error.key === 'inUse')
      throw eraseRefusal(`other records need ${id}; change or delete them first`);
    throw error;
  }
  if (await isRemovedLater(tx, id)) throw eraseRefusal(`too many records belong to ${id}; delete them first`);
  return true;
};

/** The root and everything that was removed with it, now or earlier. */
const allGone = async (tx: Transaction, erasure: Erasure): Promise<ItemId[]> => {
  const { registry, items } = erasure.services;
  const { below, event } = pointersOf(registry);
  const gone = new Set([erasure.root]);
  for (let frontier = [erasure.root]; frontier.length > 0;) {
    const events = event ? await itemsSaying(tx, event, frontier) : [];
    const reports = events.map(({ i }) => itemId(event?.type ?? '', i));
    for (const id of reports) await removeLive(tx, erasure, id);
    const found = [...reports, ...(await removedBelow(tx, frontier, below))].filter((id) => !gone.has(id));
    // Items that were deleted with this one and restored since belong to something else.
    const back = new Set((await items.findMany(tx, found)).map(({ id }) => id));
    frontier = [...new Set(found)].filter((id) => !back.has(id));
    for (const id of frontier) gone.add(id);
  }
  return [...gone];
};

const eraseAll = async (tx: Transaction, erasure: Erasure): Promise<ItemId[]> => {
  const { services, root, by, why, at } = erasure;
  const { type, number } = tryParseItemId(root) ?? { type: '', number: 0 };
  const typeNumber = (name: string): number => services.registry.types[name]?.number ?? 0;
  const key = { t: typeNumber(type), i: number };
  const row = { subject: by, actor: null, session: null, ...key, u: 0 };
  await addAuditRows(tx, { at, channel: 'erase' }, [row]);
  const wasLive = await removeLive(tx, erasure, root);
  if (!wasLive && !(await wasThere(tx, key.t, key.i))) throw eraseRefusal(`there is no record ${root}`);
  const ids = await allGone(tx, erasure);
  await eraseRows(tx, { ids, typeNumber, eventType: SYSTEM_TYPES.event });
  await addErased(tx, ids, { root, at, by, why });
  await tx.addJob(REMOVE_ERASED, {}, REMOVE_ERASED);
  // Sent with the commit, so that no server continues to use the numbers of deleted terms.
  await tx.query('select pg_notify($1, $2)', [TERMS_CHANNEL, '']);
  return ids;
};

const countsByType = (ids: readonly ItemId[]): string => {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const type = tryParseItemId(id)?.type ?? '';
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
};

/** Ends the transaction of a command that only asks. */
class OnlyAsked extends Error {
  readonly ids: readonly ItemId[];

  constructor(ids: readonly ItemId[]) {
    super('only asked');
    this.ids = ids;
  }
}

const erasureFrom = async (services: Services, { id, by, why }: Options): Promise<Erasure> => {
  const { database, clock } = services;
  const key = tryParseItemId(id);
  if (!key || key.marker !== undefined || !services.registry.types[key.type])
    throw eraseRefusal(`${id} is not the id of a record`);
  if (key.type === SYSTEM_TYPES.user) throw eraseRefusal('a person is not erased by this command; block the account');
  const credential = await findCredential(database, by);
  if (!credential) throw eraseRefusal(`there is no account with the address ${by}`);
  return { services, root: id, by: credential.user_id, why, at: clock.now() };
};

/** Returns the report. Throws UsageError if the item cannot be erased or the erasure was not confirmed. */
export const erase = async (services: Services, args: readonly string[]): Promise<string> => {
  const options = optionsFrom(args);
  const { database } = services;
  const erasure = await erasureFrom(services, options);
  await removeErasedFiles(services);
  const earlier = await findErased(database, options.id);
  if (earlier) throw eraseRefusal(`${options.id} was erased at ${earlier.at.toISOString()}`);
  try {
    const ids = await database.transaction(
      async (tx) => {
        const gone = await eraseAll(tx, erasure);
        if (!options.yes) throw new OnlyAsked(gone);
        return gone;
      },
      { unlimited: true },
    );
    await removeErasedFiles(services);
    return `${options.id} is erased: ${countsByType(ids)}, with their history and files. Restart the servers: their memory may hold words of it.`;
  } catch (error) {
    if (!(error instanceof OnlyAsked)) throw error;
    return `Nothing was erased. With --yes these go, with their history and files, for good: ${countsByType(error.ids)}.`;
  }
};
