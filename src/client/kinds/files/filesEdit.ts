// Edits values of the kind `files` in forms.

import { FilesField } from 'src/client/fields/FilesField.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const filesEdit: KindEdit = { widgets: {}, field: FilesField };
