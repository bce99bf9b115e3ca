// Form controls of a kind, by the names that the compiler puts into the uiSchema (KindCodec.form). Each kind answers in its own folder;
// src/client/generated/kindEdits.ts lists them and loads with the forms.

import type { FieldProps, WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';

export interface KindEdit {
  readonly widgets: Readonly<Record<string, ComponentType<WidgetProps>>>;
  /** Field for whole values, also for a list of them; named as the kind. */
  readonly field?: ComponentType<FieldProps>;
}
