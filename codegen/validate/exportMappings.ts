// Validates `exports` of a type: every path exists, and those with a meaning of their own have a suitable kind.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { isObject, objectAt, pointer, type JsonValue } from 'codegen/json.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { demand, isRelation, perType, reporterOf, type ValidatedType } from 'codegen/validate/Validation.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { holdsIds } from 'src/model/kinds/kindTraits.ts';

type Place = Omit<Parameters<typeof demand>[2], 'at'>;

const ANYTHING: Place = { fits: () => true, what: 'exported' };
const RELATION: Place = { fits: isRelation, what: 'a relation to another item' };
const BY_LANGUAGE: Place = { fits: (kind) => KINDS[kind].text === 'byLocale', what: 'a text by language' };

/** Fields that not every kind can fill, by format and name. */
const FIELDS: Readonly<Record<string, Place>> = {
  'csvTables.group': RELATION,
  'csvTables.content': { fits: (kind) => KINDS[kind].opaque === true, what: 'JSON' },
  'ead.group': RELATION,
  'ead.repository': RELATION,
  'ead.files': { fits: holdsIds, what: 'files' },
  'lift.language': { fits: (_, { list }) => list !== undefined, what: 'a value of a list' },
  'lift.gloss': BY_LANGUAGE,
  'lift.exampleTranslation': BY_LANGUAGE,
  'lift.related': RELATION,
  'vcard.organization': RELATION,
  'vcard.addresses': { fits: (_, { properties }) => properties?.['line1'] !== undefined, what: 'an address' },
};

/** Fields that contain no paths. */
const PLAIN: readonly string[] = ['csvTables.position', 'lift.tags', 'vcard.kind'];

const pathsIn = (value: JsonValue | undefined): string[] => {
  if (Array.isArray(value)) return value.flatMap(pathsIn);
  if (isObject(value)) return pathsIn(value['path']);
  return typeof value === 'string' ? [value] : [];
};

const validateType = (type: LinkedType, linked: Linked): Diagnostic[] => {
  const subject: ValidatedType = { type, linked, reporter: reporterOf(type.source.server) };
  const declared = objectAt(type.source.server.json, 'exports');
  for (const format of Object.keys(declared))
    for (const [field, value] of Object.entries(objectAt(declared, format))) {
      const name = `${format}.${field}`;
      if (PLAIN.includes(name)) continue;
      const at = pointer('', 'exports', format, field);
      for (const path of pathsIn(value)) demand(subject, path, { at, ...(FIELDS[name] ?? ANYTHING) });
    }
  return subject.reporter.diagnostics;
};

export const exportMappings = perType(validateType);
