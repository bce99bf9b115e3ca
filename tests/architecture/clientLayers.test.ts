// Tests that the folders of the client form layers: each imports only from its own layer and the layers below, and there are no import
// cycles between folders, type imports included.
import { describe, expect, it } from 'vitest';
import { inCircles } from 'tests/architecture/folderCircles.ts';
import { importGraph } from 'tests/architecture/importGraph.ts';
import { typescriptIn } from 'tests/architecture/sourceFiles.ts';

/** Layers from the lowest to the highest. A file of src/client itself has its file name; an unlisted file composes the client. */
const LAYERS = [
  ['connection', 'ui', 'intl'],
  ['stores', 'upload', 'router', 'ClientDomain.ts', 'ClientParts.ts', 'Client.ts', 'useClient.ts'],
  [
    'navigation',
    'useServerData.ts',
    'usePages.ts',
    'useListRights.ts',
    'useAnswer.ts',
    'useChangesOf.ts',
    'useRoles.ts',
  ],
  ['listing', 'fields'],
  ['kinds'],
  ['generated'],
  ['forms'],
  ['viewers', 'tasks', 'displays', 'exchange', 'search', 'map', 'displays/map', 'geoFiles', 'tableImport'],
  ['conversations', 'workflow', 'displays/board', 'invitations', 'menu'],
  ['item', 'home', 'account', 'notices', 'admin', 'people', 'lists', 'texts', 'dashboard', 'wizard'],
  ['shell'],
];

const inFolder = /^src\/client\/(([^/]+)(?:\/[^/]+)?)/;

/** Returns the folder that has a layer: the folder inside another one, when both are listed. */
const nameOf = (path: string): string => {
  const [, below = '', folder = ''] = inFolder.exec(path) ?? [];
  return LAYERS.some((names) => names.includes(below)) ? below : folder;
};

const layerOf = (path: string): number => {
  const layer = LAYERS.findIndex((names) => names.includes(nameOf(path)));
  return layer < 0 ? LAYERS.length : layer;
};

const files = typescriptIn(['src/client'], { generated: true });
const edges = [...importGraph(files)].flatMap(([from, targets]) =>
  targets.filter(({ to }) => inFolder.test(to) && !to.endsWith('.css')).map(({ to }) => ({ from, to })),
);
const upward = edges
  .filter(({ from, to }) => layerOf(from) < layerOf(to))
  .map(({ from, to }) => `${from} -> ${to}`.replaceAll('src/client/', ''));

describe('layers of the client', () => {
  it('knows the layer of each folder', () => {
    const unknown = files.filter((path) => path.split('/').length > 3 && layerOf(path) === LAYERS.length);
    expect(unknown).toEqual([]);
  });

  it('lets a folder import only from its own layer and the layers below', () => {
    expect([...new Set(upward)]).toEqual([]);
  });

  it('has no folders that import in a circle', () => {
    const imports = edges.map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) }));
    expect(inCircles(imports)).toEqual([]);
  });
});
