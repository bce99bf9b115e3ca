// Validates workflows.json and the step kinds: types, lists, rights and paths exist, and effects can run.

import { didYouMean } from 'codegen/didYouMean.ts';
import { objectAt, pointer } from 'codegen/json.ts';
import type { Declared, Linked, LinkedType } from 'codegen/Linked.ts';
import { noProperty, pathsThat } from 'codegen/propertyPaths.ts';
import {
  demandProperty,
  noList,
  noType,
  relationsIn,
  reporterOf,
  rightsOf,
  type Reporter,
  type ValidatedType,
  type Validation,
} from 'codegen/validate/Validation.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { StepEffect, StepKind, WorkflowEnd, Workflows, WorkflowSubject } from 'src/model/schema/Workflows.ts';
import { isDated } from 'src/model/kinds/kindTraits.ts';
import type { Property } from 'src/model/schema/Property.ts';

/** Properties of a template that the engine reads. */
const TEMPLATE = ['label', 'of', 'state', 'version', 'steps'];

interface Place {
  readonly linked: Linked;
  readonly reporter: Reporter;
  readonly at: string;
}

const demandList = (name: string, at: string, { linked, reporter }: Place): void =>
  reporter.expect(Object.hasOwn(linked.lists, name), at, noList(name, linked));

/** Returns the end of a message about a path that is no value of a list: the paths that are. */
const listedIn = ({ properties }: LinkedType, path: string): string =>
  didYouMean(
    path,
    pathsThat(properties, ({ list }) => list !== undefined),
  );

const isDay = (subject: ValidatedType, path: string, at: string): void => {
  const property = demandProperty(subject, path, at);
  const isSingle = property?.many === false && isDated(property.kind);
  const days = pathsThat(subject.type.properties, ({ many, kind }) => !many && isDated(kind));
  subject.reporter.expect(!property || isSingle, at, `${path} is no single date${didYouMean(path, days)}`);
};

/**
 * Requires a transition that the engine may run, an outcome from the list that the steps have, and a relation that receives the last step.
 */
const validateEnd = (subject: ValidatedType, ends: WorkflowEnd, at: string): void => {
  const { type, reporter } = subject;
  const known = type.states?.transitions.map(({ name }) => name) ?? [];
  const { transition, outcome, with: by, way } = ends;
  reporter.expect(
    known.includes(transition),
    `${at}/transition`,
    `${transition} is no transition of ${type.name}${didYouMean(transition, known)}`,
  );
  const taking = outcome === undefined ? undefined : demandProperty(subject, outcome, `${at}/outcome`);
  const naming = by === undefined ? undefined : demandProperty(subject, by, `${at}/with`);
  reporter.expect(
    !taking || taking.list !== undefined,
    `${at}/outcome`,
    `${outcome} has no values of a list${listedIn(type, outcome ?? '')}`,
  );
  const noRelation = `${by} is no relation${relationsIn(type.properties, by ?? '')}`;
  reporter.expect(!naming || naming.rel !== undefined, `${at}/with`, noRelation);
  const listed = way === undefined ? undefined : demandProperty(subject, way, `${at}/way`);
  reporter.expect(
    !listed || listed.list !== undefined,
    `${at}/way`,
    `${way} has no values of a list${listedIn(type, way ?? '')}`,
  );
};

const validateSubject = (type: LinkedType, subject: WorkflowSubject, place: Place): void => {
  const { linked, reporter, at } = place;
  const validated = { type, linked, reporter };
  demandList(subject.list, `${at}/list`, place);
  demandList(subject.outcomes, `${at}/outcomes`, place);
  reporter.expect(
    Object.hasOwn(type.server.access.actions, subject.may),
    `${at}/may`,
    `${type.name} declares no right to ${subject.may}${rightsOf([type], subject.may)}`,
  );
  if (subject.calendar !== undefined) {
    const owner = demandProperty(validated, subject.calendar, `${at}/calendar`);
    const noRelation = `${subject.calendar} is no relation${relationsIn(type.properties, subject.calendar)}`;
    reporter.expect(!owner || owner.rel !== undefined, `${at}/calendar`, noRelation);
  }
  const { runs, ...days } = subject.clock ?? {};
  for (const [end, path] of Object.entries(days)) isDay(validated, path, `${at}/clock/${end}`);
  const known = runs && demandProperty(validated, runs.property, `${at}/clock/runs/property`);
  for (const value of known && runs ? runs.is : [])
    reporter.expect(
      known?.values?.includes(value) === true,
      `${at}/clock/runs`,
      `${runs?.property} is never ${value}${didYouMean(value, known?.values ?? [])}`,
    );
  if (subject.ends) validateEnd(validated, subject.ends, `${at}/ends`);
};

