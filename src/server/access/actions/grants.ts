// Giving others a right on one item, and taking it back. Nobody gives what they do not have themselves, and nobody changes
// grants on their own User or contact item or while masquerading. Called by actions; the answer to "who granted it" is getGrantedBy.

import { LEVELS } from 'src/model/access/levels.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { grantsOn, setGrant } from 'src/server/store/grantRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

export interface Grant {
  /** Principal key: `user:User-5`, `owner:Shelf-1:COMMUNITY`, `cap:Library:Shelf-1`, `signedIn`, `everyone`. */
  readonly to: string;
  /** Verbs of the type, `read`, or `{LEVEL}.read`. An empty list takes back what the caller granted. */
  readonly actions: readonly string[];
}

const PRINCIPAL =
  /^(?:everyone|signedIn|user:[A-Za-z][A-Za-z0-9]*-[1-9]\d*|owner:[A-Za-z][A-Za-z0-9-]*:(?:COMMUNITY|PROTECTED|PRIVATE)|cap:[A-Za-z][A-Za-z0-9]*:[A-Za-z][A-Za-z0-9-]*)$/;
const LEVEL_READS: ReadonlySet<string> = new Set(LEVELS.map((level) => `${level}.read`));

const refuseMalformed = (context: Context, stored: StoredItem, grants: readonly Grant[]): void => {
  const actions = context.services.registry.types[stored.type]?.server.access.actions ?? {};
  const known = (action: string): boolean =>
    action === 'read' || LEVEL_READS.has(action) || Object.hasOwn(actions, action);
  const errors = grants.flatMap(({ to, actions: given }, index) => [
    ...(PRINCIPAL.test(to) ? [] : [{ path: `/grants/${index}/to`, message: 'errors.invalidChoice' }]),
    ...(given.every(known) ? [] : [{ path: `/grants/${index}/actions`, message: 'errors.invalidChoice' }]),
  ]);
  if (errors.length > 0) throw invalid(errors);
};

/** The item that stands for the user among people, where the site has such. */
const contactOf = async ({ services, db }: Context, userId: ItemId): Promise<unknown> =>
  (await services.items.find(db, userId))?.properties['contact'];

/** Reading what is stricter than the item takes being able to read it; other rights take having them. */
const mayGive = async (context: Context, stored: StoredItem, action: string): Promise<boolean> => {
  const { services, readFilter, db } = context;
  const level = LEVEL_READS.has(action) ? LEVELS.find((each) => action === `${each}.read`) : undefined;
  if (level !== undefined) return readFilter.canRead(await services.items.levelAcl(stored, level, db));
  return (await services.access.can(db, readFilter, stored, action)).can;
};

const refuseBeyondOwnRights = async (context: Context, stored: StoredItem, grants: readonly Grant[]): Promise<void> => {
  const { subject, services, readFilter, db } = context;
  if (subject.userId === undefined || subject.actingAdminId !== undefined) throw problem('notAllowed');
  if (stored.id === subject.userId || (await contactOf(context, subject.userId)) === stored.id)
    throw problem('notAllowed');
  // Opening an item to the whole world or site is a change of its level, not a favour to somebody.
  if (!subject.admin && grants.some(({ to }) => !to.startsWith('user:') && !to.startsWith('owner:')))
    throw problem('notAllowed');
  if (!(await services.access.can(db, readFilter, stored, 'update')).can) throw problem('notAllowed');
  for (const action of new Set(grants.flatMap(({ actions }) => actions))) {
    if (!(await mayGive(context, stored, action))) throw problem('notAllowed');
  }
};

const apply = async (
  context: Context,
  tx: Transaction,
  { stored, grants, by }: { stored: StoredItem; grants: readonly Grant[]; by: ItemId },
): Promise<void> => {
  const t = context.services.registry.types[stored.type]?.number ?? 0;
  for (const { to, actions } of grants) {
    const [principal] = await context.services.readFilters.principalIds([to]);
    if (principal !== undefined)
      await setGrant(tx, { t, i: stored.number, principal, grantedBy: by, actions: [...new Set(actions)].sort() });
  }
  await context.services.items.refreshReaders(tx, stored);
};

/** Sets what the caller grants on the item. Throws `notFound`, `notAllowed` or `invalid`. */
export const applyGrants = async (context: Context, id: ItemId, grants: readonly Grant[]): Promise<void> => {
  const { services, readFilter, tx, subject } = context;
  if (!tx || subject.userId === undefined) throw problem('notAllowed');
  const stored = await services.access.visible(tx, readFilter, id, true);
  refuseMalformed(context, stored, grants);
  await refuseBeyondOwnRights(context, stored, grants);
  await apply(context, tx, { stored, grants, by: subject.userId });
};

/** Takes back what somebody else granted: only for who may update the item. */
export const revokeGrants = async (
  context: Context,
  id: ItemId,
  { from, grantedBy }: { from: string; grantedBy: ItemId },
): Promise<void> => {
  const { services, readFilter, tx, subject } = context;
  if (!tx || subject.userId === undefined) throw problem('notAllowed');
  const stored = await services.access.visible(tx, readFilter, id, true);
  await refuseBeyondOwnRights(context, stored, []);
  await apply(context, tx, { stored, grants: [{ to: from, actions: [] }], by: grantedBy });
};

/** The grants on an item that the caller may know of: all of them for who may update it, else one's own. `read:user:User-5` by granter. */
export const grantsFor = async (context: Context, stored: StoredItem): Promise<Record<ItemId, string[]>> => {
  const { services, readFilter, db, subject } = context;
  const t = services.registry.types[stored.type]?.number ?? 0;
  const all = (await services.access.can(db, readFilter, stored, 'update')).can;
  const mine = new Set(readFilter.principals);
  const byGranter: Record<ItemId, string[]> = {};
  for (const row of await grantsOn(db, t, [stored.number])) {
    if (!all && !mine.has(row.principal) && row.grantedBy !== subject.userId) continue;
    byGranter[row.grantedBy] = [
      ...(byGranter[row.grantedBy] ?? []),
      ...row.actions.map((action) => `${action}:${row.key}`),
    ];
  }
  return byGranter;
};
