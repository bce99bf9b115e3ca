// The area of field data in the browser: the dialogs that import and export XLSForms.

import type { ClientArea } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';

export const geokeeperClientArea: ClientArea = {
  actionDialogs: {
    previewXlsForm: lazyOf(
      async () => (await import('src/domain/geokeeper/xlsform/xlsFormDialog.client.tsx')).XlsFormDialog,
    ),
    exportXlsForm: lazyOf(
      async () => (await import('src/domain/geokeeper/xlsform/xlsFormExport.client.tsx')).XlsFormExport,
    ),
  },
};
