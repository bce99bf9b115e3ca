// How a form edits values of the kind `files`.

import { FilesField } from 'src/client/fields/FilesField.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const filesEdit: KindEdit = { widgets: {}, field: FilesField };
