// The module of imports of tables.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { defineModule } from 'src/server/Module.ts';
import type { ImportNeeds } from 'src/server/imports/ImportNeeds.ts';
import { pruneImportRuns } from 'src/server/store/importRows.ts';

/** Returns the relation of the type that names the import of each item. */
const importPath = ({ properties }: ServerItemType): string | undefined =>
  Object.values(properties).find(({ rel, readOnly, many }) => readOnly && !many && rel?.to[0] === SYSTEM_TYPES.import)
    ?.name;

export const importsModule = defineModule<ImportNeeds>({
  prune: [pruneImportRuns],
  follower: {
    valuesOf: ({ context, type, stored }) => {
      const path = stored || context.via === undefined ? undefined : importPath(type);
      return Promise.resolve(path === undefined ? {} : { [path]: context.via ?? null });
    },
  },
});
