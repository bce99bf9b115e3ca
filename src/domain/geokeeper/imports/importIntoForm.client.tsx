// The import of records, opened from the page of a form.

import type { ActionDialogProps } from 'src/client/extend.ts';
import { ImportRecordsDialog } from 'src/domain/geokeeper/imports/importRecordsDialog.client.tsx';

export const ImportIntoForm = ({ item, close }: ActionDialogProps) => (
  <ImportRecordsDialog form={item.$id} close={close} />
);
