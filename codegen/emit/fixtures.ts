// Prints example values of each type: minimal, full, and invalid ones with the rule that refuses them.

import { examplesOf } from 'codegen/examplesOf.ts';
import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';

export const fixtures = ({ world, types, linked }: Plan): Output[] => {
  const members = types.map((type) => `  ${type.name}: ${JSON.stringify(examplesOf(type, linked))},\n`);
  const text = `${NOTICE}\nimport type { TypeFixture } from 'src/model/schema/TypeFixture.ts';
\nexport const fixtures: Readonly<Record<string, TypeFixture>> = {\n${members.join('')}};\n`;
  return [{ path: `${world.out}/fixtures.ts`, text }];
};
