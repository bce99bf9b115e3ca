// Prints the types of all endpoints: what each takes and answers, and what follows for its handler. The engine's go to
// src/model/generated; those of areas extend that interface from the folder of their world.

import { format } from 'codegen/format.ts';
import { objectAt, type JsonObject } from 'codegen/json.ts';
import type { Operation } from 'codegen/Linked.ts';
import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { printType } from 'codegen/printType.ts';
import type { Source } from 'codegen/Source.ts';

const MODULE = 'src/model/generated/endpoints.ts';

const entry = ({ name, address, description, on, right, effect, mode, input, answer }: Operation): string => {
  const comment = description === undefined ? '' : `/** ${description} */\n`;
  const handler = [
    `readonly on: '${on}'`,
    `readonly checked: ${right !== undefined}`,
    `readonly effect: '${effect}'`,
    `readonly mode: '${mode ?? 'reply'}'`,
    `readonly address: '${address ?? `act/${name}`}'`,
  ];
  const body = `readonly input: ${printType(input as JsonObject)}; readonly answer: ${printType(answer as JsonObject)}`;
  return `${comment}readonly ${name}: { ${handler.join('; ')}; ${body} };`;
};

/** Types that `x-ts` may name in addition to the shapes of the wire. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'src/model/item/Item.ts': ['Item', 'ItemId', 'Json'],
  'src/model/workflow/WorkflowTemplate.ts': ['Condition'],
};

const imports = (source: Source, text: string): string => {
  const used = (names: readonly string[]): string =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).join(', ');
  const own = new Set(Object.values(NAMED).flat());
  const shapes = used(Object.keys(objectAt(source.wire.json, '$defs')).filter((name) => !own.has(name)));
  const named = Object.entries(NAMED).map(([path, names]) => [path, used(names)] as const);
  return [
    ...(shapes === '' ? [] : [`import type { ${shapes} } from 'src/model/generated/wire.ts';`]),
    ...named.flatMap(([path, names]) => (names === '' ? [] : [`import type { ${names} } from '${path}';`])),
  ].join('\n');
};

const engineText = (source: Source, endpoints: readonly Operation[]): string => {
  const entries = endpoints.map(entry).join('\n');
  return `${NOTICE}
${imports(source, entries)}

/** Everything that a client can ask, by name. Areas extend it. \`checked\`: the right on the item is checked before the handler runs. */
export interface Endpoints {\n${entries}\n}
`;
};

const areaText = (source: Source, endpoints: readonly Operation[]): string => {
  const entries = endpoints.map(entry).join('\n');
  return `${NOTICE}
import type {} from '${MODULE}'; // the compiler finds an extended module by an import only
${imports(source, entries)}

declare module '${MODULE}' {
  interface Endpoints {\n${entries}\n}
}
`;
};

export const endpoints = async ({ world, source, linked }: Plan): Promise<Output[]> => {
  const all = [...Object.values(linked.operations), ...Object.values(linked.actions)].map(({ value }) => value);
  const isOfEngine = ({ area }: Operation): boolean => area === 'engine';
  const areas = {
    path: `${world.out}/endpoints.ts`,
    text: await format(
      areaText(
        source,
        all.filter((each) => !isOfEngine(each)),
      ),
    ),
  };
  if (world.modelOut === undefined) return [areas];
  return [areas, { path: MODULE, text: await format(engineText(source, all.filter(isOfEngine))) }];
};
