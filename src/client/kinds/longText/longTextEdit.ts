// Edits values of the kind `longText` in forms.

import { TextareaWidget } from 'src/client/fields/widgets/InputWidget.tsx';
import { MarkdownWidget } from 'src/client/fields/widgets/MarkdownWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const longTextEdit: KindEdit = { widgets: { textarea: TextareaWidget, markdown: MarkdownWidget } };
