// A person's names in one line, kept with the item so that lists can show and sort it.

import type { Json } from 'src/model/item/Item.ts';

export const fullName = (properties: Readonly<Record<string, Json>>): Json =>
  ['firstName', 'middleName', 'lastName']
    .map((name) => properties[name])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ') || null;
