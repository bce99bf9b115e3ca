// Edits values of the kind `url` in forms.

import { UrlWidget } from 'src/client/fields/widgets/InputWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const urlEdit: KindEdit = { widgets: { url: UrlWidget } };
