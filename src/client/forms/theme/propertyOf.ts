// The declared property behind a field, as the compiler puts it into the uiSchema.

import type { UiSchema } from '@rjsf/utils';
import type { Property } from 'src/model/schema/Property.ts';

export const propertyOf = (uiSchema: UiSchema | undefined): Property | undefined => {
  const property: unknown = uiSchema?.['ui:options']?.property;
  return typeof property === 'object' && property !== null ? (property as Property) : undefined;
};
