// Opens the dialog of an export, for a listing or for one item; the dialog is loaded then.

import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ExportSubject } from 'src/client/exchange/exportChoices.ts';

const ExportDialog = lazy(() =>
  import('src/client/exchange/ExportDialog.tsx').then((module) => ({ default: module.ExportDialog })),
);

interface Exporting {
  readonly open: (subject: ExportSubject) => void;
  /** Element to render while the dialog is open. */
  readonly dialog: ReactNode;
}

export const useExport = (): Exporting => {
  const [subject, setSubject] = useState<ExportSubject>();
  return {
    open: setSubject,
    dialog: subject && (
      <Suspense fallback={null}>
        <ExportDialog subject={subject} close={() => setSubject(undefined)} />
      </Suspense>
    ),
  };
};
