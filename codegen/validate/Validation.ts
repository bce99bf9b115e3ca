// Shared parts of the validations between files: reporter, types under validation, lookups. A validation is a pure function of the linked
// declarations; there is one file per subject.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { noProperty, pathsThat, propertyAt } from 'codegen/propertyPaths.ts';
import type { SourceFile } from 'codegen/Source.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import type { Property } from 'src/model/schema/Property.ts';

export type Validation = (linked: Linked) => Diagnostic[];

/** Collects the diagnostics of one file. */
export interface Reporter {
  readonly diagnostics: Diagnostic[];
  report(pointer: string, reason: string): void;
  warn(pointer: string, reason: string): void;
  /** Reports when the condition does not hold. */
  expect(condition: boolean, pointer: string, reason: string): void;
}

export const reporterOf = ({ path, at = '' }: SourceFile): Reporter => {
  const diagnostics: Diagnostic[] = [];
  const report = (pointer: string, reason: string): void =>
    void diagnostics.push({ file: path, pointer: at + pointer, reason });
  return {
    diagnostics,
    report,
    warn: (pointer, reason) => void diagnostics.push({ file: path, pointer: at + pointer, reason, warning: true }),
    expect: (condition, pointer, reason) => {
      if (!condition) report(pointer, reason);
    },
  };
};

/** One type under validation. */
export interface ValidatedType {
  readonly type: LinkedType;
  readonly linked: Linked;
  readonly reporter: Reporter;
}

/** Returns the property at a path, or reports that it does not exist. */
export const demandProperty = ({ type, reporter }: ValidatedType, path: string, at: string): Property | undefined => {
  const property = propertyAt(type.properties, path);
  reporter.expect(property !== undefined, at, noProperty(type, path));
  return property;
};

/** Returns the property when it exists and has a suitable kind, and reports otherwise. */
export const demand = (
  subject: ValidatedType,
  path: string,
  place: { at: string; fits: (kind: PropertyKind, property: Property) => boolean; what: string },
) => {
  const property = demandProperty(subject, path, place.at);
  if (property !== undefined && !place.fits(property.kind, property)) {
    const fitting = pathsThat(subject.type.properties, (each) => place.fits(each.kind, each));
    const reason = `${path} is of kind ${property.kind}, which cannot be ${place.what}`;
    subject.reporter.report(place.at, `${reason}${didYouMean(path, fitting)}`);
  }
  return property;
};

/** Accepts relations. */
export const isRelation = (_: PropertyKind, { rel }: Property): boolean => rel !== undefined;

type Properties = LinkedType['properties'];

/** Returns the end of a message about a path that is no suitable relation: those that are. */
export const relationsIn = (
  properties: Properties,
  path: string,
  suits: (to: readonly string[]) => boolean = () => true,
): string =>
  didYouMean(
    path,
    pathsThat(properties, ({ rel }) => rel !== undefined && suits(rel.to)),
  );

/** Makes a validation of one that looks at each type by itself. */
export const perType =
  (validateType: (type: LinkedType, linked: Linked) => Diagnostic[]): Validation =>
  (linked) =>
    Object.values(linked.types).flatMap((type) => validateType(type, linked));

/** Returns the message for a name that is no item type. */
export const noType = (name: string, { types }: Linked): string =>
  `${name} is no item type${didYouMean(name, Object.keys(types))}`;
export const noCapability = (name: string, { capabilities }: Linked): string =>
  `${name} is no capability${didYouMean(name, capabilities)}`;

/** Returns the message for a path that is no screen. */
export const noScreen = (path: string, { screens }: Linked): string =>
  `${path} is no screen${didYouMean(
    path,
    screens.map(({ value }) => value.path),
  )}`;

/** Returns the message for a name that is no value list. */
export const noList = (name: string, { lists }: Linked): string =>
  `${name} is no declared list${didYouMean(name, Object.keys(lists))}`;

/** Returns the end of a message about a right that the types do not declare: the rights that they declare. */
export const rightsOf = (types: readonly LinkedType[], right: string): string =>
  didYouMean(
    right,
    types.flatMap(({ server }) => Object.keys(server.access.actions)),
  );

/** Returns the item types that a relation may lead to; undefined means any type. */
export const targetsOf = (to: readonly string[], linked: Linked): string[] | undefined => {
  if (to.includes('*')) return undefined;
  return to.flatMap((name) => (name === '$owner' ? (linked.ownerType ?? []) : name));
};
