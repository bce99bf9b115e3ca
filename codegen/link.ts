// Third step: resolves every reference between files and fills in defaults. Source in, Linked and diagnostics out. It reports references
// that lead nowhere; the checks decide whether a link makes sense.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { isObject, listAt, objectAt, pointer, stringsAt, textAt, type JsonObject } from 'codegen/json.ts';
import type { Declared, DeclaredScreen, Linked, LinkedType, Operation } from 'codegen/Linked.ts';
import { machineOf, withStateProperty, withTransitionRights } from 'codegen/linkStates.ts';
import { withListRights } from 'codegen/listRights.ts';
import { resolveSchema } from 'codegen/resolveSchema.ts';
import { propertyOf } from 'codegen/linkProperty.ts';
import type { Source, SourceArea, SourceFile, SourceType } from 'codegen/Source.ts';
import { stepKindsOf, type DeclaredKind } from 'codegen/stepKinds.ts';
import { stepTypeOf } from 'codegen/stepTypes.ts';
import { subjectTypeOf, templateTypeOf } from 'codegen/subjectTypes.ts';
import { noticeOf, serverOf, viewOf, withNoticeFields } from 'codegen/viewOf.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Area, BucketSet, Conversations, ValueListType } from 'src/model/schema/Registry.ts';
import type { ImportKind } from 'src/model/schema/ImportKind.ts';
import type { ReportType } from 'src/model/schema/ReportType.ts';
import type { Workflows } from 'src/model/schema/Workflows.ts';

type Report = (diagnostic: Diagnostic) => void;

const propertiesOf = (resolved: JsonObject): Record<string, Property> => {
  const required = stringsAt(resolved, 'required');
  return Object.fromEntries(
    Object.entries(objectAt(resolved, 'properties')).map(([name, each]) => [
      name,
      propertyOf(name, isObject(each) ? each : {}, required.includes(name)),
    ]),
  );
};

/** Reader word for the people who are asked to do a step. */
const ASSIGNED = '$assigned';

/** Restricts the choice of people who work on an item to its readers, because the server refuses others. */
const withReaders = (
  properties: LinkedType['properties'],
  { mustRead = [] }: LinkedType['server'],
): LinkedType['properties'] => {
  const named = new Set([...mustRead, ASSIGNED]);
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      named.has(name) && property.rel ? { ...property, rel: { ...property.rel, readers: true } } : property,
    ]),
  );
};

const areaKey = ({ area }: SourceArea): string => textAt(area.json, 'key') ?? '';

const linkType = (type: SourceType, area: SourceArea, context: { source: Source; report: Report }): LinkedType => {
  const { source, report } = context;
  const resolved = resolveSchema(type.schema.json, source.base.json, {
    common: objectAt(source.common.json, '$defs'),
    local: objectAt(type.schema.json, '$defs'),
    refuse: (at, reason) => report({ file: type.schema.path, pointer: at, reason }),
  });
  const server = withTransitionRights(serverOf(type.server.json), type.states);
  return {
    name: type.name,
    number: Number(type.server.json['number']),
    area: areaKey(area),
    source: type,
    resolved,
    properties: withReaders(propertiesOf(resolved), server),
    view: withNoticeFields(viewOf(type.view.json, source.displays), server),
    server,
    states: machineOf(type.states, resolved),
  };
};

interface Parts {
  readonly key: 'lists' | 'endpoints' | 'buckets' | 'reports' | 'imports';
  readonly source: Source;
  readonly report: Report;
}

/** Collects the named members of a file kind from all areas. A name may be declared once. */
const collect = <T>(
  { key, source, report }: Parts,
  make: (name: string, json: JsonObject, area: string) => T,
): Record<string, Declared<T>> => {
  const all: Record<string, Declared<T>> = {};
  for (const area of source.areas) {
    const declared = [area[key] ?? []]
      .flat()
      .flatMap((file: SourceFile) =>
        Object.entries(objectAt(file.json, key)).map(([name, json]) => ({ file, name, json })),
      );
    for (const { file, name, json } of declared) {
      if (!isObject(json)) continue;
      const at = pointer('', key, name);
      const before = all[name];
      if (before !== undefined) {
        report({ file: file.path, pointer: at, reason: `${name} is declared in ${before.file.path} already` });
      }
      all[name] = { value: make(name, json, areaKey(area)), file, pointer: at };
    }
  }
  return all;
};

