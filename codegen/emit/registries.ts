// Prints the two registries: one for browsers, without the server parts, and one for servers.

import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { compactRegistry } from 'src/model/schema/compactRegistry.ts';
import type { Registry, ServerRegistry } from 'src/model/schema/Registry.ts';

/** Prints one line per member of the large maps, so that a changed declaration causes a small difference. */
const print = (value: object): string => {
  const wide = new Set(['types', 'lists', 'buckets', 'actions', 'screens', 'steps', 'notices', 'dashboards']);
  const member = (key: string, each: unknown): string =>
    wide.has(key) && typeof each === 'object' && each !== null ? spread(each) : JSON.stringify(each);
  return `{\n${Object.entries(value)
    .map(([key, each]) => `  ${JSON.stringify(key)}: ${each === undefined ? 'undefined' : member(key, each)},\n`)
    .join('')}}`;
};

const spread = (value: object): string => {
  if (Array.isArray(value)) return `[\n${value.map((each) => `    ${JSON.stringify(each)},\n`).join('')}  ]`;
  const lines = Object.entries(value).map(([key, each]) => `    ${JSON.stringify(key)}: ${JSON.stringify(each)},\n`);
  return `{\n${lines.join('')}  }`;
};

const REGISTRY = 'src/model/schema/Registry.ts';
const COMPACT = 'src/model/schema/compactRegistry.ts';

const clientModule = (client: Registry): string =>
  [
    `${NOTICE}\nimport { fullRegistry, type CompactRegistry } from '${COMPACT}';`,
    `import type { Registry } from '${REGISTRY}';\n`,
    `const compact: CompactRegistry = ${print(compactRegistry(client))};\n`,
    'export const registry: Registry = fullRegistry(compact);\n',
  ].join('\n');

/** The registry of a world whose forms are not apart. */
const wholeModule = (client: Registry): string =>
  `${NOTICE}\nimport type { Registry } from '${REGISTRY}';\n\nexport const registry: Registry = ${print(client)};\n`;

const serverModule = (server: ServerRegistry): string =>
  `${NOTICE}\nimport type { ServerRegistry } from '${REGISTRY}';\n\nexport const registry: ServerRegistry = ${print(server)};\n`;

/** The kinds of notices and how each is sent by default, for noticeKinds.ts. */
const noticeKinds = ({ notices }: Registry): string =>
  `${NOTICE}\nimport type { Registry } from '${REGISTRY}';\n\nexport const NOTICE_KINDS: Registry['notices'] = ${print(notices)};\n`;

/** The tabs of the forms of all types, for formTabs.ts. */
const formTabs = ({ types }: Registry): string => {
  const tabs = Object.fromEntries(Object.values(types).map(({ name, view }) => [name, view.form]));
  return `${NOTICE}\nimport type { FormTab } from 'src/model/schema/TypeView.ts';\n\nexport const FORM_TABS: Readonly<Record<string, readonly FormTab[]>> = ${print(tabs)};\n`;
};

export const registry = ({ world, client, server }: Plan): Output[] => [
  {
    path: `${world.out}/registry.client.ts`,
    text: world.modelOut === undefined ? wholeModule(client) : clientModule(client),
  },
  { path: `${world.out}/registry.server.ts`, text: serverModule(server) },
  ...(world.modelOut === undefined
    ? []
    : [
        { path: `${world.modelOut}/formTabs.ts`, text: formTabs(client) },
        { path: `${world.modelOut}/noticeKinds.ts`, text: noticeKinds(client) },
      ]),
];
