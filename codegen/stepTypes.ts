// Makes an item type of each step kind: the engine's base step with the properties and the form of the kind, as if an area had written its
// three files. Value in, value out; used by link. Diagnostics refer to steps.json.

import { isObject, listAt, objectAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import type { Source, SourceType } from 'codegen/Source.ts';
import type { DeclaredKind } from 'codegen/stepKinds.ts';
import { typeOfKind } from 'codegen/stepKinds.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const withTargets = (properties: JsonObject, name: string, to: readonly string[]): JsonObject => {
  const property = objectAt(properties, name);
  return { ...property, 'x-rel': { ...objectAt(property, 'x-rel'), to: [...to] } };
};

const ownOf = ({ json }: DeclaredKind): JsonObject => objectAt(json, 'properties');

const schemaOf = (base: JsonObject, kind: DeclaredKind, template: string): JsonObject => {
  const properties = objectAt(base, 'properties');
  const { kind: name, for: subjects } = kind.value;
  const { $comment: _, ...rest } = base;
  return {
    ...rest,
    properties: {
      ...properties,
      of: withTargets(properties, 'of', subjects),
      workflow: withTargets(properties, 'workflow', [template]),
      kind: { type: 'string', enum: [name], default: name, readOnly: true },
      ...ownOf(kind),
    },
  };
};

const isWritten = (property: JsonValue): boolean => isObject(property) && property['readOnly'] !== true;

/** Returns one row per property, unless the kind declares a layout. */
const groupsOf = (kind: DeclaredKind): JsonValue[] => {
  if ('form' in kind.json) return listAt(kind.json, 'form');
  const names = Object.entries(ownOf(kind)).flatMap(([name, property]) => (isWritten(property) ? [name] : []));
  return names.length === 0 ? [] : [{ key: 'own', rows: names.map((name) => [name]) }];
};

const viewOf = (base: JsonObject, kind: DeclaredKind): JsonObject => ({
  ...base,
  icon: kind.value.icon,
  ...('page' in kind.json && { page: objectAt(kind.json, 'page') }),
  form: listAt(base, 'form')
    .filter(isObject)
    .map((tab, index) => (index === 0 ? { ...tab, groups: [...groupsOf(kind), ...listAt(tab, 'groups')] } : tab)),
});

/** Returns the relations to people who work on the step. They must be able to read it. */
const peopleOf = (kind: DeclaredKind): string[] =>
  Object.entries(ownOf(kind)).flatMap(([name, property]) => {
    const to = isObject(property) ? listAt(objectAt(property, 'x-rel'), 'to') : [];
    return to.length > 0 && to.every((type) => type === SYSTEM_TYPES.user) ? [name] : [];
  });

export const stepTypeOf = ({ step }: Source, kind: DeclaredKind, template: string): SourceType => {
  const { path } = kind.file;
  const part = (json: JsonObject) => ({ path, at: kind.pointer, json });
  return {
    name: typeOfKind(kind.value.kind),
    step: kind.value.kind,
    schema: part(schemaOf(step.schema.json, kind, template)),
    view: part(viewOf(step.view.json, kind)),
    server: part({
      ...{ number: kind.json['number'] ?? 0, ...step.server.json },
      ...(peopleOf(kind).length > 0 && { mustRead: peopleOf(kind) }),
    }),
    states: step.states,
  };
};
