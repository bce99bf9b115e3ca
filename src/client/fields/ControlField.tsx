// A value that a control of its own edits, which the form names.

import type { FieldProps } from '@rjsf/utils';
import { useField } from 'src/client/fields/useField.ts';
import type { ComponentType } from 'react';
import type { Json } from 'src/model/item/Item.ts';

/** An own control for a value that no kind describes. It names its inputs itself. */
export interface OwnControlProps {
  readonly id: string;
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
}

export const ControlField = (props: FieldProps) => {
  const { id, value, set } = useField(props);
  const Control = props.uiSchema?.['ui:options']?.['control'] as ComponentType<OwnControlProps>;
  return <Control {...{ id, value, set }} />;
};
