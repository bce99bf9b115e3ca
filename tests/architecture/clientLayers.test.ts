// Proof that the folders of the client form layers: each imports only from its own layer and the layers below, types included.
import { describe, expect, it } from 'vitest';
import { importGraph } from 'tests/architecture/importGraph.ts';
import { typescriptIn } from 'tests/architecture/sourceFiles.ts';

/** From the lowest layer to the highest. A file of the top folder is named by itself; one that is not listed composes the client. */
const LAYERS = [
  ['connection', 'ui', 'intl'],
  ['stores', 'navigation', 'upload', 'Client.ts', 'ClientDomain.ts', 'useClient.ts', 'useServerData.ts', 'usePages.ts'],
  ['kinds', 'generated', 'forms'],
  ['search', 'displays', 'viewers', 'tasks'],
  ['map', 'displays/map', 'conversations', 'workflow', 'exchange', 'invitations', 'geoFiles', 'menu'],
  ['item', 'home', 'account', 'notices', 'admin', 'people', 'lists', 'texts', 'dashboard', 'wizard'],
  ['shell'],
];

/** Imports that still point upwards. The list may only become shorter. */
const KNOWN: readonly string[] = [
  'admin/MenuPreview.tsx -> shell/Navigation.tsx',
  'conversations/MessageEntry.tsx -> item/ItemActions.tsx',
  'kinds/geometry/geometryView.tsx -> map/PlaceMap.tsx',
  'forms/fields/GeometryField.tsx -> geoFiles/TakeFromFile.tsx',
  'forms/fields/GeometryField.tsx -> map/GeometryMap.tsx',
  'forms/fields/GeometryField.tsx -> map/ShapePoints.tsx',
  'forms/fields/GeometryField.tsx -> map/readWkt.ts',
  'forms/fields/SearchField.tsx -> search/savedSearch.ts',
  'forms/fields/SearchField.tsx -> search/useSavedSearches.ts',
  'search/Listing.tsx -> exchange/useExport.tsx',
];

const inFolder = /^src\/client\/(([^/]+)(?:\/[^/]+)?)/;

/** A folder may be in another layer than the folder that contains it. */
const layerOf = (path: string): number => {
  const [, below = '', folder = ''] = inFolder.exec(path) ?? [];
  const layerWith = (name: string): number => LAYERS.findIndex((folders) => folders.includes(name));
  const layer = layerWith(below) < 0 ? layerWith(folder) : layerWith(below);
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
    expect([...new Set(upward)].toSorted()).toEqual([...KNOWN].toSorted());
  });
});
