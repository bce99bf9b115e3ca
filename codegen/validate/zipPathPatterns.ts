// Validates `zipPath`: folders and file name are made of paths that the type has, at most one relation away, and the name ends with the
// extension of the file, which gives its type.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { noProperty, propertyAt } from 'codegen/propertyPaths.ts';
import { perType, reporterOf, targetsOf, type ValidatedType } from 'codegen/validate/Validation.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { ZIP_ADDED, ZIP_FILE, ZIP_LABEL, zipPattern } from 'src/model/schema/zipPath.ts';
import { templatePaths } from 'src/model/item/labelOf.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';

const AT = '/zipPath';
const OF_FILE: readonly string[] = [ZIP_FILE, ZIP_ADDED];

const validateEnd = ({ reporter }: ValidatedType, path: string, property: Property): void => {
  reporter.expect(!property.many, AT, `${path} has many values; a folder has one name`);
  const fits = CODECS[property.kind].folder;
  reporter.expect(fits, AT, `${path} is of kind ${property.kind}, which names no folder or file`);
};

/** Validates a path of the item, or of the item behind its first step. */
const validatePath = (subject: ValidatedType, path: string): void => {
  const { type, linked, reporter } = subject;
  if (path === ZIP_LABEL) return;
  const own = propertyAt(type.properties, path);
  if (own) return validateEnd(subject, path, own);
  const [step = '', ...rest] = path.split('.');
  const relation = propertyAt(type.properties, step);
  const targets = rest.length > 0 && relation?.rel ? targetsOf(relation.rel.to, linked) : [];
  if (relation?.many === true) return reporter.report(AT, `${step} leads to many items; a folder has one name`);
  reporter.expect(targets === undefined || targets.length > 0, AT, noProperty(type, path));
  reporter.expect(targets !== undefined, AT, `${step} leads to items of any type: their properties are not known`);
  for (const target of targets ?? []) {
    const behind = linked.types[target];
    const end = propertyAt(behind?.properties ?? {}, rest.join('.'));
    if (end) validateEnd(subject, path, end);
    else if (behind) reporter.report(AT, noProperty(behind, rest.join('.')));
  }
};

const validateType = (type: LinkedType, linked: Linked): Diagnostic[] => {
  const subject: ValidatedType = { type, linked, reporter: reporterOf(type.source.server) };
  const { reporter } = subject;
  const { zipPath } = type.server;
  if (zipPath === undefined) return [];
  const { folders, file } = zipPattern(zipPath);
  reporter.expect(
    file.endsWith(`{${ZIP_FILE}}`),
    AT,
    `must end with {${ZIP_FILE}}: the extension of a file gives its type`,
  );
  for (const folder of folders) {
    const paths = templatePaths(folder);
    reporter.expect(paths.length > 0, AT, `the folder "${folder}" names no path: write {property}`);
    for (const path of paths) {
      const isOfFile = OF_FILE.includes(path);
      reporter.expect(!isOfFile, AT, `{${path}} is a value of one file, so only the last part may contain it`);
      if (!isOfFile) validatePath(subject, path);
    }
  }
  for (const path of templatePaths(file)) if (!OF_FILE.includes(path)) validatePath(subject, path);
  return reporter.diagnostics;
};

export const zipPaths = perType(validateType);
