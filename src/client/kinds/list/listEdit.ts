// Edits values of the kind `list` in forms.

import { ListField } from 'src/client/fields/ListField.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const listEdit: KindEdit = { widgets: {}, field: ListField };