const validateTemplate = ({ template }: Workflows, { linked, reporter }: Place): void => {
  const type = linked.types[template];
  reporter.expect(type !== undefined, '/template', noType(template, linked));
  for (const name of type ? TEMPLATE : [])
    reporter.expect(type?.properties[name] !== undefined, '/template', type ? noProperty(type, name) : '');
};

const validateWorkflows = ({ value, file }: Declared<Workflows>, linked: Linked) => {
  const reporter = reporterOf(file);
  validateTemplate(value, { linked, reporter, at: '' });
  for (const [name, subject] of Object.entries(value.subjects)) {
    const at = pointer('', 'subjects', name);
    const type = linked.types[name];
    reporter.expect(type !== undefined, at, noType(name, linked));
    if (type) validateSubject(type, subject, { linked, reporter, at });
  }
  return reporter.diagnostics;
};

const isLongText = (property: Property | undefined): boolean =>
  property !== undefined && KINDS[property.kind].lines === 'many';

const noLongText = (properties: LinkedType['properties'], path: string, holder: string): string =>
  `${path} is no long text of ${holder}${didYouMean(path, pathsThat(properties, isLongText))}`;

/** Requires a text of the step, and a relation of it that may name the conversation. */
const validateSaid = (
  { says, kept }: Extract<StepEffect, { readonly do: 'openThread' }>,
  { value }: Declared<StepKind>,
  { linked, reporter, at }: Place,
): void => {
  const properties = linked.types[value.type]?.properties ?? {};
  const text = says === undefined ? undefined : properties[says];
  const relation = kept === undefined ? undefined : properties[kept];
  reporter.expect(says === undefined || isLongText(text), `${at}/says`, noLongText(properties, says ?? '', value.kind));
  const thread = linked.conversations?.value.thread ?? '';
  const namesThread = (each: Property | undefined): boolean => each?.rel?.to.includes(thread) === true && !each.many;
  reporter.expect(
    kept === undefined || namesThread(relation),
    `${at}/kept`,
    `${kept} of ${value.kind} cannot name a conversation${didYouMean(kept ?? '', pathsThat(properties, namesThread))}`,
  );
};

const validateEffect = (effect: StepEffect, kind: Declared<StepKind>, place: Place): void => {
  const { value } = kind;
  const { linked, reporter, at } = place;
  if (effect.do === 'openThread') {
    const purposes = Object.keys(linked.conversations?.value.purposes ?? {});
    reporter.expect(
      purposes.includes(effect.purpose),
      at,
      `${effect.purpose} is no purpose of conversations${didYouMean(effect.purpose, purposes)}`,
    );
    validateSaid(effect, kind, place);
  }
  if (effect.do === 'give') {
    const own = linked.types[value.type]?.properties ?? {};
    reporter.expect(isLongText(own[effect.from]), at, noLongText(own, effect.from, value.kind));
    for (const name of value.for) {
      const { properties = {} } = linked.types[name] ?? {};
      reporter.expect(isLongText(properties[effect.to]), at, noLongText(properties, effect.to, name));
    }
  }
  if (effect.do !== 'setState') return;
  for (const name of value.for) {
    const known = linked.types[name]?.states?.transitions.map((each) => each.name) ?? [];
    reporter.expect(
      known.includes(effect.transition),
      at,
      `${effect.transition} is no transition of ${name}${didYouMean(effect.transition, known)}`,
    );
  }
};

