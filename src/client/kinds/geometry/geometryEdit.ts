// Edits values of the kind `geometry` in forms.

import { GeometryField } from 'src/client/fields/GeometryField.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const geometryEdit: KindEdit = { widgets: {}, field: GeometryField };
