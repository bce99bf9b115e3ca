// `act/listRights`: which value lists the caller may change, and whose values of them. For screens that offer no more than will be done;
// each write asks the same right again.

import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ValueListType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Context } from 'src/server/context.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';

/** Nobody keeps the lists of more owners in one place; each is asked about by itself. */
const MOST_OWNERS = 50;

const ownersWhere = async (
  { name, owned }: ValueListType,
  { services, db, readFilter, subject }: Context,
): Promise<string[]> => {
  const asked = owned ? subject.memberships.slice(0, MOST_OWNERS).map(({ owner }) => owner) : [SYSTEM_OWNER];
  const held: string[] = [];
  for (const owner of asked) {
    const value = { list: name, ...(owned && { owner }) };
    if (await services.access.canCreate(db, readFilter, SYSTEM_TYPES.listValue, value)) held.push(owner);
  }
  return held;
};

export const listRights: EngineAction = {
  name: 'listRights',
  on: 'nobody',
  async run(_, context) {
    const lists: Record<string, Json> = {};
    // An administrator may change every list of everybody.
    if (context.subject.admin) return { all: true, lists };
    for (const list of Object.values(context.services.registry.lists)) {
      const owners = await ownersWhere(list, context);
      if (owners.length > 0) lists[list.name] = owners;
    }
    return { all: false, lists };
  },
};
