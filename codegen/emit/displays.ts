// Prints the modes in which a listing can be shown, with what the engine knows of each, and the types of what views declare for them, from
// the folders of the client's displays.

import { isObject, objectAt, stringsAt, textAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { printMembers } from 'codegen/printType.ts';
import { viewMember, type SourceDisplay } from 'codegen/Source.ts';

/** Facts about a display that the browser needs before the code of the display is loaded. */
const FACTS = ['icon', 'shownEmpty', 'ownOrder', 'columns', 'oneType'];

/** Facts that name a member of what a type declares for the display. */
const PATH_FACTS = ['orderedBy', 'columnsBy'];

const factsOf = (display: SourceDisplay): string => {
  const { json } = display.file;
  const facts = Object.entries(json).filter(([name]) => FACTS.includes(name));
  const paths = PATH_FACTS.flatMap((name) => {
    const member = textAt(json, name);
    return member === undefined ? [] : [`${name}: (view) => view.${viewMember(display)}?.${member}`];
  });
  return `  ${display.mode}: { ${[...facts.map(([name, value]) => `${name}: ${JSON.stringify(value)}`), ...paths].join(', ')} },\n`;
};

const modesText = (displays: readonly SourceDisplay[]): string => `${NOTICE}
import type { DisplayFacts } from 'src/model/schema/DisplayFacts.ts';

/** Sorted in the order in which a listing offers them. The first one is shown where no other is declared. */
export const DISPLAY_MODES = ${JSON.stringify(displays.map(({ mode }) => mode))} as const;

export type DisplayMode = (typeof DISPLAY_MODES)[number];

/** Parameters of the address in which displays keep their own state. */
export const DISPLAY_PARAMETERS: readonly string[] = ${JSON.stringify(displays.flatMap(({ file }) => stringsAt(file.json, 'parameters')))};

export const DISPLAY_FACTS: Readonly<Record<DisplayMode, DisplayFacts>> = {
${displays.map(factsOf).join('')}};
`;

/** Returns the schema with each reference replaced by a text: a declaration refers to paths only. */
const withPaths = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(withPaths);
  if (!isObject(value)) return value;
  if (!('$ref' in value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withPaths(each)]));
  const { $ref: _, ...others } = value;
  return { ...others, type: 'string' };
};

const typeName = (display: SourceDisplay): string => {
  const member = viewMember(display);
  return `Declared${member.charAt(0).toUpperCase()}${member.slice(1)}`;
};

const membersText = (displays: readonly SourceDisplay[]): string => `${NOTICE}
import type { Json } from 'src/model/item/Item.ts';

${displays
  .map((display) => {
    const schema = withPaths(objectAt(display.file.json, 'declares')) as JsonObject;
    return `/** What a view declares for the display ${display.mode}. */
export interface ${typeName(display)} {
${printMembers(schema)}
}
`;
  })
  .join('\n')}
/** Members of a compiled view, by the names that the displays give to what is declared for them. */
export interface DeclaredDisplays {
${displays.map((display) => `readonly ${viewMember(display)}?: ${typeName(display)};\n`).join('')}}
`;

export const displays = ({ world, linked }: Plan): Output[] => {
  if (world.modelOut === undefined) return [];
  return [
    { path: `${world.modelOut}/displays.ts`, text: modesText(linked.displays) },
    { path: `${world.modelOut}/declaredDisplays.ts`, text: membersText(linked.displays) },
  ];
};
