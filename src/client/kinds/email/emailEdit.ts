// How a form edits values of the kind `email`.

import { EmailWidget } from 'src/client/fields/widgets/InputWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const emailEdit: KindEdit = { widgets: { email: EmailWidget } };
