// Endpoints of imports: the kinds, the table that was uploaded, its check, the import and its undo, and the outcome of each. Also reads cells
// that are pasted into a table.

import { importableTypesFor } from 'src/server/access/creatableTypes.ts';
import { endpoint } from 'src/server/imports/ImportNeeds.ts';
import { collectionPathOf } from 'src/server/imports/importCollection.ts';
import { importKindsIn } from 'src/server/imports/importKindOf.ts';
import { importOutcomeOf } from 'src/server/imports/importOutcome.ts';
import { checkImportTask, importTask } from 'src/server/imports/importTasks.ts';
import { recentChangesOf } from 'src/server/imports/recentChanges.ts';
import { readCellsOf } from 'src/server/imports/readCells.ts';
import { readSheetOf } from 'src/server/imports/readSheet.ts';
import { undoImportTask } from 'src/server/imports/undoImport.ts';

export const importKinds = endpoint('importKinds', ({ services, subject }) => {
  const { registry, domain } = services;
  const importable = new Set(importableTypesFor(registry, domain.predicates)(subject));
  const kinds = importKindsIn(registry).filter(({ type }) => importable.has(type.name));
  return Promise.resolve({
    kinds: kinds.map((kind) => ({
      ...{ kind: kind.key, type: kind.type.name, declared: kind.declared },
      collections: [...(kind.type.properties[collectionPathOf(kind) ?? '']?.rel?.to ?? [])],
    })),
  });
});

export const recentChanges = endpoint('recentChanges', recentChangesOf);
export const readCells = endpoint('readCells', readCellsOf);
export const readSheet = endpoint('readSheet', readSheetOf);
export const importOutcome = endpoint('importOutcome', importOutcomeOf);
export const checkImport = endpoint('checkImport', checkImportTask);
export const runImportEndpoint = endpoint('runImport', importTask);
export const undoImport = endpoint('undoImport', undoImportTask);
