// Prints one validator per type for stored items, and the map by which a server finds them.

import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { storedSchema } from 'codegen/schemaVariants.ts';
import { compileValidators } from 'codegen/compileValidators.ts';
import type { LinkedType } from 'codegen/Linked.ts';

const moduleOf = (type: LinkedType): string => {
  const { imports, body } = compileValidators([{ $id: type.name, ...storedSchema(type) }], { stored: type.name });
  return `// @ts-nocheck\n${NOTICE}\nimport type { Validator } from 'src/model/schema/Validator.ts';\n${imports.join('\n')}\n${body}\n`;
};

const mapOf = ({ types, world }: Plan): string => {
  const imports = types.map(
    ({ name }) => `import { stored as stored${name} } from '${world.out}/validators/${name}.ts';\n`,
  );
  const members = types.map(({ name }) => `  ${name}: stored${name},\n`);
  return `${NOTICE}\nimport type { Validator } from 'src/model/schema/Validator.ts';\n${imports.join('')}
/** Validators of all writable properties together, by item type. */
export const validators: Readonly<Record<string, Validator>> = {\n${members.join('')}};\n`;
};

export const validators = (plan: Plan): Output[] => [
  ...plan.types.map((type) => ({ path: `${plan.world.out}/validators/${type.name}.ts`, text: moduleOf(type) })),
  { path: `${plan.world.out}/validators.ts`, text: mapOf(plan) },
];
