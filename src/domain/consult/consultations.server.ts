// Rules of a consultation. Each has a number of its own, which other sites keep when they take it over.

import { randomUUID } from 'node:crypto';
import type { Values } from 'src/model/item/Item.ts';
import type { BeforeSaveRule } from 'src/server/extend.ts';

export const completeConsultation: BeforeSaveRule = (proposed) => {
  const number: Values = proposed['_uuid'] === undefined ? { _uuid: randomUUID() } : {};
  return Promise.resolve(number);
};
