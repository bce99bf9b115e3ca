// Validates the properties of each type: reserved names, required limits of texts and lists, allowed x- words, relations to existing types,
// unambiguous inverse names, value lists that exist and are owned as used.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { pointer } from 'codegen/json.ts';
import {
  noList,
  noType,
  perType,
  relationsIn,
  targetsOf,
  reporterOf,
  type Validation,
  type Reporter,
} from 'codegen/validate/Validation.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { allPaths, noProperty, pathsThat, propertyAt, RESERVED } from 'codegen/propertyPaths.ts';
import { levelRank } from 'src/model/access/levels.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { LOWERCASE } from 'src/model/schema/ruleOfError.ts';

const at = (path: string): string => pointer('', ...path.split('.').flatMap((part) => ['properties', part]));

const validateLimits = (path: string, property: Property, { expect }: Reporter): void => {
  const { kind, many, maxLength, maxItems, pattern } = property;
  if (KINDS[kind].text === 'free') {
    const isId = KINDS[kind].lines === 'one' && pattern !== undefined;
    expect(maxLength !== undefined || isId, at(path), 'a text needs maxLength: nothing may grow without end');
  }
  if (many) expect(maxItems !== undefined, at(path), 'a list needs maxItems: nothing may grow without end');
};

/** A pattern names the message that explains the expected form. Without it, a person would not know what to correct. */
const validatePattern = (
  path: string,
  { pattern, patternKey }: Property,
  { reporter, linked }: { reporter: Reporter; linked: Linked },
): void => {
  if (pattern === undefined || pattern === LOWERCASE) return;
  const id = `errors.pattern.${patternKey ?? ''}`;
  if (linked.messages[id] !== undefined) return;
  const known = Object.keys(linked.messages).filter((each) => each.startsWith('errors.pattern.'));
  reporter.report(at(path), `a pattern needs x-pattern, and words for ${id}${didYouMean(id, known)}`);
};

const validateNames = (path: string, property: Property, { expect }: Reporter): void => {
  const isOwn = !path.includes('.');
  if (isOwn) expect(!RESERVED.has(path), at(path), `${path} is a name of the engine's own; choose another`);
  expect(
    isOwn || property.level === undefined,
    at(path),
    'x-level belongs to a whole property: what a stricter level hides is stored apart',
  );
  expect(isOwn || !isGeometry(property.kind), at(path), 'x-geo belongs to a whole property: geometry is stored apart');
  expect(isOwn || property.computed === undefined, at(path), 'x-computed belongs to a whole property');
  expect(
    (isOwn && property.readOnly) || property.unversioned === undefined,
    at(path),
    'x-unversioned belongs to a whole property that is read-only',
  );
  const askedFor = isOwn && !property.readOnly && property.level === undefined;
  expect(
    askedFor || property.requiredExceptAdmins === undefined,
    at(path),
    'x-required belongs to a whole property that everyone who may write the item can see and set',
  );
};

const OPENING_KINDS: ReadonlySet<string> = new Set(['boolean']);

/** The property that opens a geometry is a boolean of the same type, which all readers of the item read. */
const validateExactIf = (
  { properties }: LinkedType,
  { geo }: Property,
  { reporter: { expect }, path }: { reporter: Reporter; path: string },
): void => {
  const exactIf = geo?.generalised?.exactIf;
  if (exactIf === undefined) return;
  const booleans = Object.values(properties).flatMap(({ name, kind, level }) =>
    OPENING_KINDS.has(kind) && level === undefined ? [name] : [],
  );
  const isOpen = booleans.includes(exactIf);
  expect(
    isOpen,
    at(path),
    `x-geo/generalised/exactIf: ${exactIf} is no boolean property without x-level${didYouMean(exactIf, booleans)}`,
  );
};

