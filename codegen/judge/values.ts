// Judges what a schema can hold: that it compiles in strict mode (a keyword that does nothing for its type is a mistake),
// and that defaults and initial values are values the property would accept.

import type { Finding } from 'codegen/Finding.ts';
import { objectAt, pointer, type JsonObject, type JsonValue } from 'codegen/json.ts';
import { tellerOf, type Judgement } from 'codegen/judge/Judgement.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { storedShape, withoutWords } from 'codegen/shapes.ts';
import { ajvWith } from 'codegen/standalone.ts';

type Ajv = ReturnType<typeof ajvWith>;

const failureOf = (ajv: Ajv, schema: JsonObject): string | undefined => {
  try {
    ajv.compile(schema);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** Why the property would refuse the value; undefined when it would not. */
const refusalOf = (
  ajv: Ajv,
  { lowered }: LinkedType,
  [name, value]: readonly [string, JsonValue],
): string | undefined => {
  const schema = objectAt(objectAt(lowered, 'properties'), name);
  if (Object.keys(schema).length === 0) return undefined;
  const validate = ajv.compile(withoutWords(schema) as JsonObject);
  return validate(value) === true ? undefined : `${JSON.stringify(value)} is no value of ${name}`;
};

const judgeSchemas = (ajv: Ajv, type: LinkedType): Finding[] => {
  const whole = failureOf(ajv, storedShape(type));
  if (whole === undefined) return [];
  const teller = tellerOf(type.source.schema);
  for (const [name, schema] of Object.entries(objectAt(type.lowered, 'properties'))) {
    const failure = failureOf(ajv, withoutWords(schema) as JsonObject);
    if (failure !== undefined) teller.tell(pointer('', 'properties', name), failure);
  }
  if (teller.findings.length === 0) teller.tell('', whole);
  return teller.findings;
};

const judgeValues = (ajv: Ajv, type: LinkedType): Finding[] => {
  const schema = tellerOf(type.source.schema);
  for (const { name, default: given } of Object.values(type.properties)) {
    const refusal = given === undefined ? undefined : refusalOf(ajv, type, [name, given as JsonValue]);
    if (refusal !== undefined) schema.tell(pointer('', 'properties', name, 'default'), refusal);
  }
  const view = tellerOf(type.source.view);
  for (const [name, given] of Object.entries(type.view.create?.initial ?? {})) {
    const refusal = refusalOf(ajv, type, [name, given as JsonValue]);
    if (refusal !== undefined) view.tell(pointer('', 'create', 'initial', name), refusal);
  }
  return [...schema.findings, ...view.findings];
};

const judgeScreens = (ajv: Ajv, { screens, types }: Linked): Finding[] =>
  screens.flatMap(({ value, file, pointer: at }) => {
    const teller = tellerOf(file);
    const created = (value.search?.create ?? []).flatMap((name) => types[name] ?? []);
    for (const [name, given] of Object.entries(value.search?.initial ?? {})) {
      const refusals = created.flatMap((type) => refusalOf(ajv, type, [name, given as JsonValue]) ?? []);
      for (const refusal of refusals) teller.tell(pointer(at, 'search', 'initial', name), refusal);
    }
    return teller.findings;
  });

export const values: Judgement = (linked) => {
  const ajv = ajvWith(); // one for all: making it costs more than what it compiles
  const types = Object.values(linked.types);
  const broken = types.flatMap((type) => judgeSchemas(ajv, type));
  if (broken.length > 0) return broken;
  return [...types.flatMap((type) => judgeValues(ajv, type)), ...judgeScreens(ajv, linked)];
};
