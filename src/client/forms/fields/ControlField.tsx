// A value that a control of its own edits, which the form names.

import type { FieldProps } from '@rjsf/utils';
import type { OwnControlProps } from 'src/client/forms/fieldForm.ts';
import { useField } from 'src/client/forms/fields/useField.ts';
import type { ComponentType } from 'react';

export const ControlField = (props: FieldProps) => {
  const { id, value, set } = useField(props);
  const Control = props.uiSchema?.['ui:options']?.['control'] as ComponentType<OwnControlProps>;
  return <Control {...{ id, value, set }} />;
};
