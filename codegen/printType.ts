// JSON Schema to a TypeScript type, readonly throughout, for the wire's words: json-schema-to-typescript has no readonly.
// Used by the emitters of the wire and of endpoints only. A schema may name its type outright with `x-ts`.

import { isObject, listAt, objectAt, stringsAt, textAt, type JsonObject, type JsonValue } from 'codegen/json.ts';

const comment = (schema: JsonObject): string => {
  const text = textAt(schema, 'description');
  return text === undefined ? '' : `/** ${text} */\n`;
};

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
const literal = (value: JsonValue): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const key = (name: string): string => (/^[$\w]+$/.test(name) ? name : `'${name}'`);

/** Returns the members of an object type, one per line. */
export const printMembers = (schema: JsonObject): string =>
  Object.entries(objectAt(schema, 'properties'))
    .map(([name, each]) => {
      const member = isObject(each) ? each : {};
      const optional = stringsAt(schema, 'required').includes(name) ? '' : '?';
      return `${comment(member)}readonly ${key(name)}${optional}: ${printType(member)};`;
    })
    .join('\n');

const printObject = (schema: JsonObject): string => {
  if (Object.keys(objectAt(schema, 'properties')).length > 0) return `{ ${printMembers(schema)} }`;
  const values = schema['additionalProperties'];
  if (values === false) return 'Readonly<Record<string, never>>';
  return `Readonly<Record<string, ${isObject(values) ? printType(values) : 'Json'}>>`;
};

const printList = (schema: JsonObject): string => {
  const items = printType(objectAt(schema, 'items'));
  return `readonly ${/[ |&]/.test(items) && !items.startsWith('{') && !/^\w+<.*>$/.test(items) ? `(${items})` : items}[]`;
};

const byType = (schema: JsonObject): string => {
  const type = schema['type'];
  if (Array.isArray(type)) return type.map((each) => byType({ ...schema, type: each })).join(' | ');
  if (type === 'array') return printList(schema);
  if (type === 'object') return printObject(schema);
  return PLAIN[String(type)] ?? 'Json';
};

export const printType = (schema: JsonObject): string => {
  const given = textAt(schema, 'x-ts');
  if (given !== undefined) return given;
  const ref = textAt(schema, '$ref');
  if (ref !== undefined) return nameOf(ref);
  if ('const' in schema) return literal(schema['const'] ?? null);
  if ('enum' in schema) return listAt(schema, 'enum').map(literal).join(' | ');
  if ('anyOf' in schema) return [...new Set(listAt(schema, 'anyOf').filter(isObject).map(printType))].join(' | ');
  return byType(schema);
};
