// Prints the modes in which a listing can be shown, with what the engine knows of each, from the folders of the client's displays.

import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';

export const displays = ({ world, linked }: Plan): Output[] => {
  if (world.modelOut === undefined) return [];
  const modes = linked.displays.map(({ mode }) => mode);
  const facts = linked.displays.map(({ mode, file }) => {
    const { $schema: _, position: __, needs: ___, declares: ____, ...rest } = file.json;
    return [mode, rest] as const;
  });
  const text = `${NOTICE}
import type { DisplayFacts } from 'src/model/schema/DisplayFacts.ts';

/** Sorted in the order in which a listing offers them. The first one is shown where no other is declared. */
export const DISPLAY_MODES = ${JSON.stringify(modes)} as const;

export type DisplayMode = (typeof DISPLAY_MODES)[number];

export const DISPLAY_FACTS: Readonly<Record<DisplayMode, DisplayFacts>> = ${JSON.stringify(Object.fromEntries(facts), undefined, 2)};
`;
  return [{ path: `${world.modelOut}/displays.ts`, text }];
};
