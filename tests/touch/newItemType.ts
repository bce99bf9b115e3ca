// Adds the item type `MapSheet` with the command for it.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const AREA = 'schemas/archive';

export const newItemType: TouchRow = {
  title: 'an item type',
  allowed: [
    ...['schema', 'view', 'server'].map((part) => `${AREA}/MapSheet.${part}.json`),
    ...[`${AREA}/area.json`, `${AREA}/messages.en.json`],
  ],
  outputs: ['docs/ACCESS.md', 'src/generated/openapi.json'],
  add: ({ run }) => run('codegen/main.ts', 'new-type', 'archive', 'MapSheet'),
};
