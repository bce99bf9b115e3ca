// Lists the kinds of properties by the names of their folders, and the export formats, endpoints and areas by the names of their files, so
// that a new one needs nothing else. Runs before the compiler is loaded, because the compiler reads the lists.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface KindList {
  /** The file that is written. */
  readonly path: string;
  /** Its folders are the kinds. */
  readonly folder: string;
  /** The folders are groups, whose files are listed as `group/file.ts`. */
  readonly grouped?: true;
  readonly textOf: (kinds: readonly string[]) => string;
}

const HEAD = '// Compiled from the names of files. Never edited: add a file and run `npm run gen`.\n';

const NAMES: KindList = {
  path: 'src/model/generated/kindNames.ts',
  folder: 'src/model/kinds',
  textOf: (kinds) =>
    `export const PROPERTY_KINDS = [\n${kinds.map((kind) => `  '${kind}',\n`).join('')}] as const;\n` +
    'export type PropertyKind = (typeof PROPERTY_KINDS)[number];\n',
};

interface RecordOptions {
  readonly name: string;
  /** Type of the members, and the file that declares it, next to the folders of the kinds. */
  readonly type: string;
  readonly from: string;
  readonly extension?: 'ts' | 'tsx';
}

/** A record with one member for each kind: `date` is exported by `date/date<Suffix>.<extension>` as `date<Suffix>`. */
const recordOf = (suffix: string, { name, type, from, extension = 'ts' }: RecordOptions) => {
  const folder = dirname(from);
  return (kinds: readonly string[]): string =>
    [
      `import type { PropertyKind } from 'src/model/generated/kindNames.ts';`,
      `import type { ${type} } from '${from}';`,
      ...kinds.map((kind) => `import { ${kind}${suffix} } from '${folder}/${kind}/${kind}${suffix}.${extension}';`),
      '',
      `export const ${name}: Readonly<Record<PropertyKind, ${type}>> = {`,
      ...kinds.map((kind) => `  ${kind}: ${kind}${suffix},`),
      '};',
      '',
    ].join('\n');
};

const FORMATS = 'src/server/exchange/formats';

interface FormatFile {
  readonly name: string;
  readonly group: string;
  readonly file: string;
}

/** `tables/csvFormat.ts` is the format `csv` of the group `tables`. */
const formatsIn = (files: readonly string[]): FormatFile[] =>
  files.flatMap((file) => {
    const { group, name } = /^(?<group>\w+)\/(?<name>\w+)Format\.ts$/.exec(file)?.groups ?? {};
    return group === undefined || name === undefined ? [] : [{ name, group, file }];
  });

const formatGroups = (files: readonly string[]): string =>
  [
    '/** Export formats with their groups. */',
    'export const EXPORT_GROUPS = {',
    ...formatsIn(files).map(({ name, group }) => `  ${name}: '${group}',`),
    '} as const;',
    'export type ExportFormatName = keyof typeof EXPORT_GROUPS;',
    'export const EXPORT_FORMATS = Object.keys(EXPORT_GROUPS) as readonly ExportFormatName[];',
    '',
  ].join('\n');

const formatWriters = (files: readonly string[]): string =>
  [
    "import type { ExportFormatName } from 'src/model/generated/exportFormats.ts';",
    "import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';",
    ...formatsIn(files).map(({ name, file }) => `import { ${name}Format } from '${FORMATS}/${file}';`),
    '',
    'export const EXPORT_WRITERS: Readonly<Record<ExportFormatName, ExportFormat>> = {',
    ...formatsIn(files).map(({ name }) => `  ${name}: ${name}Format,`),
    '};',
    '',
  ].join('\n');

