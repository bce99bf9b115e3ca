// Puts the stories of stories/declared/ into the index once for each item type and each screen of an area, read from its area.json:
// a new type has its stories by being declared.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Indexer, IndexInput } from 'storybook/internal/types';

interface DeclaredArea {
  readonly key: string;
  readonly types: readonly string[];
  readonly screens?: readonly { readonly path: string }[];
}

interface DeclaredView {
  readonly form: readonly unknown[];
}

const folder = join(import.meta.dirname, '../stories/declared');

const story = (file: string, title: string, exportName: string, name = exportName): IndexInput => ({
  ...{ type: 'story', title, exportName, name, importPath: join(folder, file) },
});

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const storiesOf = (area: string): IndexInput[] => {
  const { key, types, screens = [] } = read(area) as DeclaredArea;
  const namesOf = (type: string): string[] => {
    const { form } = read(join(dirname(area), `${type}.view.json`)) as DeclaredView;
    return ['Displays', 'Page', ...(form.length > 0 ? ['Forms'] : []), 'States'];
  };
  return [
    ...types.flatMap((type) => namesOf(type).map((name) => story('Type.stories.tsx', `types/${key}/${type}`, name))),
    // The types of step kinds differ in their own properties alone, so their forms stand in one story.
    ...(existsSync(join(dirname(area), 'steps.json'))
      ? [story('Type.stories.tsx', `types/${key}/Steps`, 'Steps')]
      : []),
    ...screens.flatMap(({ path }) => [
      story('Screen.stories.tsx', `screens/${path}`, 'Screen', path),
      story('Screen.stories.tsx', `screens/${path}`, 'States'),
    ]),
  ];
};

export const declaredStories: Indexer = {
  test: /schemas[\\/]\w+[\\/]area\.json$|stories[\\/]declared[\\/]\w+\.stories\.tsx$/,
  createIndex: async (fileName) => (basename(fileName) === 'area.json' ? storiesOf(fileName) : []),
};
