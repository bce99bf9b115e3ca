// Gives each type that has workflows the engine's properties: `_wf` is the state of its workflow, `_clock` the time for which the legal
// deadline was paused. Adds the facets by which a listing finds pending work. A template says which types it applies to. Value in, value
// out; used by link.

import { isObject, listAt, objectAt, textAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import type { Source, SourceFile, SourceType } from 'codegen/Source.ts';
import type { Workflows, WorkflowSubject } from 'src/model/schema/Workflows.ts';

export const SUMMARY = '_wf';
const CLOCK = '_clock';

const FACETS: readonly JsonObject[] = [
  { path: `${SUMMARY}.state`, kind: 'LIST' },
  { path: `${SUMMARY}.$assigned`, kind: 'REL' },
  { path: `${SUMMARY}.$assignedDue`, kind: 'RANGE', buckets: 'due' },
];

/** Returns the path to the owner of a list's values. */
const listOwner = (source: Source, list: string, server: SourceFile): string => {
  const declared = source.areas.map(({ lists }) => objectAt(objectAt(lists?.json ?? {}, 'lists'), list));
  const isOwned = declared.some((each) => each['owned'] === true);
  return isOwned ? (textAt(objectAt(server.json, 'access'), 'owner') ?? '') : 'system';
};

const summaryOf = (source: Source, type: SourceType, { workflows, subject }: Subject): JsonObject => {
  const summary = objectAt(objectAt(source.common.json, '$defs'), 'WorkflowSummary');
  const properties = objectAt(summary, 'properties');
  const workflow = objectAt(properties, 'workflow');
  const { description: _, ...rest } = summary;
  return {
    ...rest,
    properties: {
      ...properties,
      state: {
        ...objectAt(properties, 'state'),
        'x-list': { list: subject.list, owner: listOwner(source, subject.list, type.server) },
      },
      workflow: { ...workflow, 'x-rel': { ...objectAt(workflow, 'x-rel'), to: [workflows.template] } },
    },
    readOnly: true,
  };
};

const CLOCK_PROPERTY: JsonObject = { $ref: '/schemas/engine/common#/$defs/WorkflowClock', readOnly: true };

interface Subject {
  readonly workflows: Workflows;
  readonly subject: WorkflowSubject;
}

const withFacets = (view: JsonObject): JsonObject => {
  const declared: JsonValue[] = listAt(view, 'facets');
  const known = declared.map((facet) => (isObject(facet) ? facet['path'] : ''));
  return { ...view, facets: [...declared, ...FACETS.filter(({ path = '' }) => !known.includes(path))] };
};

export const subjectTypeOf = (source: Source, type: SourceType, workflows: Workflows | undefined): SourceType => {
  const subject = workflows?.subjects[type.name];
  if (!workflows || !subject) return type;
  const { schema, view } = type;
  const properties = {
    ...objectAt(schema.json, 'properties'),
    [SUMMARY]: summaryOf(source, type, { workflows, subject }),
    ...(subject.clock && { [CLOCK]: CLOCK_PROPERTY }),
  };
  return {
    ...type,
    schema: { ...schema, json: { ...schema.json, properties } },
    view: { ...view, json: withFacets(view.json) },
  };
};

const FOR = 'of';

/** Lets a template apply to each type that has workflows. */
export const templateTypeOf = (type: SourceType, workflows: Workflows | undefined): SourceType => {
  const { schema } = type;
  const properties = objectAt(schema.json, 'properties');
  if (!workflows || workflows.template !== type.name || !Object.hasOwn(properties, FOR)) return type;
  const of = { ...objectAt(properties, FOR), enum: Object.keys(workflows.subjects) };
  return { ...type, schema: { ...schema, json: { ...schema.json, properties: { ...properties, [FOR]: of } } } };
};