/** `items/labelEndpoint.ts` exports endpoints and nothing else. */
const endpointsOf =
  (folder: string, extension: 'ts' | 'server.ts') =>
  (files: readonly string[]): string => {
    const names = files.flatMap((file) => {
      const [path = '', name = ''] = file.split(/\.(.*)/);
      return name === extension && /Endpoints?$/.test(path) ? [{ path, name: path.slice(path.indexOf('/') + 1) }] : [];
    });
    return [
      ...names.map(({ path, name }) => `import * as ${name} from '${folder}/${path}.${extension}';`),
      '',
      `export const ENDPOINTS = [${names.map(({ name }) => `...Object.values(${name})`).join(', ')}];`,
      '',
    ].join('\n');
  };

/** `consult/module.server.ts` exports `consultArea`, and `consult/module.client.ts` exports `consultClientArea`. */
const areasOf =
  (side: 'server' | 'client', ending: 'Area' | 'ClientArea') =>
  (files: readonly string[]): string => {
    const areas = files.flatMap((file) =>
      file.split(`/module.${side}.ts`)[1] === '' ? [file.split('/')[0] ?? ''] : [],
    );
    return [
      ...areas.map((area) => `import { ${area}${ending} } from 'src/domain/${area}/module.${side}.ts';`),
      '',
      `export const AREAS = [${areas.map((area) => area + ending).join(', ')}];`,
      '',
    ].join('\n');
  };

const LISTS: readonly KindList[] = [
  NAMES,
  { path: 'src/model/generated/exportFormats.ts', folder: FORMATS, grouped: true, textOf: formatGroups },
  { path: 'src/server/exchange/generated/exportWriters.ts', folder: FORMATS, grouped: true, textOf: formatWriters },
  {
    path: 'src/server/generated/endpointFiles.ts',
    folder: 'src/server',
    grouped: true,
    textOf: endpointsOf('src/server', 'ts'),
  },
  {
    path: 'src/domain/generated/domainFiles.server.ts',
    folder: 'src/domain',
    grouped: true,
    textOf: endpointsOf('src/domain', 'server.ts'),
  },
  {
    path: 'src/domain/generated/areas.server.ts',
    folder: 'src/domain',
    grouped: true,
    textOf: areasOf('server', 'Area'),
  },
  {
    path: 'src/domain/generated/areas.client.ts',
    folder: 'src/domain',
    grouped: true,
    textOf: areasOf('client', 'ClientArea'),
  },
  {
    path: 'src/model/generated/kinds.ts',
    folder: 'src/model/kinds',
    textOf: recordOf('Kind', { name: 'KINDS', type: 'Kind', from: 'src/model/kinds/Kind.ts' }),
  },
  {
    path: 'src/model/generated/kindCodecs.ts',
    folder: 'src/model/kinds',
    textOf: recordOf('Codec', { name: 'CODECS', type: 'KindCodec', from: 'src/model/kinds/KindCodec.ts' }),
  },
  {
    path: 'src/client/generated/kindViews.ts',
    folder: 'src/client/kinds',
    textOf: recordOf('View', {
      name: 'KIND_VIEWS',
      type: 'KindView',
      from: 'src/client/kinds/KindView.ts',
      extension: 'tsx',
    }),
  },
  {
    path: 'src/client/generated/kindInputs.ts',
    folder: 'src/client/kinds',
    textOf: recordOf('Input', { name: 'KIND_INPUTS', type: 'KindInput', from: 'src/client/kinds/KindInput.ts' }),
  },
  {
    path: 'src/client/generated/kindEdits.ts',
    folder: 'src/client/kinds',
    textOf: recordOf('Edit', { name: 'KIND_EDITS', type: 'KindEdit', from: 'src/client/kinds/KindEdit.ts' }),
  },
];

export const FOLDER_LIST_FILES: readonly string[] = LISTS.map(({ path }) => path);

/** Writes the lists that are missing or stale. `root` is the folder of the repository. */
export const writeFolderLists = (root: string): void => {
  for (const { path, folder, grouped, textOf } of LISTS) {
    const file = join(root, path);
    const folders = readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const kinds = grouped
      ? folders.flatMap((group) => readdirSync(join(root, folder, group)).map((name) => `${group}/${name}`))
      : folders;
    const text = `${HEAD}\n${textOf(kinds.toSorted())}`;
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
};
