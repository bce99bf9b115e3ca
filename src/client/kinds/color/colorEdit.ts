// Edits values of the kind `color` in forms.

import { ColorWidget } from 'src/client/fields/widgets/InputWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const colorEdit: KindEdit = { widgets: { color: ColorWidget } };
