// Edits values of the kind `email` in forms.

import { EmailWidget } from 'src/client/fields/widgets/InputWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const emailEdit: KindEdit = { widgets: { email: EmailWidget } };