const listOf = (name: string, json: JsonObject, area: string): ValueListType => ({
  name,
  area,
  owned: json['owned'] === true,
  values: listAt(json, 'values') as unknown as ValueListType['values'],
});

const bucketsOf = (key: string, json: JsonObject): BucketSet => ({ key, ...json }) as unknown as BucketSet;

const reportOf = (name: string, json: JsonObject): ReportType => ({ name, ...json }) as unknown as ReportType;

const importKindOf = (key: string, json: JsonObject): ImportKind => ({ key, ...json }) as unknown as ImportKind;

const endpointOf = (name: string, { event, ...json }: JsonObject, area: string): Operation =>
  ({
    ...{ name, area, ...json },
    cost: json['cost'] ?? (json['effect'] === 'write' ? 'write' : 'other'),
    ordered: json['ordered'] ?? json['effect'] === 'write',
    ...(isObject(event) && { event: { level: 'PUBLIC', ...noticeOf(event) } }),
  }) as unknown as Operation;

/** Returns the capabilities of the areas that have types with a workflow. */
const workflowCapabilities = (source: Source): string[] => {
  const subjects = source.areas.flatMap(({ workflows }) => Object.keys(objectAt(workflows?.json ?? {}, 'subjects')));
  const areas = source.areas.filter(({ area }) =>
    stringsAt(area.json, 'types').some((type) => subjects.includes(type)),
  );
  const named = areas.flatMap(({ area }) => [
    textAt(area.json, 'capability') ?? '',
    ...stringsAt(area.json, 'capabilities'),
  ]);
  return [...new Set(named)].filter((name) => name !== '').toSorted();
};

/** Returns the capability of the area and that of the screen: a dedicated installation shows the screen for either of them. */
const dedicatedKeysOf = (json: JsonObject, area: SourceArea): string[] => {
  const own = textAt(area.area.json, 'capability');
  return own === undefined ? [] : [...new Set([own, textAt(json, 'capability') ?? own])];
};

const screenOf = ({ workflowTypes, ...json }: JsonObject, area: SourceArea, source: Source): DeclaredScreen => {
  const dedicatedKeys = dedicatedKeysOf(json, area);
  return {
    ...json,
    ...(workflowTypes === true && { anyCapability: workflowCapabilities(source) }),
    ...(dedicatedKeys.length > 0 && { dedicatedKeys }),
    area: areaKey(area),
  } as unknown as DeclaredScreen;
};

const screensOf = (source: Source): Declared<DeclaredScreen>[] =>
  source.areas.flatMap((area) =>
    listAt(area.area.json, 'screens')
      .filter(isObject)
      .map((json, index) => ({
        value: screenOf(json, area, source),
        file: area.area,
        pointer: pointer('', 'screens', index),
      })),
  );

const areaOf = (area: SourceArea): Area => {
  const capability = textAt(area.area.json, 'capability');
  return {
    key: areaKey(area),
    icon: textAt(area.area.json, 'icon') ?? 'folder-close',
    ...(capability !== undefined && { capability }),
    ...(isObject(area.area.json['ownersWith']) && {
      ownersWith: area.area.json['ownersWith'] as unknown as NonNullable<Area['ownersWith']>,
    }),
    types: stringsAt(area.area.json, 'types'),
  };
};

/** Returns all capabilities. An area declares one, or a screen that it opens. */
const capabilitiesOf = (source: Source): string[] => {
  const named = source.areas.flatMap(({ area }) => {
    const screens = listAt(area.json, 'screens').filter(isObject);
    const single = [area.json, ...screens].flatMap((each) =>
      ['capability', 'nonDedicatedCapability'].flatMap((member) => textAt(each, member) ?? []),
    );
    return [...single, ...stringsAt(area.json, 'capabilities')];
  });
  return [...new Set(named)].toSorted();
};