const validateRelation = (
  type: LinkedType,
  { rel, level }: Property,
  context: { reporter: Reporter; linked: Linked; path: string },
): void => {
  const { reporter, linked, path } = context;
  const leadsOn = rel?.to.length === 1 && rel.to[0] === type.name && !path.includes('.') && level === undefined;
  reporter.expect(
    rel?.acyclic !== true || leadsOn,
    `${at(path)}/x-rel/acyclic`,
    'acyclic belongs to a whole property without x-level that names items of its own type alone',
  );
  for (const name of rel?.to ?? []) {
    const known = name === '*' || name === '$owner' || Object.hasOwn(linked.types, name);
    reporter.expect(known, `${at(path)}/x-rel/to`, noType(name, linked));
    for (const [own, values] of Object.entries(rel?.only ?? {})) {
      const narrowing = linked.types[name]?.properties[own]?.values ?? [];
      const isKnown = values.every((value) => narrowing.includes(value));
      const unknown = values.find((value) => !narrowing.includes(value)) ?? '';
      const reason = `${unknown} is no value of ${own} of ${name}${didYouMean(unknown, narrowing)}`;
      reporter.expect(isKnown, `${at(path)}/x-rel/only`, reason);
    }
  }
};

const validateAfter = (
  type: LinkedType,
  { after, kind }: Property,
  context: { reporter: Reporter; path: string },
): void => {
  if (after === undefined) return;
  const inside = context.path.slice(0, Math.max(0, context.path.lastIndexOf('.')));
  const start = propertyAt(type.properties, inside === '' ? after : `${inside}.${after}`);
  const isMany = inside !== '' && propertyAt(type.properties, inside)?.many === true;
  const starts = pathsThat(type.properties, (each) => each.kind === kind && each.many === isMany);
  const isPair = KINDS[kind].scale !== undefined && start?.kind === kind && start.many === isMany;
  context.reporter.expect(
    isPair,
    `${at(context.path)}/x-after`,
    `${after} is no start of the same kind${didYouMean(after, starts)}`,
  );
};

/**
 * A computed value reveals the values that it is computed from, so its readers must be the same. Values that depend on the time are
 * computed for each reader.
 */
const validateComputed = (
  type: LinkedType,
  { computed, level = 'PUBLIC' }: Property,
  context: { reporter: Reporter; path: string },
): void => {
  for (const from of computed?.from ?? []) {
    const source = propertyAt(type.properties, from);
    const place = `${at(context.path)}/x-computed/from`;
    context.reporter.expect(source !== undefined, place, noProperty(type, from));
    const needed = source?.level ?? 'PUBLIC';
    context.reporter.expect(
      computed?.clock === true || levelRank(level) >= levelRank(needed),
      place,
      `${from} is for readers of ${needed}: write "x-level": "${needed}" at ${context.path} too`,
    );
  }
};

/** Only a relation that every reader of the item may read can be counted, because the count is stored with the item. */
const validateCount = (
  type: LinkedType,
  { count, kind, many, name }: Property,
  context: { reporter: Reporter; linked: Linked; path: string },
): void => {
  if (count === undefined) return;
  const { reporter, linked, path } = context;
  const place = `${at(path)}/x-count`;
  const holder = count.type === undefined ? type : linked.types[count.type];
  const relation = holder?.properties[count.path];
  const leadsHere =
    count.type === undefined || (targetsOf(relation?.rel?.to ?? [], linked)?.includes(type.name) ?? true);
  reporter.expect(
    KINDS[kind].json === 'integer' && !many && name === path,
    place,
    'x-count belongs to a whole number of the item',
  );
  reporter.expect(holder !== undefined, place, noType(count.type ?? '', linked));
  const { through } = count;
  reporter.expect(
    through === undefined || (count.type !== undefined && holder?.properties[through]?.rel !== undefined),
    place,
    `${through} is no relation of the counted type${relationsIn(holder?.properties ?? {}, through ?? '')}`,
  );
  reporter.expect(
    holder === undefined || (relation?.rel !== undefined && relation.level === undefined && leadsHere),
    place,
    `${count.path} is no relation ${count.type === undefined ? '' : `to a ${type.name} `}that all readers of its item may read${relationsIn(holder?.properties ?? {}, count.path)}`,
  );
};

const validateCategories = (
  { files }: Property,
  { reporter, linked, path }: { readonly reporter: Reporter; readonly linked: Linked; readonly path: string },
): void => {
  const name = files?.categories;
  if (name === undefined) return;
  const list = linked.lists[name]?.value;
  const place = `${at(path)}/x-files/categories`;
  reporter.expect(list !== undefined, place, noList(name, linked));
  reporter.expect(!list?.owned, place, `${name} belongs to owners: categories are of a list of the site`);
};

