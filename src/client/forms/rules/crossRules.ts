// Rules that no schema says: what only administrators may leave out, an end not before its start, geometries as typed,
// and what a domain area adds for its types.

import type { UiSchema } from '@rjsf/utils';
import type { Client } from 'src/client/Client.ts';
import type { FormRule } from 'src/client/extend.ts';
import { geometryProblem } from 'src/client/forms/rules/geometryProblem.ts';
import { pointerOf } from 'src/client/forms/rules/pointer.ts';
import { endsBeforeStarts } from 'src/model/schema/endsBeforeStarts.ts';
import { missingForOthers } from 'src/model/schema/missingForOthers.ts';
import { propertyOf } from 'src/client/forms/theme/propertyOf.ts';

const geometryRules = (uiSchema: UiSchema): readonly FormRule[] =>
  Object.entries(uiSchema).flatMap(([name, field]) => {
    const property = propertyOf(field as UiSchema);
    if (property?.kind !== 'geometry') return [];
    return [
      (values) => {
        const value = values[name];
        const message = value === undefined || value === null ? undefined : geometryProblem(value, property.geo?.kinds);
        return message === undefined ? [] : [{ path: pointerOf([name]), message }];
      },
    ] satisfies FormRule[];
  });

/** The same rules as the server's. */
const declaredRule =
  ({ registry, session }: Client, type: string): FormRule =>
  (values) => {
    const properties = registry.types[type]?.properties ?? {};
    return [
      ...endsBeforeStarts(properties, values),
      ...(session.user?.admin ? [] : missingForOthers(properties, values)),
    ];
  };

export const rulesOf = (client: Client, type: string, uiSchema: UiSchema): readonly FormRule[] => [
  declaredRule(client, type),
  ...geometryRules(uiSchema),
  ...(client.domain.formRules?.[type] ?? []),
];
