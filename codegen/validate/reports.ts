// Validates reports.json: the types, sets and conditions that a report names exist, and each path leads to a property.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { pointer, type JsonValue } from 'codegen/json.ts';
import { noProperty, propertyAt } from 'codegen/propertyPaths.ts';
import { noType, reporterOf, type Reporter, type Validation } from 'codegen/validate/Validation.ts';
import { predicates } from 'codegen/validate/predicateRules.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { ReportSet, ReportSource, ReportType } from 'src/model/schema/ReportType.ts';

interface Place {
  readonly linked: Linked;
  readonly reporter: Reporter;
  readonly report: ReportType;
  /** Pointer to the report. */
  readonly root: string;
}

/** Returns the type of the records of a set. */
const typeOfSet = (place: Place, set: ReportSet | undefined): LinkedType | undefined => {
  if (set && 'from' in set) return typeOfSet(place, place.report.sets[set.from]);
  return place.linked.types[set?.type ?? ''];
};

/** Values that records have without a declaration: by themselves, and followed by a path. */
const WITHOUT_PATH = ['$type', '$event', '$fromState', '$toState'];
const WITH_PATH = ['$plain', '$caption'];

/** Returns what is wrong with a path of records of the type. */
const pathFault = (place: Place, type: LinkedType, path: string): string | undefined => {
  const [first = '', ...more] = path.split('.');
  const rest = more.join('.');
  const { linked, report } = place;
  if (first === '$message')
    return linked.messages[rest] === undefined
      ? `${rest} is no message${didYouMean(rest, Object.keys(linked.messages))}`
      : undefined;
  const about = linked.types[report.about];
  if (first === '$about') return about && pathFault(place, about, rest);
  if (WITH_PATH.includes(first)) return propertyAt(type.properties, rest) ? undefined : noProperty(type, rest);
  if (propertyAt(type.properties, path)) return undefined;
  const sets = Object.values(report.sets);
  if (path.startsWith('$') && rest === '') {
    const isComputed = [...report.sources, ...sets.filter((set) => typeOfSet(place, set) === type)].some(
      (each) => 'values' in each,
    );
    return WITHOUT_PATH.includes(path) || isComputed
      ? undefined
      : `${path} is no value of ${type.name}${didYouMean(path, WITHOUT_PATH)}`;
  }
  const to = first === '$id' ? [type.name] : (propertyAt(type.properties, first)?.rel?.to ?? []);
  const reached = sets
    .flatMap((set) => typeOfSet(place, set) ?? [])
    .filter(({ name }) => to.includes('*') || to.includes(name));
  const isReached = rest !== '' && reached.some((each) => pathFault(place, each, rest) === undefined);
  return isReached ? undefined : noProperty(type, path);
};

const demandPath = (place: Place, type: LinkedType, { path, at }: { readonly path: string; readonly at: string }) => {
  const fault = pathFault(place, type, path);
  place.reporter.expect(fault === undefined, at, fault ?? '');
};

const demandName = ({ reporter }: Place, name: string, { at, known }: { at: string; known: object }): void =>
  reporter.expect(name in known, at, `${name} is not declared here${didYouMean(name, Object.keys(known))}`);

/** Validates a predicate, which is evaluated on the values of one record. */
const validatePredicate = (
  { linked, reporter }: Place,
  type: LinkedType | undefined,
  { predicate, at }: { readonly predicate: Predicate; readonly at: string },
): void =>
  predicates({ ...predicate } as JsonValue, at, { linked, reporter, properties: type?.properties, hopped: true });

/** Validates the condition for records of the type. */
const validateWhen = (place: Place, type: LinkedType, { name, at }: { name: string; at: string }): void => {
  const { report, root } = place;
  const condition = report.conditions[name];
  demandName(place, name, { at, known: report.conditions });
  const there = pointer(root, 'conditions', name);
  if (condition && 'if' in condition) validatePredicate(place, type, { predicate: condition.if, at: `${there}/if` });
  if (condition && 'since' in condition)
    demandPath(place, type, { path: `$about.${condition.since}`, at: `${there}/since` });
  if (!condition || !('in' in condition)) return;
  demandName(place, condition.in, { at: `${there}/in`, known: report.sets });
  const records = typeOfSet(place, report.sets[condition.in]);
  if (!records) return;
  demandPath(place, records, { path: condition.by, at: `${there}/by` });
  const predicate = 'last' in condition ? condition.last : condition.none;
  validatePredicate(place, records, { predicate, at: there });
};

/** Validates all names of conditions, and all paths or templates, in a part of a declaration. */
const validatePart = (
  place: Place,
  type: LinkedType,
  { part, at, isText = false }: { readonly part: unknown; readonly at: string; readonly isText?: boolean },
): void => {
  if (typeof part === 'string') {
    const paths = isText ? [...part.matchAll(/\{([^{}]+)\}/g)].flatMap(([, each = '']) => each.split('|')) : [part];
    for (const path of paths) demandPath(place, type, { path, at });
  } else
    for (const [key, each] of Object.entries(part ?? {}))
      if (each === undefined) continue;
      else if (key === 'when') validateWhen(place, type, { name: String(each), at: `${at}/when` });
      else validatePart(place, type, { part: each, at: pointer(at, key), isText });
};

const validateRecords = (place: Place, records: ReportSet | ReportSource, at: string): void => {
  const { linked, reporter, report } = place;
  if ('from' in records) {
    demandName(place, records.from, { at: `${at}/from`, known: report.sets });
    validatePredicate(place, typeOfSet(place, records), { predicate: records.if, at: `${at}/if` });
    return;
  }
  const type = linked.types[records.type];
  reporter.expect(type !== undefined, `${at}/type`, noType(records.type, linked));
  if (!type) return;
  for (const [path, values] of Object.entries(records.where))
    for (const value of [path, ...values.filter((each) => each.startsWith('$') && each !== '$about')]) {
      const there = pointer(at, 'where', path);
      if (value === path || value.startsWith('$about.')) demandPath(place, type, { path: value, at: there });
      else demandName(place, value.slice(1), { at: there, known: report.sets });
    }
  const { when, day, files, values, method, columns, texts }: Partial<ReportSource & { texts: object }> = records;
  validatePart(place, type, { part: { when, day, files, values: values?.of }, at });
  validatePart(place, type, { part: { method, columns, texts }, at, isText: true });
  for (const name of Object.keys(columns ?? {}))
    reporter.expect(
      report.columns.includes(name),
      pointer(at, 'columns', name),
      `${name} is no column${didYouMean(name, report.columns)}`,
    );
};

export const reports: Validation = (linked): Diagnostic[] =>
  Object.values(linked.reports).flatMap(({ value: report, file, pointer: root }) => {
    const reporter = reporterOf(file);
    const place: Place = { linked, reporter, report, root };
    const { name, about, columns, sets, sources } = report;
    reporter.expect(linked.types[about] !== undefined, `${root}/about`, noType(about, linked));
    for (const id of columns.map((column) => `${name}.${column}`))
      reporter.expect(
        linked.messages[id] !== undefined,
        `${root}/columns`,
        `there is no message ${id}${didYouMean(id, Object.keys(linked.messages))}`,
      );
    for (const [key, set] of Object.entries(sets)) validateRecords(place, set, pointer(root, 'sets', key));
    sources.forEach((source, index) => validateRecords(place, source, pointer(root, 'sources', index)));
    return reporter.diagnostics;
  });
