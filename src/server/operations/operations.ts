// Every wire operation by its name: the one place where they are put together. An operation that is declared but not here
// fails the start.

import { OPERATIONS } from 'src/model/generated/operations.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Operation } from 'src/server/context.ts';
import type { Domain } from 'src/server/extend.ts';
import { activeTask } from 'src/server/operations/activeTask.ts';
import { addWatch } from 'src/server/operations/addWatch.ts';
import { count } from 'src/server/operations/count.ts';
import { create } from 'src/server/operations/create.ts';
import { createAct } from 'src/server/operations/act.ts';
import { dashboard } from 'src/server/operations/dashboard.ts';
import { deleteOperation } from 'src/server/operations/delete.ts';
import { getGrantedBy } from 'src/server/operations/getGrantedBy.ts';
import { getLegacyPath } from 'src/server/operations/getLegacyPath.ts';
import { getSessionUser } from 'src/server/operations/getSessionUser.ts';
import { history } from 'src/server/operations/history.ts';
import { isAllowed } from 'src/server/operations/isAllowed.ts';
import { label } from 'src/server/operations/label.ts';
import { nextToken } from 'src/server/operations/nextToken.ts';
import { ping } from 'src/server/operations/ping.ts';
import { read } from 'src/server/operations/read.ts';
import { readAllowed } from 'src/server/operations/readAllowed.ts';
import { readMany } from 'src/server/operations/readMany.ts';
import { removeWatch } from 'src/server/operations/removeWatch.ts';
import { search } from 'src/server/operations/search.ts';
import { signout } from 'src/server/operations/signout.ts';
import { suggest } from 'src/server/operations/suggest.ts';
import { tokenAuth } from 'src/server/operations/tokenAuth.ts';
import { update } from 'src/server/operations/update.ts';

const PLAIN: readonly Operation[] = [
  activeTask,
  addWatch,
  count,
  create,
  dashboard,
  deleteOperation,
  getGrantedBy,
  getLegacyPath,
  getSessionUser,
  history,
  isAllowed,
  label,
  nextToken,
  ping,
  read,
  readAllowed,
  readMany,
  removeWatch,
  search,
  signout,
  suggest,
  tokenAuth,
  update,
];

export const operations = (registry: ServerRegistry, domain: Domain): ReadonlyMap<string, Operation> => {
  const all = new Map<string, Operation>(
    [createAct(registry, domain), ...PLAIN].map((operation) => [operation.name, operation]),
  );
  for (const name of Object.keys(OPERATIONS))
    if (!all.has(name)) throw new Error(`The operation ${name} is declared but has no code`);
  return all;
};
