// Edits values of the kind `phone` in forms.

import { PhoneWidget } from 'src/client/fields/widgets/InputWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const phoneEdit: KindEdit = { widgets: { phone: PhoneWidget } };
