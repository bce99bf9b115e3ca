// Fields for properties of an item in a question.

import type { FormField } from 'src/client/forms/fieldForm.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

/** Returns the fields of the named properties. The type may not have all of them. */
export const askedFields = (
  { name: type, properties }: ItemType,
  { names, required = [] }: { readonly names: readonly string[]; readonly required?: readonly string[] },
): readonly FormField[] =>
  names.flatMap((name) => {
    const property: Property | undefined = properties[name];
    return property
      ? [{ ...property, label: `types.${type}.props.${name}`, required: required.includes(name), readOnly: false }]
      : [];
  });

interface PeopleField {
  readonly name: string;
  readonly label: string;
  /** Offers only people who may read the item that the question is about. */
  readonly readers?: boolean;
}

export const peopleField = ({ name, label, readers = false }: PeopleField): FormField => ({
  ...{ name, label, kind: 'relation', many: true },
  rel: { to: [SYSTEM_TYPES.user], onDelete: 'null', readers },
});

/** The reason of a change. */
export const REASON: FormField = {
  ...{ name: 'reason', label: 'workflow.reason', kind: 'longText', required: true },
  /** Bound of every reason that the server takes. */
  maxLength: 2000,
};
