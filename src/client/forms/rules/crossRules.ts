// Rules that no schema says: what only administrators may leave out, an end not before its start, geometries as typed,
// and what a domain area adds for its types.

import type { UiSchema } from '@rjsf/utils';
import type { Client } from 'src/client/Client.ts';
import type { FormRule } from 'src/client/extend.ts';
import { geometryProblem } from 'src/client/forms/rules/geometryProblem.ts';
import { pointerOf } from 'src/client/forms/rules/pointer.ts';
import { missingForOthers } from 'src/model/schema/missingForOthers.ts';
import { propertyOf } from 'src/client/forms/theme/propertyOf.ts';

const isBefore = (end: string, start: string): boolean => {
  // A year within which the start lies is not before it: 1931 and 1931-03 stand together.
  const length = Math.min(end.length, start.length);
  return end.slice(0, length) < start.slice(0, length);
};

/** `errors.endBeforeStart` at the end, when both stand and the end is earlier. Dates, partial dates, times and UTC moments compare as text. */
export const endBeforeStart =
  (start: string, end: string): FormRule =>
  (values) => {
    const [from, to] = [values[start], values[end]];
    return typeof from === 'string' && typeof to === 'string' && isBefore(to, from)
      ? [{ path: pointerOf([end]), message: 'errors.endBeforeStart' }]
      : [];
  };

const PAIRED = new Set(['date', 'dateTime', 'partialDate', 'time']);

/** A type on a timeline has a start and an end; where both are of one kind and written by people, they are a pair. */
const timelineRules = (client: Client, type: string): readonly FormRule[] => {
  const declared = client.registry.types[type];
  const { start, end } = declared?.view.displays.TIMELINE ?? {};
  const first = start === undefined ? undefined : declared?.properties[start];
  const last = end === undefined ? undefined : declared?.properties[end];
  return first && last && first.kind === last.kind && PAIRED.has(first.kind)
    ? [endBeforeStart(first.name, last.name)]
    : [];
};

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

/** "Required except for admins": the same rule as the server's. */
const othersRule =
  ({ registry, session }: Client, type: string): FormRule =>
  (values) =>
    session.user?.admin ? [] : missingForOthers(registry.types[type]?.properties ?? {}, values);

export const rulesOf = (client: Client, type: string, uiSchema: UiSchema): readonly FormRule[] => [
  othersRule(client, type),
  ...timelineRules(client, type),
  ...geometryRules(uiSchema),
  ...(client.domain.formRules?.[type] ?? []),
];