const validateList = (
  type: LinkedType,
  property: Property,
  context: { reporter: Reporter; linked: Linked; path: string },
): void => {
  const { reporter, linked, path } = context;
  const use = property.list;
  if (use === undefined) return;
  const list = linked.lists[use.list]?.value;
  const place = `${at(path)}/x-list`;
  reporter.expect(list !== undefined, `${place}/list`, noList(use.list, linked));
  if (list === undefined) return;
  if (use.owner === 'system') {
    return reporter.expect(!list.owned, `${place}/owner`, `${use.list} is owned: give the path to the owner`);
  }
  reporter.expect(
    list.owned,
    `${place}/owner`,
    `${use.list} belongs to the system: write "system", or "owned" at the list`,
  );
  const owner = use.owner === '$self' ? undefined : propertyAt(type.properties, use.owner);
  const isOwner = use.owner === '$self' ? type.name === linked.ownerType : owner?.rel !== undefined;
  reporter.expect(
    isOwner,
    `${place}/owner`,
    `${use.owner} is no relation to an owner${relationsIn(type.properties, use.owner)}`,
  );
};

const validateType = (type: LinkedType, linked: Linked): Diagnostic[] => {
  const reporter = reporterOf(type.source.schema);
  for (const [path, property] of allPaths(type.properties)) {
    validateLimits(path, property, reporter);
    validatePattern(path, property, { reporter, linked });
    validateNames(path, property, reporter);
    validateExactIf(type, property, { reporter, path });
    validateRelation(type, property, { reporter, linked, path });
    validateComputed(type, property, { reporter, path });
    validateCount(type, property, { reporter, linked, path });
    validateAfter(type, property, { reporter, path });
    validateList(type, property, { reporter, linked, path });
    validateCategories(property, { reporter, linked, path });
  }
  for (const name of Object.values(type.resolved['required'] ?? [])) {
    reporter.expect(Object.hasOwn(type.properties, String(name)), '/required', noProperty(type, String(name)));
  }
  return reporter.diagnostics;
};

interface Inverse {
  readonly type: LinkedType;
  readonly path: string;
  readonly name: string;
}

const inversesOf = (type: LinkedType): Inverse[] =>
  allPaths(type.properties).flatMap(([path, { rel }]) =>
    rel?.inverse === undefined ? [] : [{ type, path, name: rel.inverse }],
  );

/**
 * Allows two properties of one type to share an inverse name, which then means the items of that type that name the item in either
 * property.
 */
const validateInverse = ({ type, path, name }: Inverse, taken: Map<string, Inverse>, linked: Linked): Diagnostic[] => {
  const reporter = reporterOf(type.source.schema);
  const to = propertyAt(type.properties, path)?.rel?.to ?? [];
  const place = `${at(path)}/x-rel/inverse`;
  for (const target of targetsOf(to, linked) ?? Object.keys(linked.types)) {
    const other = taken.get(`${target} ${name}`);
    const isProperty = Object.hasOwn(linked.types[target]?.properties ?? {}, name);
    reporter.expect(!isProperty, place, `${name} is a property of ${target}: an inverse name means one thing`);
    const areSteps = other?.type.source.step !== undefined && type.source.step !== undefined;
    if (other !== undefined && other.type !== type && !areSteps) {
      reporter.report(place, `${name} on ${target} is the inverse of ${other.type.name}.${other.path} already`);
      break;
    }
    taken.set(`${target} ${name}`, { type, path, name });
  }
  return reporter.diagnostics;
};

/** Checks relations with certain targets first, so that a conflict is reported for the relation to any type. */
const validateInverses: Validation = (linked) => {
  const taken = new Map<string, Inverse>();
  const all = Object.values(linked.types).flatMap(inversesOf);
  const isOpen = ({ type, path }: Inverse): boolean =>
    targetsOf(propertyAt(type.properties, path)?.rel?.to ?? [], linked) === undefined;
  return [...all.filter((each) => !isOpen(each)), ...all.filter(isOpen)].flatMap((each) =>
    validateInverse(each, taken, linked),
  );
};

export const properties: Validation = (linked) => [...perType(validateType)(linked), ...validateInverses(linked)];
