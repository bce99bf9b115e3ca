// Prints the paths of the icons that the client and the declarations name, so that a page does not load the full set.

import { declaredIcons, iconPaths } from 'codegen/declaredIcons.ts';
import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { CLIENT_ICONS } from 'src/model/schema/clientIcons.ts';

export const icons = ({ world, linked }: Plan): Output[] => {
  if (world.modelOut === undefined) return [];
  const names = new Set([
    ...CLIENT_ICONS,
    ...linked.displays.map(({ file }) => String(file.json['icon'])),
    ...declaredIcons(linked.sources).map(({ name }) => name),
  ]);
  const lines = [...names].toSorted().map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(iconPaths(name))},\n`);
  const text = `${NOTICE}\nexport const icons: Readonly<Record<string, string[]>> = {\n${lines.join('')}};\n`;
  return [{ path: `${world.modelOut}/loadedIcons.ts`, text }];
};
