// Puts the stories of stories/declared/ into the index once for each item type and each screen of an area, read from its area.json:
// a new type has its stories by being declared.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Indexer, IndexInput } from 'storybook/internal/types';

interface DeclaredArea {
  readonly key: string;
  readonly types: readonly string[];
  readonly screens?: readonly { readonly path: string }[];
}

const TYPE_STORIES = ['Displays', 'Page', 'Forms', 'States'];
const folder = join(import.meta.dirname, '../stories/declared');

const story = (file: string, title: string, exportName: string, name = exportName): IndexInput => ({
  ...{ type: 'story', title, exportName, name, importPath: join(folder, file) },
});

const storiesOf = ({ key, types, screens = [] }: DeclaredArea): IndexInput[] => [
  ...types.flatMap((type) => TYPE_STORIES.map((name) => story('Type.stories.tsx', `types/${key}/${type}`, name))),
  ...screens.map(({ path }) => story('Screen.stories.tsx', `screens/${path}`, 'Screen', path)),
];

export const declaredStories: Indexer = {
  test: /schemas[\\/]\w+[\\/]area\.json$|stories[\\/]declared[\\/]\w+\.stories\.tsx$/,
  createIndex: async (fileName) =>
    basename(fileName) === 'area.json' ? storiesOf(JSON.parse(readFileSync(fileName, 'utf8')) as DeclaredArea) : [],
};
