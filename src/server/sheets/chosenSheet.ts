// Sheet of a workbook that is read: the chosen one, else the first that is not hidden.

import { SheetError, type NamedSheet } from 'src/server/sheets/Sheet.ts';

export const chosenSheet = <Sheet extends NamedSheet>(sheets: readonly Sheet[], chosen: string | undefined): Sheet => {
  const found =
    chosen === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find(({ name }) => name === chosen);
  if (!found) throw new SheetError(chosen === undefined ? 'noRows' : 'unknownSheet', { path: '/sheet' });
  return found;
};