/** Requires that each possible type of the record has the properties that fill a new record and that say when it is done. */
const validateRecord = ({ value }: Declared<StepKind>, { linked, reporter, at }: Place): void => {
  const { record, fills = {}, done, readyWhen, moves, type } = value;
  const properties = linked.types[type]?.properties ?? {};
  const types = record === undefined ? [] : (properties[record]?.rel?.to ?? []);
  reporter.expect(
    record !== undefined || (!done && !readyWhen && !moves && Object.keys(fills).length === 0),
    at,
    'names no "record"',
  );
  const paths = [...(done && 'path' in done ? [done.path] : []), ...(readyWhen ? [readyWhen.path] : [])];
  const names = [...Object.keys(fills), ...paths];
  for (const to of types)
    for (const name of names) {
      const type = linked.types[to];
      reporter.expect(type?.properties[name] !== undefined, at, type ? noProperty(type, name) : noType(to, linked));
    }
  for (const to of moves ? types : []) {
    const known = linked.types[to]?.states;
    const names = known?.transitions.map((each) => each.name) ?? [];
    const reached = linked.types[to]?.properties[known?.property ?? '']?.values ?? [];
    reporter.expect(
      names.includes(moves?.transition ?? ''),
      `${at}/moves/transition`,
      `${moves?.transition ?? ''} is no transition of ${to}${didYouMean(moves?.transition ?? '', names)}`,
    );
    for (const state of moves?.after ?? [])
      reporter.expect(
        reached.includes(state),
        `${at}/moves/after`,
        `${state} is no state of ${to}${didYouMean(state, reached)}`,
      );
  }
  for (const name of value.demands ?? [])
    reporter.expect(
      properties[name] !== undefined,
      `${at}/demands`,
      noProperty({ name: value.kind, properties }, name),
    );
};

const validateKind = (kind: Declared<StepKind>, linked: Linked) => {
  const { value, file, pointer: at } = kind;
  const reporter = reporterOf(file);
  const subjects = Object.keys(linked.workflows?.value.subjects ?? {});
  reporter.expect(value.for.length > 0, at, 'no type has workflows: name one in workflows.json');
  for (const name of value.for)
    reporter.expect(
      subjects.includes(name),
      `${at}/for`,
      `${name} has no workflows: name it in workflows.json${didYouMean(name, subjects)}`,
    );
  const own = objectAt(objectAt(objectAt(file.json, 'kinds'), value.kind), 'properties');
  for (const name of value.required)
    reporter.expect(
      Object.hasOwn(own, name),
      `${at}/required`,
      `${name} is no property of its own${didYouMean(name, Object.keys(own))}`,
    );
  const properties = linked.types[value.type]?.properties ?? {};
  const relations = Object.keys(own).filter((name) => properties[name]?.rel !== undefined);
  for (const [member, name] of [['record', value.record] as const, ['assigns', value.assigns] as const])
    reporter.expect(
      name === undefined || (Object.hasOwn(own, name) && properties[name]?.rel !== undefined),
      pointer(at, member),
      `${name} is no relation of its own${didYouMean(name ?? '', relations)}`,
    );
  validateRecord(kind, { linked, reporter, at });
  const shown = Object.values(value.shows ?? {}).flat();
  for (const type of value.for)
    for (const path of shown)
      reporter.expect(
        linked.types[type]?.properties[path.split('.')[0] ?? '']?.rel !== undefined,
        pointer(at, 'shows'),
        `${path} is no relation of ${type}${relationsIn(linked.types[type]?.properties ?? {}, path)}`,
      );
  for (const type of value.for.flatMap((name) => linked.types[name] ?? []))
    for (const name of value.asks ?? [])
      reporter.expect(type.properties[name] !== undefined, pointer(at, 'asks'), noProperty(type, name));
  for (const when of ['onActive', 'onComplete'] as const)
    value[when].forEach((effect, index) =>
      validateEffect(effect, kind, { linked, reporter, at: pointer(at, when, index) }),
    );
  return reporter.diagnostics;
};

export const workflows: Validation = (linked) => [
  ...(linked.workflows ? validateWorkflows(linked.workflows, linked) : []),
  ...Object.values(linked.steps).flatMap((kind) => validateKind(kind, linked)),
];
