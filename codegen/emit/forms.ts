// Prints one lazily importable module per type: form schema, uiSchema and the validators that RJSF requests, found with RJSF's own parser
// and keyed by its hash.

import { schemaParser, type RJSFSchema } from '@rjsf/utils';
import type { JsonObject } from 'codegen/json.ts';
import type { LinkedType } from 'codegen/Linked.ts';
import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { formSchema, writableNames } from 'codegen/schemaVariants.ts';
import { compileValidators } from 'codegen/compileValidators.ts';
import { uiSchema } from 'codegen/uiSchema.ts';

const moduleOf = (type: LinkedType): string => {
  const schema = formSchema(type);
  const asked = Object.entries(schemaParser(schema as RJSFSchema)) as [string, JsonObject][];
  const named = asked.map(([hash, each], index) => ({
    hash,
    name: `check${index}`,
    schema: { ...each, $id: `check${index}` },
  }));
  const { imports, body } = compileValidators(
    named.map((each) => each.schema),
    Object.fromEntries(named.map(({ name }) => [name, name])),
    { derived: true },
  );
  const members = named.map(({ hash, name }) => `  ${JSON.stringify(hash)}: ${name},`);
  return `// @ts-nocheck
${NOTICE}
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import type { Validator } from 'src/model/schema/Validator.ts';
${imports.join('\n')}
${body.replaceAll('export const', 'const')}
export const form: LoadedForm = {
schema: ${JSON.stringify(schema)},
uiSchema: ${JSON.stringify(uiSchema(type, writableNames(type)))},
validators: {
${members.join('\n')}
} };
`;
};

const mapOf = ({ types, world }: Plan): string => {
  const members = types.map(
    ({ name }) => `  ${name}: async () => (await import('${world.out}/forms/${name}.ts')).form,\n`,
  );
  return `${NOTICE}\nimport type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
\n/** The form of each item type, loaded when first needed. */
export const forms: Readonly<Record<string, () => Promise<LoadedForm>>> = {\n${members.join('')}};\n`;
};

export const forms = (plan: Plan): Output[] => [
  ...plan.types.map((type) => ({ path: `${plan.world.out}/forms/${type.name}.ts`, text: moduleOf(type) })),
  { path: `${plan.world.out}/forms.ts`, text: mapOf(plan) },
];
