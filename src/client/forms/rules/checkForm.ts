// Problems of form values: the errors of the compiled validator as form rules, followed by the rules across fields. No
// schema is compiled here; the browser's policy forbids it.

import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import type { Client } from 'src/client/Client.ts';
import type { FormRule } from 'src/client/ClientDomain.ts';
import { type FormProblem } from 'src/client/fields/rules/FormProblem.ts';
import { geometryProblem } from 'src/client/forms/rules/geometryProblem.ts';
import { fieldProperty } from 'src/client/fields/useField.ts';
import { SIMPLE_KINDS } from 'src/model/geo/geoJson.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { parseUploadRef } from 'src/model/item/uploadRef.ts';
import { belongingErrors } from 'src/model/schema/belonging.ts';
import { filesOf, valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ValidationError } from 'src/model/schema/Validator.ts';
import { endsBeforeStarts, missingForOthers } from 'src/model/schema/endsBeforeStarts.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import { pointerOf } from 'src/model/text/jsonPointer.ts';

/** No item has it. */
const LAST_NUMBER = 2 ** 31 - 1;

// Rules that no schema says: what only administrators may leave out, an end not before its start, and geometries as typed.
const geometryRules = (uiSchema: UiSchema): readonly FormRule[] =>
  Object.entries(uiSchema).flatMap(([name, field]) => {
    const property = fieldProperty(field as UiSchema);
    if (!property || !isGeometry(property.kind)) return [];
    return [
      (values) => {
        const value = values[name];
        const fault =
          value === undefined || value === null
            ? undefined
            : geometryProblem(value, property.geo?.kinds ?? SIMPLE_KINDS);
        return fault === undefined ? [] : [{ path: pointerOf([name]), ...fault }];
      },
    ] satisfies FormRule[];
  });

/** Returns the owners of items that the page has loaded; the server checks the others. */
const ownersKnownTo =
  (items: Client['items']) =>
  (id: string, by: string): readonly string[] | undefined => {
    const entry = items.peek(id);
    return entry?.state === 'ready' ? valuesAt(entry.item, by).filter((each) => typeof each === 'string') : undefined;
  };

/** The same rules as the server's. */
const declaredRule =
  ({ registry, session, items }: Client, type: string): FormRule =>
  (values) => {
    const properties = registry.types[type]?.properties ?? {};
    return [
      ...endsBeforeStarts(properties, values),
      ...Object.values(properties).flatMap((property) => belongingErrors(property, values, ownersKnownTo(items))),
      ...(session.user?.admin ? [] : missingForOthers(properties, values)),
    ];
  };

export const rulesOf = (client: Client, type: string, uiSchema: UiSchema): readonly FormRule[] => [
  declaredRule(client, type),
  ...geometryRules(uiSchema),
];

interface FormCheck {
  readonly validator: ValidatorType;
  readonly schema: RJSFSchema;
  /** Properties of the type; they distinguish an exact count from a limit. */
  readonly properties?: Readonly<Record<string, Property>>;
  readonly rules?: readonly FormRule[];
}

/** Replaces uploads by ids of the attachments that they will become, for the check. */
const withUploadIds = (values: Values, properties: Readonly<Record<string, Property>>): Values => {
  const asId = (value: Json, index: number): Json =>
    typeof value === 'string' && parseUploadRef(value) ? itemId(SYSTEM_TYPES.file, LAST_NUMBER - index) : value;
  const files = filesOf(properties).filter(({ path }) => Array.isArray(values[path]));
  return { ...values, ...Object.fromEntries(files.map(({ path }) => [path, (values[path] as Json[]).map(asId)])) };
};

export const checkForm =
  ({ validator, schema, properties = {}, rules = [] }: FormCheck) =>
  (values: Values): readonly FormProblem[] => {
    const { errors = [] } = validator.rawValidation<ValidationError>(schema, withUploadIds(values, properties));
    return [...rulesOfErrors(errors, properties), ...rules.flatMap((rule) => rule(values))];
  };
