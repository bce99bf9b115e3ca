// Rules of a program of field data: who takes part in it decides who sees it, so that nobody has to say both.

import type { Level } from 'src/model/access/levels.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { BeforeSaveRule } from 'src/server/extend.ts';

/** Whoever is assigned reads it in any case. */
const LEVELS: Readonly<Record<string, Level>> = { ASSIGNED: 'PROTECTED', IN_ORG: 'COMMUNITY', USERS: 'PUBLIC' };

export const completeProgram: BeforeSaveRule = ({ access }, before) => {
  const isSaid = before !== undefined && before['access'] === access;
  const level: Values = isSaid ? {} : { $access: LEVELS[String(access)] ?? 'PROTECTED' };
  return Promise.resolve(level);
};
