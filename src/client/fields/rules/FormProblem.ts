// Problems of form fields, and the pointers that say which field.
// A field problem as it travels through RJSF, whose error lists hold plain strings: message id and parameters in one string.
// Written by the session, read by the templates; a text is made only where it is shown, so a change of language shows at once.

import type { ErrorSchema, UiSchema } from '@rjsf/utils';
import type { IntlShape } from 'react-intl';
import { isRecord } from 'src/base/isRecord.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { pointerParts } from 'src/model/text/jsonPointer.ts';

export const isObject = (value: unknown): value is Readonly<Record<string, Json>> => isRecord(value);

/** The value at a dotted path, `size.height`; undefined if there is none. */
export const valueAt = (values: Json | undefined, path: string): Json | undefined => {
  let at: Json | undefined = values;
  for (const part of path.split('.')) at = isObject(at) ? at[part] : undefined;
  return at;
};

/** JSON pointer to the value, message id such as `errors.required`, parameters: as the server's entries. */
export type FormProblem = InvalidEntry;

export const encodeProblem = ({ message, params }: FormProblem): string =>
  params ? `${message} ${JSON.stringify(params)}` : message;

const decodedRule = (
  encoded: string,
): { readonly message: string; readonly params: Readonly<Record<string, Json>> } => {
  const space = encoded.indexOf(' ');
  if (space < 0) return { message: encoded, params: {} };
  return { message: encoded.slice(0, space), params: JSON.parse(encoded.slice(space + 1)) as Record<string, Json> };
};

const plainParams = (params: Readonly<Record<string, Json>>): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value]),
  );

/** The words of a problem; one without a message of its own is called invalid. */
export const problemText = (intl: IntlShape, encoded: string): string => {
  const { message, params } = decodedRule(encoded);
  const id = message in intl.messages ? message : 'errors.invalidValue';
  return intl.formatMessage({ id }, plainParams(params));
};

// Problems by JSON pointer as the tree of encoded strings that RJSF hands down to fields.
interface Node {
  [name: string]: Node | string[];
}

const problemNodeAt = (root: Node, parts: readonly string[]): Node => {
  let at = root;
  for (const part of parts) {
    const next = at[part];
    at = next !== undefined && !Array.isArray(next) ? next : (at[part] = {});
  }
  return at;
};

/** A problem shows at the field that `fieldOf` names: a field for a whole value has none below it. */
export const errorSchemaOf = (
  problems: readonly FormProblem[],
  fieldOf: (parts: readonly string[]) => readonly string[],
): ErrorSchema => {
  const root: Node = {};
  for (const problem of problems) {
    const node = problemNodeAt(root, fieldOf(pointerParts(problem.path)));
    const encoded = encodeProblem(problem);
    const list = Array.isArray(node.__errors) ? node.__errors : [];
    node.__errors = list.includes(encoded) ? list : [...list, encoded];
  }
  return root as ErrorSchema;
};

// Finds the field that shows a problem: fields for whole values (a list of relations, a geometry) show all problems inside.
const uiSchemaBelow = (uiSchema: UiSchema | undefined, part: string): UiSchema | undefined => {
  if (!uiSchema) return undefined;
  if (/^\d+$/.test(part)) return typeof uiSchema.items === 'object' ? uiSchema.items : undefined;
  const next: unknown = uiSchema[part];
  return typeof next === 'object' && next !== null ? (next as UiSchema) : undefined;
};

const isWholeField = (uiSchema: UiSchema | undefined): boolean =>
  uiSchema?.['ui:field'] !== undefined || uiSchema?.['ui:widget'] !== undefined;

export const fieldOfPointer =
  (root: UiSchema) =>
  (parts: readonly string[]): readonly string[] => {
    let at: UiSchema | undefined = root;
    for (const [index, part] of parts.entries()) {
      at = uiSchemaBelow(at, part);
      if (isWholeField(at)) return parts.slice(0, index + 1);
    }
    return parts;
  };