const ownerTypeOf = (source: Source, report: Report): string | undefined => {
  const named = source.areas.filter(({ area }) => textAt(area.json, 'ownerType') !== undefined);
  for (const { area } of named.slice(1)) {
    report({
      file: area.path,
      pointer: '/ownerType',
      reason: `${named[0]?.area.path ?? ''} names the owner type already`,
    });
  }
  return textAt(named[0]?.area.json ?? {}, 'ownerType');
};

/** Returns the file that only one area may declare. */
const onlyOne = <T>(files: readonly SourceFile[], what: string, report: Report): Declared<T> | undefined => {
  const [file, ...more] = files;
  for (const { path } of more)
    report({ file: path, pointer: '', reason: `${file?.path ?? ''} declares the ${what} already` });
  if (file === undefined) return undefined;
  const { $schema: _, ...value } = file.json;
  return { value: value as unknown as T, file, pointer: '' };
};

/** Adds the item types generated from step kinds, and the properties that workflows and state machines add to types. */
const withMadeTypes = (
  source: Source,
  kinds: readonly DeclaredKind[],
  workflows: Workflows | undefined,
): readonly SourceArea[] =>
  source.areas.map((area) => {
    const made = kinds
      .filter((kind) => kind.area === area)
      .map((kind) => stepTypeOf(source, kind, workflows?.template ?? ''));
    return {
      ...area,
      types: [...area.types, ...made]
        .map((type) => templateTypeOf(type, workflows))
        .map((type) => withStateProperty(subjectTypeOf(source, type, workflows))),
    };
  });

const messagesOf = (source: Source, report: Report): Record<string, string> => {
  const all: Record<string, string> = {};
  const from: Record<string, SourceFile> = {};
  for (const file of source.areas.flatMap(({ messages }) => messages)) {
    for (const [id, text] of Object.entries(file.json)) {
      if (all[id] !== undefined && all[id] !== text) {
        report({ file: file.path, pointer: pointer('', id), reason: `${from[id]?.path ?? ''} gives it other words` });
      }
      all[id] = String(text);
      from[id] = file;
    }
  }
  return all;
};

const typesOf = (source: Source, report: Report): Record<string, LinkedType> => {
  const types: Record<string, LinkedType> = {};
  for (const area of source.areas) {
    for (const type of area.types) {
      const before = types[type.name];
      if (before !== undefined) {
        report({ file: area.area.path, pointer: '/types', reason: `${type.name} is a type of ${before.area} already` });
      }
      types[type.name] = linkType(type, area, { source, report });
    }
  }
  return types;
};

export const link = (read: Source): { linked: Linked; diagnostics: Diagnostic[] } => {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const filesOf = (key: 'purposes' | 'workflows') => read.areas.flatMap((area) => area[key] ?? []);
  const workflows = onlyOne<Workflows>(filesOf('workflows'), 'workflows', report);
  const kinds = stepKindsOf(read, Object.keys(workflows?.value.subjects ?? {}), report);
  const source = { ...read, areas: withMadeTypes(read, kinds, workflows?.value) };
  const parts = { source, report };
  const lists = collect({ ...parts, key: 'lists' }, listOf);
  const endpoints = Object.entries(collect({ ...parts, key: 'endpoints' }, endpointOf));
  const linked: Linked = {
    types: Object.fromEntries(
      Object.entries(typesOf(source, report)).map(([name, type]) => [name, withListRights(type, lists)]),
    ),
    areas: source.areas.map(areaOf),
    sources: source.areas,
    displays: source.displays,
    ownerType: ownerTypeOf(source, report),
    capabilities: capabilitiesOf(source),
    screens: screensOf(source),
    lists,
    buckets: collect({ ...parts, key: 'buckets' }, bucketsOf),
    operations: Object.fromEntries(endpoints.filter(([, { value }]) => value.address !== undefined)),
    actions: Object.fromEntries(endpoints.filter(([, { value }]) => value.address === undefined)),
    reports: collect({ ...parts, key: 'reports' }, reportOf),
    imports: collect({ ...parts, key: 'imports' }, importKindOf),
    conversations: onlyOne<Conversations>(filesOf('purposes'), 'conversations', report),
    steps: Object.fromEntries(kinds.map(({ value, file, pointer }) => [value.kind, { value, file, pointer }])),
    workflows,
    messages: messagesOf(source, report),
  };
  return { linked, diagnostics };
};
