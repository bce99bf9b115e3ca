// Rules of a record of field data: it belongs to the organization of its program, for every channel that creates one.

import type { Values } from 'src/model/item/Item.ts';
import type { BeforeSaveRule } from 'src/server/extend.ts';

export const completeFieldData: BeforeSaveRule = async (
  { program, owner, collector },
  before,
  { services, db, subject },
) => {
  const found = typeof program === 'string' ? await services.items.find(db, program) : undefined;
  const programOwner = found?.properties['owner'] ?? null;
  const person: Values =
    before === undefined && collector === undefined && subject.userId !== undefined
      ? { collector: subject.userId }
      : {};
  return { ...person, ...(programOwner === owner ? {} : { owner: programOwner }) };
};
