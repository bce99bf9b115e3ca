// How a form edits values of the kind `partialDate`.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';
import { partialDateTyping } from 'src/client/kinds/partialDate/partialDateTyping.ts';
import { typedWidget } from 'src/client/kinds/typedControls.tsx';

export const partialDateEdit: KindEdit = { widgets: { partialDate: typedWidget(partialDateTyping) } };
