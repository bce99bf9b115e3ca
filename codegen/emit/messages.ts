// Prints the bundle of English messages, the only one that ships.

import type { Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';

export const messages = ({ world, messages }: Plan): Output[] => [
  { path: `${world.out}/messages.en.json`, text: `${JSON.stringify(messages, null, 2)}\n` },
];
