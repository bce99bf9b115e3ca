// Edits values of the kind `level` in forms.

import { LevelWidget } from 'src/client/fields/widgets/LevelWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const levelEdit: KindEdit = { widgets: { level: LevelWidget } };
