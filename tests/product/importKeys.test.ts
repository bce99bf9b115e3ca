// The values by which imports of the product find existing records.

import { expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import { importedProperty } from 'src/model/schema/importedProperty.ts';

it('[ARCH-02] the first value of each key is no relation, which many records share: a batch reads all records with the value', () => {
  const shared = Object.values(registry.imports).flatMap(({ key, type, duplicates = [] }) =>
    duplicates
      .filter(([first = '']) => importedProperty(registry.types[type]?.properties ?? {}, first)?.rel !== undefined)
      .map((paths) => `${key}: ${paths.join(', ')}`),
  );
  expect(shared).toEqual([]);
});
