// Value and declared property of a field, with functions to change and leave it.

import type { FieldProps, UiSchema } from '@rjsf/utils';
import { useCallback } from 'react';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';

// The declared property behind a field, as the compiler puts it into the uiSchema.
export const fieldProperty = (uiSchema: UiSchema | undefined): Property | undefined => {
  const property: unknown = uiSchema?.['ui:options']?.property;
  return typeof property === 'object' && property !== null ? (property as Property) : undefined;
};

export interface FieldControl {
  readonly id: string;
  readonly property: Property;
  readonly value: Json | undefined;
  readonly disabled: boolean;
  readonly set: (value: Json | undefined) => void;
  readonly leave: () => void;
}

export const useField = ({
  uiSchema,
  formData,
  fieldPathId,
  disabled,
  readonly,
  onChange,
  onBlur,
}: FieldProps): FieldControl => {
  const property = fieldProperty(uiSchema);
  if (!property) throw new Error(`The form does not say what property "${fieldPathId.path.join('.')}" is`);
  const { $id: id, path } = fieldPathId;
  const set = useCallback((value: Json | undefined) => onChange(value, path), [onChange, path]);
  const leave = useCallback(() => onBlur(id, undefined), [onBlur, id]);
  return {
    id,
    property,
    value: formData as Json | undefined,
    disabled: disabled === true || readonly === true,
    set,
    leave,
  };
};

/** Ids or keys of a value that may hold one or many. */
export const textsOf = (value: Json | undefined): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
