// Tests that each folder of the server imports only from layers to its left, type imports included, without cycles between folders.
import { describe, expect, it } from 'vitest';
import { inCircles, type FolderImport } from 'tests/architecture/folderCircles.ts';
import { importGraph } from 'tests/architecture/importGraph.ts';
import { typescriptIn } from 'tests/architecture/sourceFiles.ts';

/** Layers from left to right. Folders of one layer may import one another in one direction. A file of src/server itself has its file name with suffix. */
const LAYERS: readonly (readonly string[])[] = [
  ['baseMaps.ts', 'config.ts', 'dataDir.ts', 'limits.ts', 'semaphore.ts', 'sha256.ts', 'siteSettings.ts', 'threads.ts'],
  ['store', 'access', 'context.ts', 'endpoint.ts', 'systemContext.ts', 'TaskHandler.ts'],
  ['search', 'watch', 'jobs', 'eventLog', 'http'],
  ['rules'],
  ['events', 'mail', 'files', 'sessions', 'accounts'],
  [
    ...[
      'workflow',
      'exchange',
      'tasks',
      'letters',
      'geo',
      'fileReader',
      'geoFiles',
      'sheets',
      'imports',
      'calendar',
      'dashboards',
      'searchAlerts',
      'people',
      'transcripts',
    ],
    ...[
      'backup',
      'packages',
      'doctor',
      'lists',
      'invitations',
      'conversations',
      'state',
      'schemaMigration',
      'items',
      'rights',
    ],
  ],
  ['transport'],
  [
    ...[
      'checkDeclarations.ts',
      'cli',
      'createHttpServer.ts',
      'extend.ts',
      'generated',
      'main.ts',
      'commandLine.ts',
      'Module.ts',
    ],
    ...['modules.ts', 'pruning.ts', 'readerProcess.ts', 'services.ts', 'startFailures.ts'],
  ],
];

/** Returns the folder of a file. */
const nameOf = (path: string): string | undefined => /^src\/server\/([^/]+)/.exec(path)?.[1];

/** The module.ts of a folder imports the type of its value from the composition. No other import is exempt. */
const isTypeOfModule = (from: string, to: string): boolean =>
  to === 'src/server/Module.ts' && /^src\/server\/[^/]+\/module\.ts$/.test(from);

interface NamedImport extends FolderImport {
  readonly edge: string;
}

const imports: readonly NamedImport[] = [...importGraph(typescriptIn(['src/server'], { generated: true }))].flatMap(
  ([path, targets]) =>
    targets.flatMap(({ to: target }) => {
      const [from, to] = [nameOf(path), nameOf(target)];
      return from === undefined || to === undefined || from === to || isTypeOfModule(path, target)
        ? []
        : [{ edge: `${from} -> ${to}`, from, to }];
    }),
);

const layerOf = (name: string): number => LAYERS.findIndex((names) => names.includes(name));

describe('layers of the server', () => {
  it('has a layer for every folder', () => {
    expect(new Set(imports.flatMap(({ from, to }) => [from, to]).filter((name) => layerOf(name) < 0))).toEqual(
      new Set(),
    );
  });

  it('imports only from layers to the left', () => {
    expect(imports.filter(({ from, to }) => layerOf(from) < layerOf(to)).map(({ edge }) => edge)).toEqual([]);
  });

  it('finds folders that import in a circle', () => {
    const edge = (from: string, to: string): FolderImport => ({ from, to });
    expect(inCircles([edge('a', 'b'), edge('b', 'c'), edge('c', 'b'), edge('c', 'd')])).toEqual(['b', 'c']);
  });

  it('has no folders that import in a circle', () => {
    expect(inCircles(imports)).toEqual([]);
  });
});
