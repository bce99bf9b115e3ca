// How a form edits values of the kind `longText`.

import { TextareaWidget } from 'src/client/forms/widgets/InputWidget.tsx';
import { MarkdownWidget } from 'src/client/forms/widgets/MarkdownWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const longTextEdit: KindEdit = { widgets: { textarea: TextareaWidget, markdown: MarkdownWidget } };
