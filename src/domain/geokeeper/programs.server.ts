// Rules of a program of field data: its participants decide who sees it, so that no second setting is needed.

import type { Level } from 'src/model/access/levels.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { BeforeSaveRule } from 'src/server/extend.ts';

/** Assigned people can read it at every level. */
const PROGRAM_LEVELS: Readonly<Record<string, Level>> = { ASSIGNED: 'PROTECTED', IN_ORG: 'COMMUNITY', USERS: 'PUBLIC' };

export const completeProgram: BeforeSaveRule = ({ access }, before) => {
  const isSameAccess = before !== undefined && before['access'] === access;
  const level: Values = isSameAccess ? {} : { $access: PROGRAM_LEVELS[String(access)] ?? 'PROTECTED' };
  return Promise.resolve(level);
};
