// Validates imports.json: the type of a kind exists, each column is a property that a table can fill, and the ways to read it suit the
// property.

import { didYouMean } from 'codegen/didYouMean.ts';
import { pointer } from 'codegen/json.ts';
import { noProperty, pathsThat } from 'codegen/propertyPaths.ts';
import {
  noType,
  relationsIn,
  reporterOf,
  targetsOf,
  type Reporter,
  type Validation,
} from 'codegen/validate/Validation.ts';
import type { Diagnostic } from 'codegen/diagnostics.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { propertyOfKind } from 'src/model/schema/importedProperty.ts';
import type { ImportKind, ImportKindColumn } from 'src/model/schema/ImportKind.ts';
import { isDated, isGeometry } from 'src/model/kinds/kindTraits.ts';
import { foldHeading } from 'src/model/text/foldHeading.ts';

interface Place {
  readonly linked: Linked;
  readonly reporter: Reporter;
  readonly type: LinkedType;
  readonly kind: ImportKind;
}

const validateMatch = ({ linked, reporter }: Place, column: ImportKindColumn, at: string, to: readonly string[]) => {
  const { match, missing } = column;
  const targets = (targetsOf(to, linked) ?? []).flatMap((name) => linked.types[name] ?? []);
  if (match !== undefined)
    reporter.expect(
      targets.some(({ properties }) => Object.hasOwn(properties, match)),
      `${at}/match`,
      `${match} is no property of ${to.join(' or ')}${didYouMean(
        match,
        targets.flatMap(({ properties }) => Object.keys(properties)),
      )}`,
    );
  if (missing === 'create')
    reporter.expect(
      match !== undefined && targets.length === 1,
      `${at}/missing`,
      'can be create only with a match, where the relation leads to one type',
    );
};

const validateColumn = (place: Place, column: ImportKindColumn, at: string): void => {
  const { reporter, type, kind } = place;
  const { path, dates, unknown, match, missing } = column;
  if (path === undefined) {
    const hasPlace =
      kind.places !== undefined || Object.values(type.properties).some(({ kind: own }) => isGeometry(own));
    return reporter.expect(hasPlace, `${at}/place`, `${type.name} has no place`);
  }
  const property = propertyOfKind(kind, type.properties, path);
  if (!property) return reporter.report(`${at}/path`, `${noProperty(type, path)}, or a table cannot fill it`);
  const rel = property.rel?.to;
  const isDate = isDated(property.kind);
  const dated = pathsThat(type.properties, (each) => isDated(each.kind));
  const listed = pathsThat(type.properties, ({ list }) => list !== undefined);
  reporter.expect(dates === undefined || isDate, `${at}/dates`, `${path} is no date${didYouMean(path, dated)}`);
  reporter.expect(
    unknown === undefined || property.list !== undefined,
    `${at}/unknown`,
    `${path} has no list${didYouMean(path, listed)}`,
  );
  reporter.expect(
    unknown !== 'other' || property.list?.other === true,
    `${at}/unknown`,
    `${path} takes no other values`,
  );
  if (rel) validateMatch(place, column, at, rel);
  else
    reporter.expect(
      match === undefined && missing === undefined,
      at,
      `${path} is no relation${relationsIn(type.properties, path)}`,
    );
};

const validateDuplicates = ({ reporter, type }: Place, sets: readonly (readonly string[])[], root: string): void => {
  sets.forEach((paths, set) =>
    paths.forEach((path, index) => {
      const property = type.properties[path];
      const at = pointer(root, 'duplicates', set, index);
      reporter.expect(property !== undefined, at, noProperty(type, path));
      reporter.expect(
        property === undefined || (!property.many && property.level === undefined),
        at,
        `${path} cannot identify an item: it has several values or a level of its own`,
      );
    }),
  );
};

/** Entries need a list of objects, its naming member, and a single value that identifies the item, each with a column. */
const validateEntries = ({ reporter, type, kind }: Place, root: string): void => {
  const { entries, columns } = kind;
  if (!entries) return;
  const list = type.properties[entries.path];
  const at = pointer(root, 'entries');
  const lists = pathsThat(type.properties, ({ many, properties }) => many && properties !== undefined);
  reporter.expect(
    list?.many === true && list.properties !== undefined,
    `${at}/path`,
    `${entries.path} is no list of objects${didYouMean(entries.path, lists)}`,
  );
  for (const path of [`${entries.path}.${entries.by}`, entries.of])
    reporter.expect(
      columns.some((column) => column.path === path) && propertyOfKind(kind, type.properties, path)?.many === false,
      at,
      `${path} needs a column and one value${didYouMean(
        path,
        columns.flatMap((column) => column.path ?? []),
      )}`,
    );
};

/** Places need a code that finds the items of a collection. */
const validatePlaces = ({ reporter, type, kind }: Place, root: string): void => {
  const { places, duplicates = [] } = kind;
  if (!places) return;
  const { code = '', collection = '' } = type.view.place?.fromCodes ?? {};
  reporter.expect(code !== '', pointer(root, 'places'), `${type.name} declares no fromCodes`);
  reporter.expect(
    code === '' || duplicates.some((paths) => paths.includes(code) && paths.includes(collection)),
    pointer(root, 'duplicates'),
    `needs a set with ${code} and ${collection}`,
  );
};

const demandUniqueHeadings = ({ reporter }: Place, columns: readonly ImportKindColumn[], root: string): void => {
  const known = new Map<string, string>();
  columns.forEach(({ path, place, aliases = [] }, column) =>
    aliases.forEach((alias, index) => {
      const heading = foldHeading(alias);
      const other = known.get(heading);
      reporter.expect(
        other === undefined,
        pointer(root, 'columns', column, 'aliases', index),
        `${alias} is a heading of ${other ?? ''} already`,
      );
      known.set(heading, path ?? place ?? '');
    }),
  );
};

/** Reports faults in the kinds of imports. */
export const importKinds: Validation = (linked): Diagnostic[] =>
  Object.values(linked.imports).flatMap(({ value: kind, file, pointer: root }) => {
    const { type: name, columns, duplicates = [] } = kind;
    const reporter = reporterOf(file);
    const type = linked.types[name];
    reporter.expect(type !== undefined, `${root}/type`, noType(name, linked));
    if (!type) return reporter.diagnostics;
    const place: Place = { linked, reporter, type, kind };
    columns.forEach((column, index) => validateColumn(place, column, pointer(root, 'columns', index)));
    validateDuplicates(place, duplicates, root);
    validateEntries(place, root);
    validatePlaces(place, root);
    demandUniqueHeadings(place, columns, root);
    return reporter.diagnostics;
  });
