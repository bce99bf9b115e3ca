// Edits values of the kind `language` in forms.

import { LanguageField } from 'src/client/fields/LanguageField.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const languageEdit: KindEdit = { widgets: {}, field: LanguageField };
